// `npm start` from a fresh clone: installs and builds what is missing, then serves page and API on one port.
// Only what Node brings along is imported before the dependencies are there.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Ensemble needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}

const { ensureInstalled } = await import('./lib/install.mjs')
const { ensureBuilt } = await import('./lib/build.mjs')
const { inRoot } = await import('./lib/repo.mjs')
const { pathToFileURL } = await import('node:url')

if (!(await ensureInstalled())) process.exit(1)
try {
  await ensureBuilt()
} catch (error) {
  console.error(`Ensemble could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

// In this very process, so that signals and exit codes need no passing on.
const bin = inRoot('apps', 'server', 'bin', 'ensemble.mjs')
process.argv = [process.execPath, bin, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(bin).href)
