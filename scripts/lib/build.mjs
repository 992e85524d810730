import { readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { inRoot } from './repo.mjs'
import { seconds } from './run.mjs'
import { fingerprint, isStamped, writeStamp } from './stamp.mjs'

/**
 * @typedef {object} Target
 * @property {string} folder
 * @property {readonly string[]} sources what a change of makes it stale
 * @property {{ [name: string]: string }} [entries] bundled for Node, dependencies left outside; absent for the page
 */

const SHARED = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts/lib/build.mjs']

/**
 * One bundle per package; other packages of the repository stay outside a bundle, so that a workspace's own activities and the
 * server load the same instance of the core.
 * @type {readonly Target[]}
 */
const TARGETS = [
  {
    folder: 'packages/core',
    sources: ['packages/core'],
    entries: {
      index: 'src/index.ts',
      openai: 'src/model/openai.ts',
      validate: 'src/schema/validate.ts',
      trace: 'src/trace.ts',
    },
  },
  {
    folder: 'packages/audio',
    sources: ['packages/audio'],
    entries: { index: 'src/index.ts', worker: 'src/worker.ts' },
  },
  { folder: 'apps/server', sources: ['apps/server'], entries: { main: 'src/main.ts', cli: 'src/cli/index.ts' } },
  { folder: 'apps/web', sources: ['apps/web', 'packages/core'] },
]

const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|ttf)$/
const WORTH_COMPRESSING = 1400
const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const stampOf = (/** @type {Target} */ target) => inRoot(target.folder, 'dist', '.stamp')
const wantedStamp = (/** @type {Target} */ target) => fingerprint([...SHARED, ...target.sources])

/** @param {Target} target @param {{ [name: string]: string }} entries */
async function bundle(target, entries) {
  const { rolldown } = await import('rolldown')
  const cwd = inRoot(target.folder)
  const built = await rolldown({
    cwd,
    input: entries,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(id),
    tsconfig: inRoot(target.folder, 'tsconfig.json'),
    logLevel: 'warn',
  })
  await built.write({
    dir: `${cwd}/dist`,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'chunk-[name]-[hash].js',
  })
  await built.close()
}

/** @param {Target} target */
async function buildPage(target) {
  const { build } = await import('vite')
  await build({ root: inRoot(target.folder), logLevel: 'warn' })
  const dist = inRoot(target.folder, 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => COMPRESSED.test(file))
  await Promise.all(files.map((file) => compress(`${dist}/${file}`)))
}

/** Beside each text file the forms that the server sends to browsers that take them. @param {string} file absolute */
async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < WORTH_COMPRESSING) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  await Promise.all([
    brotli(bytes, quality).then((packed) => writeFile(`${file}.br`, packed)),
    gzip(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}

/** @param {Target} target @param {string} stamp */
async function buildTarget(target, stamp) {
  const startedAt = performance.now()
  rmSync(inRoot(target.folder, 'dist'), { recursive: true, force: true })
  await (target.entries ? bundle(target, target.entries) : buildPage(target))
  writeStamp(stampOf(target), stamp)
  console.log(`  ${target.folder} built in ${seconds(startedAt)}`)
}

/**
 * Builds what changed since the last time, everything at once.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt(options = {}) {
  const stale = TARGETS.map((target) => ({ target, stamp: wantedStamp(target) })).filter(
    ({ target, stamp }) => options.force || !isStamped(stampOf(target), stamp),
  )
  if (stale.length === 0) return
  console.log(`Building ${stale.map(({ target }) => target.folder).join(', ')} …`)
  await Promise.all(stale.map(({ target, stamp }) => buildTarget(target, stamp)))
}
