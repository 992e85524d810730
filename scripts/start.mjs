// `npm start` from a fresh clone: installs and builds what is missing, then serves page and API on one port.
// Only what Node brings along is imported before the dependencies are there.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Ensemble needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}

const { ensureInstalled } = await import('./lib/install.mjs')
const { isBuilt } = await import('./lib/build.mjs')
const { inRoot } = await import('./lib/repo.mjs')
const { runNode } = await import('./lib/run.mjs')
const { pathToFileURL } = await import('node:url')

if (!(await ensureInstalled())) process.exit(1)
// In its own process: a bundler's gigabyte would stay with the server as long as it runs.
if (!isBuilt()) {
  const { code } = await runNode(inRoot('scripts', 'build.mjs'), ['--stale'])
  if (code !== 0) process.exit(1)
}

// In this very process, so that signals and exit codes need no passing on.
const bin = inRoot('apps', 'server', 'bin', 'ensemble.mjs')
process.argv = [process.execPath, bin, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(bin).href)
