import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress, gzipSync } from 'node:zlib'
import { buildSite } from './site/build-site.mjs'
import { asciiOnly } from './ascii-only.mjs'
import { binOf, inRoot } from './repo.mjs'
import { runNode, seconds } from './run.mjs'
import { fingerprint, isStamped, writeStamp } from './stamp.mjs'

/**
 * @typedef {object} Target
 * @property {string} folder
 * @property {readonly string[]} sources what a change of makes it stale
 * @property {{ [name: string]: string }} [entries] bundled for Node, dependencies left outside; absent for the page and the docs site
 * @property {(target: Target, dir: string) => Promise<void>} [build] builds what isn't bundled for Node
 * @property {boolean} [mayBeOld] whether a start serves the last one rather than build it
 * @property {readonly string[]} [declared] sources of an entry whose declarations need no other file of the package
 * @property {boolean} [typed] whether programs of others import it, whose type checker reads declarations
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
      schema: 'src/schema.ts',
      tool: 'src/tool.ts',
      idea: 'src/idea.ts',
      model: 'src/model.ts',
      journal: 'src/journal.ts',
      run: 'src/run.ts',
      host: 'src/host.ts',
      'ai-sdk': 'src/model/ai-sdk/ai-sdk-model.ts',
      openai: 'src/model/openai.ts',
      node: 'node/index.ts',
      validate: 'src/schema/validate.ts',
      trace: 'src/trace.ts',
      editor: 'src/editor.ts',
      snippets: 'src/snippets.ts',
      import: 'src/import.ts',
      export: 'src/export.ts',
      testing: 'testing/index.ts',
    },
    typed: true,
  },
  {
    folder: 'examples/audio',
    sources: ['examples/audio'],
    entries: { index: 'src/index.ts', worker: 'src/worker.ts' },
  },
  {
    folder: 'apps/server',
    sources: ['apps/server', 'docs/errors/codes.mjs'],
    // A worker is next to the main bundle under its own name, as next to its sources.
    entries: {
      main: 'src/main.ts',
      cli: 'src/cli/index.ts',
      embed: 'src/embed.ts',
      'sandbox-worker': 'src/sandbox/sandbox-worker.js',
      'read-many-worker': 'src/workspace/read-many-worker.js',
    },
    declared: ['src/embed.ts', 'src/embed/create-ensemble.ts', 'src/embed/ensemble.ts'],
  },
  { folder: 'apps/web', sources: ['apps/web', 'packages/core', 'docs/errors/codes.mjs'], build: buildPage },
  {
    folder: 'apps/docs',
    sources: ['apps/docs/.vitepress', 'docs', 'README.md', 'SECURITY.md', '.changeset', 'scripts/lib/site'],
    build: (_, dir) => buildSite(dir),
    mayBeOld: true,
  },
]

/** Packages inside the bundles: they run on every Node of ours, though their `engines` refuse some of them. */
export const INSIDE = ['@babel/parser']

const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|ttf)$/
const WORTH_COMPRESSING = 1400
const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const STAMP = '.stamp'
const REMOVE = { recursive: true, force: true }

const wantedStamp = (/** @type {Target} */ target) => fingerprint([...SHARED, ...target.sources])

/** @param {Target} target @param {{ [name: string]: string }} entries @param {string} dir absolute */
async function bundle(target, entries, dir) {
  const { rolldown } = await import('rolldown')
  const built = await rolldown({
    cwd: inRoot(target.folder),
    input: entries,
    platform: 'node',
    external: (id) => !INSIDE.includes(id) && !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(id),
    tsconfig: inRoot(target.folder, 'tsconfig.json'),
    plugins: [asciiOnly],
    logLevel: 'warn',
  })
  await built.write({ dir, format: 'esm', sourcemap: true, chunkFileNames: 'chunk-[name]-[hash].js' })
  await built.close()
}

/**
 * Sources would follow their importer's compiler rules, and name `.ts` where those forbid it.
 * @param {Target} target @param {string} dir absolute
 */
async function declare(target, dir) {
  const project = inRoot(target.folder, 'tsconfig.build.json')
  const { code, output } = await runNode(binOf('typescript', 'tsc'), ['-p', project, '--outDir', `${dir}/types`], {
    quiet: true,
  })
  if (code !== 0) throw new Error(output)
}

/**
 * The declarations of single files, each from its own text.
 * @param {Target} target @param {string} dir absolute
 */
async function declareAlone({ folder, declared = [] }, dir) {
  if (declared.length === 0) return
  const { isolatedDeclarationSync } = await import('rolldown/experimental')
  for (const file of declared) {
    const { code, errors } = isolatedDeclarationSync(file, readFileSync(inRoot(folder, file), 'utf8'))
    if (errors.length > 0) throw new Error(`${folder}/${file}: ${errors.map(({ message }) => message).join(' ')}`)
    const to = `${dir}/types/${file.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')}`
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, code)
  }
}

