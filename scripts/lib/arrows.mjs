/** Which way imports may point (ARCHITECTURE.md). Pure: works on the text of files, so that it can be tested. */

/**
 * Folders in which each imports only from folders earlier in the line; a file next to them is at its end.
 * @type {{ [root: string]: readonly string[] }}
 */
const ORDERS = {
  'packages/core/src/': [
    'schema',
    'tool',
    'idea',
    'request',
    'model',
    'call',
    'activity',
    'journal',
    'run',
    'trace',
    'editor',
    'import',
    'export',
  ],
  // The rooms of run/, from what is recorded to what a program calls.
  'packages/core/src/run/': ['record', 'limits', 'approval', 'perform', 'loop', 'operate', 'program'],
  // The rooms of the page; within a room folders form no circle.
  'apps/web/src/': ['platform', 'document', 'runs', 'design', 'shell'],
}

/** Roots in whose rooms the folders may import each other freely, so long as no circle comes of it. */
const ROOMS = ['apps/web/src/']

/** All that the rooms where Ideas are designed know of Runs: the open one, and a few views of what it holds. */
const RUNS_FOR_DESIGN = [
  'open/run.ts',
  'open/run-activity.ts',
  'open/run-view.ts',
  'open/streamed-text.ts',
  'open/traced-value.ts',
  'list/RunsSection.tsx',
  'trace/ChatMessages.tsx',
  'trace/JsonTree.tsx',
  'trace/SpanDetail.tsx',
  'trace/use-run.ts',
  'trace/waiting/BreakpointToggle.tsx',
  'trace/waiting/ReviewButton.tsx',
].map((file) => `apps/web/src/runs/${file}`)

/** Tables that documents are written from, shown by the apps as well. */
const SHARED_DATA = ['docs/errors/codes.mjs']

/** A package that only one file may import by value, so that it can be replaced there; its types describe what is sent. */
const ONE_IMPORTER = {
  openai: 'packages/core/src/model/openai.ts',
  ajv: 'packages/core/src/schema/judge/generator.ts',
}

/** Tools for tests of core; their own entry, for tests alone. */
const TESTING = 'packages/core/testing/'

/** The part of core that needs Node; its own entry. */
const NODE = 'packages/core/node/'

/** Where the network may be used; core gets what it needs as an argument. */
const FETCH_FOLDERS = [NODE, 'apps/server/src/egress/', 'apps/server/src/cli/', 'apps/web/src/platform/api/']

/**
 * The packages that each package of the repository may import, by value.
 * @type {{ [folder: string]: readonly string[] }}
 */
const MAY_IMPORT = {
  'packages/core/': [],
  'apps/server/': ['@ensemble/core'],
  'apps/web/': ['@ensemble/core'],
  'examples/': ['@ensemble/core', '@ensemble/audio'],
}

