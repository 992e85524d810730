import { examples, inRoot, packages } from './repo.mjs'
import { run, seconds } from './run.mjs'
import { contentHash, isStamped, writeStamp } from './stamp.mjs'

const PNPM = 'pnpm@10.34.9'
const MANIFESTS = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  ...[...packages, ...examples, 'apps/docs'].map((name) => `${name}/package.json`),
]

/**
 * Installs the pinned dependencies, unless those of this very lockfile are installed.
 * @returns {Promise<boolean>} false where the installation failed; what went wrong was printed
 */
export async function ensureInstalled() {
  const stamp = inRoot('node_modules', '.ensemble-installed')
  const wanted = `${process.platform} ${process.arch} ${contentHash(MANIFESTS)}`
  if (isStamped(stamp, wanted)) return true
  const startedAt = performance.now()
  console.log('Installing dependencies (first time, or they changed) …')
  const { code } = await run('npx', ['-y', PNPM, 'install', '--frozen-lockfile', '--prod=false'], {
    // CI=true: pnpm may replace a node_modules of another layout without asking.
    env: { CI: 'true' },
    shell: process.platform === 'win32',
  })
  if (code !== 0) {
    console.error('The dependencies could not be installed: check the network or the npm registry, then try again.')
    return false
  }
  writeStamp(stamp, wanted)
  console.log(`Dependencies installed in ${seconds(startedAt)}.`)
  return true
}