/** @param {Target} target @param {string} dir absolute */
async function buildPage(target, dir) {
  const { build } = await import('vite')
  const root = inRoot(target.folder)
  await build({ root, logLevel: 'warn', build: { outDir: dir } })
  checkFirstView(dir)
  // The viewer of a run saved as one page.
  await build({ root, configFile: `${root}/vite.saved.config.ts`, logLevel: 'warn', build: { outDir: `${dir}/saved` } })
  // The page of an Idea that is shared.
  await build({ root, configFile: `${root}/vite.use.config.ts`, logLevel: 'warn', build: { outDir: `${dir}/use` } })
  await buildPicture(root, `${dir}/picture`)
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => COMPRESSED.test(file))
  await Promise.all(files.map((file) => compress(`${dir}/${file}`)))
}

/** The page's first view takes no more JavaScript than this, compressed; more would make it late on a slow line. */
const MOST_INITIAL_BYTES = 190 * 1024

/**
 * Fails where what the first view needs has grown too large.
 * @param {string} dir absolute
 */
function checkFirstView(dir) {
  /** @type {{ [name: string]: { file: string, isEntry?: boolean, imports?: string[] } }} */
  const manifest = JSON.parse(readFileSync(`${dir}/.vite/manifest.json`, 'utf8'))
  const files = new Set()
  const take = (/** @type {{ file: string, imports?: string[] } | undefined} */ chunk) => {
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const name of chunk.imports ?? []) take(manifest[name])
  }
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) take(chunk)
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${dir}/${file}`), { level: 9 }).length, 0)
  console.log(`  the page's first view takes ${(bytes / 1024).toFixed(1)} KiB of JavaScript (gzip)`)
  if (bytes > MOST_INITIAL_BYTES)
    throw new Error(
      `The page's first view takes ${(bytes / 1024).toFixed(1)} KiB of JavaScript, more than ${MOST_INITIAL_BYTES / 1024} KiB: load what the first graph does not need through part() (apps/web/src/platform/ui/part.tsx).`,
    )
}

/** The command line's drawing of the canvas: a module that needs no window. @param {string} root @param {string} dir */
async function buildPicture(root, dir) {
  const { rolldown } = await import('rolldown')
  const built = await rolldown({
    cwd: root,
    input: 'src/shell/export/picture.ts',
    platform: 'neutral',
    resolve: { conditionNames: ['ensemble-source', 'module', 'import', 'default'], mainFields: ['module', 'main'] },
    logLevel: 'warn',
  })
  await built.write({ dir, format: 'esm', entryFileNames: 'picture.mjs' })
  await built.close()
}

/** The compressed forms next to each text file, for browsers that take them. @param {string} file absolute */
async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < WORTH_COMPRESSING) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  await Promise.all([
    brotli(bytes, quality).then((packed) => writeFile(`${file}.br`, packed)),
    gzip(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}

/**
 * Builds next to the old output and swaps at the end: a failed build keeps the last good one.
 * @param {Target} target
 * @param {string} stamp
 */
async function buildTarget(target, stamp) {
  const startedAt = performance.now()
  const dist = inRoot(target.folder, 'dist')
  const next = `${dist}.${process.pid}`
  try {
    await Promise.all([
      target.entries && bundle(target, target.entries, next),
      target.build?.(target, next),
      target.typed && declare(target, next),
      declareAlone(target, next),
    ])
    writeStamp(`${next}/${STAMP}`, stamp)
    rmSync(dist, REMOVE)
    renameSync(next, dist)
  } finally {
    rmSync(next, REMOVE)
  }
  console.log(`  ${target.folder} built in ${seconds(startedAt)}`)
}

/**
 * @typedef {{ force?: boolean, folders?: readonly string[], toStart?: boolean }} BuildOptions
 *   `folders`: only these targets; `toStart`: only what a start has to wait for
 */

/** @param {BuildOptions} [options] */
const staleTargets = ({ force = false, folders, toStart = false } = {}) =>
  TARGETS.filter(({ folder }) => folders?.includes(folder) ?? true)
    .map((target) => ({ target, stamp: wantedStamp(target) }))
    .filter(({ target, stamp }) => {
      const built = inRoot(target.folder, 'dist', STAMP)
      return force || (!(toStart && target.mayBeOld && existsSync(built)) && !isStamped(built, stamp))
    })

/** Whether nothing changed since the last build. */
export const isBuilt = () => staleTargets({ toStart: true }).length === 0

/**
 * Builds what changed since the last time, everything at once. Throws where a part could not be built.
 * @param {BuildOptions} [options]
 */
export async function ensureBuilt(options) {
  const stale = staleTargets(options)
  if (stale.length === 0) return
  console.log(`Building ${stale.map(({ target }) => target.folder).join(', ')} …`)
  const { NODE_ENV } = process.env
  const outcomes = await Promise.allSettled(stale.map(({ target, stamp }) => buildTarget(target, stamp)))
  // Vite leaves `production` behind, in which React has no `act` for the unit tests that this process starts next.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason)
  if (failures.length > 0)
    throw new Error(failures.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('\n'))
}