/** Only the room of the record asks what is recorded, kept by a fork or replayed; the others say what they do (docs/one-turn.md). */
const RUN = 'packages/core/src/run/'
const ASKS_RECORD = /\breplaying\b|\bhistory\.(?:decides|isNew|recorded|all|reuse)\b|\.(?:recorded|all)\(['"`]/

const IMPORT = /^\s*(import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]/g
const FETCH = /(?<![.\w])fetch\(/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/**
 * @typedef {{ specifier: string, typeOnly: boolean }} Import
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(text) {
  const code = text.replace(COMMENT, '')
  const still = [...code.matchAll(IMPORT)].map((found) => ({
    specifier: found[3] ?? '',
    typeOnly: Boolean(found[2]),
  }))
  const dynamic = [...code.matchAll(DYNAMIC_IMPORT)].map((found) => ({ specifier: found[1] ?? '', typeOnly: false }))
  return [...still, ...dynamic]
}

/** @param {string} from @param {string} specifier */
function resolve(from, specifier) {
  if (!specifier.startsWith('.')) return undefined
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/**
 * A file's position in the order of a root's folders: a file next to them comes last.
 * @param {string} root
 * @param {string} path
 * @returns {string | undefined} the folder; empty for a file next to them
 */
function standing(root, path) {
  if (!path.startsWith(root)) return undefined
  const [folder = '', inside] = path.slice(root.length).split('/')
  return inside === undefined ? '' : folder
}

/**
 * @param {readonly string[]} order
 * @param {string | undefined} from
 * @param {string | undefined} to
 * @returns {string | undefined} what is wrong with an import from one folder of the order to another
 */
function wrongOrder(order, from, to) {
  if (from === undefined || to === undefined) return undefined
  const unknown = [from, to].find((folder) => folder !== '' && !order.includes(folder))
  if (unknown !== undefined) return `${unknown} has no place in the order of folders (scripts/lib/arrows.mjs)`
  const placeOf = (/** @type {string} */ folder) => (folder === '' ? order.length : order.indexOf(folder))
  if (placeOf(to) <= placeOf(from)) return undefined
  return `points against the order: ${from} comes before ${to === '' ? 'the files next to the folders' : to}`
}

/** @param {string} path */
const packageOf = (path) => Object.keys(MAY_IMPORT).find((prefix) => path.startsWith(prefix))

/**
 * @param {string} path
 * @param {Import} imported
 * @returns {string | undefined} what is wrong with it
 */
function wrongImport(path, { specifier, typeOnly }) {
  const target = resolve(path, specifier)
  const own = packageOf(path)
  if (target !== undefined) {
    if (own && own !== 'examples/' && !target.startsWith(own) && !SHARED_DATA.includes(target))
      return `reaches out of ${own} by a relative path`
    if (target.startsWith(TESTING)) return 'what tests are written with is for tests'
    const crosses = path.startsWith('apps/web/src/design/') && target.startsWith('apps/web/src/runs/')
    if (crosses && !RUNS_FOR_DESIGN.includes(target))
      return 'design knows only RUNS_FOR_DESIGN (scripts/lib/arrows.mjs)'
    return Object.entries(ORDERS)
      .map(([root, order]) => wrongOrder(order, standing(root, path), standing(root, target)))
      .find((reason) => reason !== undefined)
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (own === 'packages/core/' && !path.startsWith(NODE) && (specifier.startsWith('node:') || name.startsWith('react')))
    return 'core runs in Node, in a worker and in the page'
  const only = Object.entries(ONE_IMPORTER).find(([dependency]) => dependency === name)?.[1]
  if (only && !typeOnly && path !== only) return `only ${only} imports ${name}`
  if (own && name.startsWith('@ensemble/') && !typeOnly && !MAY_IMPORT[own]?.includes(name))
    return `${own} may not import ${name}`
  return undefined
}

/**
 * Folders of one room that import each other in a circle.
 * @param {readonly { path: string, text: string }[]} files
 * @returns {string[]} one sentence for each circle
 */
function circles(files) {
  /** @type {Map<string, Set<string>>} folder of a room, to those it imports */
  const arrows = new Map()
  for (const { path, text } of files) {
    const from = folderInRoom(path)
    if (from === undefined) continue
    for (const { specifier } of importsOf(text)) {
      const to = folderInRoom(resolve(path, specifier) ?? '')
      if (to === undefined || to === from || to.split('/')[0] !== from.split('/')[0]) continue
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => reaches(arrows, to, from))
      .map((to) => `${from} and ${to} import each other, directly or through others`),
  )
}

/** The room and the folder in it; undefined for what is in no room. @param {string} path */
function folderInRoom(path) {
  const root = ROOMS.find((prefix) => path.startsWith(prefix))
  const [room, folder, file] = root === undefined ? [] : path.slice(root.length).split('/')
  return file === undefined ? undefined : `${room}/${folder}`
}

/** @param {Map<string, Set<string>>} arrows @param {string} from @param {string} to */
function reaches(arrows, from, to, seen = new Set([from])) {
  for (const next of arrows.get(from) ?? []) {
    if (next === to) return true
    if (seen.has(next)) continue
    seen.add(next)
    if (reaches(arrows, next, to, seen)) return true
  }
  return false
}

/**
 * @param {readonly { path: string, text: string }[]} files source files without tests; `path` relative to the root, with `/`
 * @returns {string[]} one sentence for each wrong arrow
 */
export function wrongArrows(files) {
  return [...circles(files), ...files.flatMap(wrongArrowsOf)]
}

/** @param {{ path: string, text: string }} file */
function wrongArrowsOf({ path, text }) {
  const code = text.replace(COMMENT, '')
  const wrong = importsOf(text).flatMap((imported) => {
    const reason = wrongImport(path, imported)
    return reason ? [`${path} imports ${imported.specifier}: ${reason}`] : []
  })
  if (packageOf(path) !== undefined && FETCH.test(code) && !FETCH_FOLDERS.some((folder) => path.startsWith(folder)))
    wrong.push(`${path} calls fetch: only ${FETCH_FOLDERS.join(', ')} may`)
  if (path.startsWith(RUN) && !path.startsWith(`${RUN}record/`) && ASKS_RECORD.test(code))
    wrong.push(`${path} looks at the record by itself: take a step, or ask a file of ${RUN}record/`)
  return wrong
}
