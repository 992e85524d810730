/** Which way imports may point (ARCHITECTURE.md, Layout). Pure: works on the text of files, so that it can be tested. */

/** Inside core a folder imports only from folders earlier in this line. */
const CORE_ORDER = [
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
]

/**
 * Types that a file may read against the order: contracts between folders, which leave no trace in the code.
 * @type {{ [file: string]: readonly string[] }}
 */
const TYPES_AGAINST_ORDER = {}

/** Tables that documents are written from, shown by the apps as well. */
const SHARED_DATA = ['docs/errors/codes.mjs']

/** A package that only one file may import, so that it can be replaced there. */
const ONE_IMPORTER = {
  openai: 'packages/core/src/model/openai.ts',
  ajv: 'packages/core/src/schema/validate.ts',
}

/** Where the network may be used; core gets what it needs as an argument. */
const FETCH_FOLDERS = ['apps/server/src/egress/', 'apps/server/src/cli/', 'apps/web/src/api/']

/**
 * What each package of the repository may import of the others, by value.
 * @type {{ [folder: string]: readonly string[] }}
 */
const MAY_IMPORT = {
  'packages/core/': [],
  'packages/audio/': [],
  'apps/server/': ['@ensemble/core', '@ensemble/audio'],
  'apps/web/': ['@ensemble/core'],
  'examples/': ['@ensemble/core', '@ensemble/audio'],
}

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

/** @param {string} path */
const coreFolder = (path) => /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1]
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
    const from = CORE_ORDER.indexOf(coreFolder(path) ?? '')
    const to = CORE_ORDER.indexOf(coreFolder(target) ?? '')
    if (from === -1 || to <= from) return undefined
    if (typeOnly && TYPES_AGAINST_ORDER[path]?.includes(target)) return undefined
    return `points against the order: ${CORE_ORDER[from]} stands before ${CORE_ORDER[to]}`
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (own === 'packages/core/' && (specifier.startsWith('node:') || name.startsWith('react')))
    return 'core runs in Node, in a worker and in the page'
  const only = Object.entries(ONE_IMPORTER).find(([dependency]) => dependency === name)?.[1]
  if (only && path !== only) return `only ${only} imports ${name}`
  if (own && name.startsWith('@ensemble/') && !typeOnly && !MAY_IMPORT[own]?.includes(name))
    return `${own} may not import ${name}`
  return undefined
}

/**
 * @param {readonly { path: string, text: string }[]} files source files without tests; `path` relative to the root, with `/`
 * @returns {string[]} one sentence for each wrong arrow
 */
export function wrongArrows(files) {
  return files.flatMap(({ path, text }) => {
    const wrong = importsOf(text).flatMap((imported) => {
      const reason = wrongImport(path, imported)
      return reason ? [`${path} imports ${imported.specifier}: ${reason}`] : []
    })
    const fetches = packageOf(path) !== undefined && FETCH.test(text.replace(COMMENT, ''))
    return fetches && !FETCH_FOLDERS.some((folder) => path.startsWith(folder))
      ? [...wrong, `${path} calls fetch: only ${FETCH_FOLDERS.join(', ')} may`]
      : wrong
  })
}
