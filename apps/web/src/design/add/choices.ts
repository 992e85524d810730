import type { McpTool } from '../../platform/api/mcp-client.ts'

/** One thing that can be added. `name` is what it is called, or shall be. */
export type Choice =
  | { readonly type: 'newIdea'; readonly name: string }
  | { readonly type: 'model'; readonly name: string }
  | { readonly type: 'code'; readonly name: string }
  | { readonly type: 'http'; readonly name: string }
  | { readonly type: 'note'; readonly name: string }
  | { readonly type: 'idea'; readonly name: string; readonly title: string }
  | { readonly type: 'activity'; readonly name: string }
  | { readonly type: 'tool'; readonly name: string; readonly uses: number }
  | { readonly type: 'mcp'; readonly name: string; readonly tool: McpTool; readonly server: string }
  | { readonly type: 'template'; readonly name: string; readonly title: string; readonly ideas: number }
  /** Leads to all of one section. */
  | { readonly type: 'section'; readonly name: Section; readonly count: number }

const SECTIONS = ['ideas', 'activities', 'tools', 'mcp', 'templates'] as const
export type Section = (typeof SECTIONS)[number]

export interface Group {
  readonly name: Section | 'create'
  readonly choices: readonly Choice[]
}

/** Everything that can be added, by section; each section has its own order. */
export type Stock = Readonly<Record<Section, readonly Choice[]>>

export interface Asked {
  readonly text: string
  /** The one section that is looked at; null for all. */
  readonly section: Section | null
  /** The target: the canvas, an Idea, or a Tool that gets an Idea or Activity to do its work. */
  readonly to: 'canvas' | 'idea' | 'tool'
}

/** Sections that are no longer than this are written out before anything is typed. */
const SHORT = 3
/** Max choices of each section while something is typed. */
const FOUND = 5

const saidOf = (choice: Choice): string => ('title' in choice ? `${choice.title} ${choice.name}` : choice.name)

/** Those that have the text, those that begin with it first. */
function found(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.toLowerCase()
  const rank = (choice: Choice): number => {
    const said = saidOf(choice).toLowerCase()
    return said === wanted || said.startsWith(wanted) ? 0 : said.includes(wanted) ? 1 : 2
  }
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((each) => each.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
}

/** Only Ideas and Activities can do the work of a Tool; the canvas and an Idea can get anything. */
const offered = (to: Asked['to']): readonly Section[] => (to === 'tool' ? ['ideas', 'activities'] : SECTIONS)

function created({ text, to }: Asked): readonly Choice[] {
  const name = text.trim()
  const made: readonly Choice[] = [
    { type: 'newIdea', name },
    ...(to === 'tool' ? [] : [{ type: 'model', name } as const]),
  ]
  const others: readonly Choice[] = [
    { type: 'code', name },
    { type: 'http', name },
  ]
  return [...made, ...others, ...(to === 'canvas' ? [{ type: 'note', name } as const] : [])]
}

/** The picker's groups: a short list at first, then matches. New items come first, unless a name matches exactly. */
export function choicesFor(asked: Asked, stock: Stock): readonly Group[] {
  const text = asked.text.trim()
  if (asked.section !== null) {
    const all = stock[asked.section]
    return [{ name: asked.section, choices: text === '' ? all : found(all, text) }]
  }
  const create: Group = { name: 'create', choices: created(asked) }
  const sections = offered(asked.to).map((name): Group => {
    const all = stock[name]
    if (text !== '') return { name, choices: found(all, text).slice(0, FOUND) }
    const isShort = all.length <= SHORT && name !== 'templates'
    return { name, choices: isShort ? all : [{ type: 'section', name, count: all.length }] }
  })
  const groups = [create, ...sections].filter(({ choices }) => choices.length > 0 && !isNothing(choices))
  // Something that is called exactly so is meant, rather than a second one of that name.
  const exact = groups.findIndex(({ name, choices }) => name !== 'create' && isExact(choices[0], text))
  return exact < 0 ? groups : [...groups.slice(exact, exact + 1), ...groups.filter((_, index) => index !== exact)]
}

const isNothing = ([first]: readonly Choice[]): boolean => first?.type === 'section' && first.count === 0

const isExact = (choice: Choice | undefined, text: string): boolean =>
  choice !== undefined &&
  text !== '' &&
  [choice.name, 'title' in choice ? choice.title : ''].some((name) => name.toLowerCase() === text.toLowerCase())

/** Told apart in the list; what is new is the same one whatever it is called. */
export function keyOf(choice: Choice): string {
  const isNew = choice.type === 'newIdea' || choice.type === 'model' || choice.type === 'code' || choice.type === 'http'
  if (isNew) return choice.type
  return choice.type === 'mcp' ? `mcp/${choice.server}/${choice.name}` : `${choice.type}/${choice.name}`
}
