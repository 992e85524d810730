/** The grammar of workspace names (docs/contract/api.md#workspace-folder). */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i

export const LAYOUT_FILE = '.ensemble/layout.json'
export const PINS_FILE = '.ensemble/pins.json'
export const MANIFEST_FILE = 'ensemble.json'
/** Files that there is one of, with the route of each. */
const SINGLE_ROUTES: Readonly<Record<string, string>> = {
  [LAYOUT_FILE]: '/api/layout',
  [PINS_FILE]: '/api/pins',
  [MANIFEST_FILE]: '/api/manifest',
}
export const SINGLE_FILES: readonly string[] = Object.keys(SINGLE_ROUTES)
export const ideaFile = (name: string): string => `ideas/${name}.json`
export const toolFile = (name: string): string => `tools/${name}.json`
export const codeFile = (name: string): string => `activities/${name}.sandbox.js`
export const ideaId = (name: string): string => `idea:${name}`
export const ideaAddress = (name: string): string => `idea://${name}`

/** `ideas/producer.json` → `producer`; null for a file of another folder. */
export const ideaNameOf = (file: string): string | null => /^ideas\/(.+)\.json$/.exec(file)?.[1] ?? null
export const toolNameOf = (file: string): string | null => /^tools\/(.+)\.json$/.exec(file)?.[1] ?? null
/** `activities/search.sandbox.js` → `search`: code of an Activity that is written in the page. */
export const codeNameOf = (file: string): string | null => /^activities\/(.+)\.sandbox\.js$/.exec(file)?.[1] ?? null
/** `idea:producer` → `producer`; null for a node of another kind. */
export const nameOfIdeaNode = (id: string): string | null => (id.startsWith('idea:') ? id.slice(5) : null)

/** Whether the page works on the file; others it never reads. */
export const isPageFile = (file: string): boolean =>
  ideaNameOf(file) !== null || toolNameOf(file) !== null || SINGLE_FILES.includes(file)

/** The route that reads and writes a file. */
export function routeOf(file: string): string {
  const idea = ideaNameOf(file)
  if (idea !== null) return `/api/ideas/${encodeURIComponent(idea)}`
  const tool = toolNameOf(file)
  if (tool !== null) return `/api/tools/${encodeURIComponent(tool)}`
  const code = codeNameOf(file)
  if (code !== null) return `/api/activities/${encodeURIComponent(code)}`
  return SINGLE_ROUTES[file] ?? '/api/layout'
}

export type NameFault = 'invalid' | 'taken' | 'reserved'

/** The reason that `name` conflicts with `others`; null if it doesn't. */
export function nameFault(name: string, others: Iterable<string>): NameFault | null {
  if (!NAME.test(name)) return 'invalid'
  if (DEVICE.test(name) || name === 'final_output') return 'reserved'
  for (const other of others) if (other.toLowerCase() === name.toLowerCase()) return 'taken'
  return null
}

/** `base`, or `base2`, `base3` … until no other is called that. */
export function freeName(base: string, others: Iterable<string>): string {
  const taken = new Set([...others].map((name) => name.toLowerCase()))
  for (let index = 1; ; index += 1) {
    const name = index === 1 ? base : `${base}${index}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** `title` where no other is called so, else `title copy`, `title copy 2` and so on; a copy's copy counts on. */
export function freeTitle(title: string, others: Iterable<string>): string {
  const taken = new Set(others)
  if (!taken.has(title)) return title
  const base = `${title.replace(/ copy(?: \d+)?$/u, '')} copy`
  for (let index = 1; ; index += 1) {
    const free = index === 1 ? base : `${base} ${index}`
    if (!taken.has(free)) return free
  }
}

/** `sound-designer` as people write it: `Sound Designer`. */
export const titleFor = (name: string): string =>
  name
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
