import { type GraphEdge, type Json, type JsonObject, type LoadedIdea, type Message, isObject } from '@ensemble/core'

/** A word in one place of the caller's context, and the import that lets a module see it; undefined where none does. */
export interface Canary {
  readonly place: string
  readonly word: string
  readonly import?: string
}

/** Words that no Idea says by itself. */
const wordOf = (place: string): string => `canary-${place}-of-the-caller`
const canary = (place: string, name?: string): Canary => ({
  place,
  word: wordOf(place),
  ...(name !== undefined && { import: name }),
})

/** The caller's scripted text in its first turn: no import passes it on. */
export const EARLIER_TURN = {
  parameters: wordOf('earlier-parameters'),
  result: wordOf('earlier-result'),
  unknownTool: `missing_${wordOf('error')}`,
}
export const INPUT = wordOf('input')
/** The Tool that the first turn calls. */
export const NOTE_TOOL = 'canary_note'

const NEVER = [
  'earlier-parameters',
  'earlier-result',
  'error',
  'tool-description',
  'other-instance-data',
  'other-instance-state',
  'other-kind',
].map((place) => canary(place))

const slug = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').concat('-', String(name.length))

/** A word for everything that the edge could import, and for what no edge imports. */
export const canariesOf = ({ imports }: GraphEdge): readonly Canary[] => [
  ...NEVER,
  canary('text-system', 'text'),
  canary('text-user', 'text'),
  canary('text-assistant', 'text'),
  canary('input', 'input'),
  canary('state', 'state'),
  ...[...new Set(imports)]
    .filter((name) => name.startsWith('state:') || name.startsWith('data:'))
    .map((name) => canary(slug(name), name)),
]

/** Whether one of the imports lets the word through; the whole state holds each of its parts. */
export const isImported = ({ import: name }: Canary, imports: readonly string[]): boolean =>
  name !== undefined &&
  (imports.includes(name) ||
    (name.startsWith('state') && imports.includes('state')) ||
    imports.some((outer) => outer.startsWith('state:') && name.startsWith(`${outer}.`)))

const setAt = (state: { [name: string]: Json }, segments: readonly string[], value: Json): void => {
  const [first = '', ...rest] = segments
  const before = state[first]
  // A part of a part: the outer one keeps its own word.
  const kept: JsonObject = before === undefined ? {} : isObject(before) ? before : { canary: before }
  if (rest.length === 0) state[first] = before === undefined ? value : { ...kept, canary: value }
  else {
    const inner: { [name: string]: Json } = { ...kept }
    state[first] = inner
    setAt(inner, rest, value)
  }
}

const stateOf = (canaries: readonly Canary[]): JsonObject => {
  const state: { [name: string]: Json } = { hidden: wordOf('state') }
  for (const { word, import: name } of canaries)
    if (name?.startsWith('state:') === true)
      setAt(
        state,
        name
          .slice('state:'.length)
          .replace(/^†?state\./u, '')
          .split('.'),
        word,
      )
  return state
}

const NOTE: JsonObject = {
  description: wordOf('tool-description'),
  type: 'object',
  properties: { text: { type: 'string' }, _activity: { const: '' }, _output: { type: 'string' } },
}

/** The caller with its own texts, with `tool` as the only other Tool, and with a canary in every kind of Message. */
export const plant = (loaded: LoadedIdea, edge: GraphEdge, tool: JsonObject): LoadedIdea => {
  const canaries = canariesOf(edge)
  const own = loaded.idea.context.filter(({ type }) => type === 'text')
  const planted: readonly Message[] = [
    { type: 'tool', tool: { [edge.tool]: tool, [NOTE_TOOL]: NOTE } },
    { type: 'text', role: 'system', text: wordOf('text-system') },
    { type: 'text', role: 'user', text: wordOf('text-user') },
    { type: 'text', role: 'assistant', text: wordOf('text-assistant') },
    { type: 'input', input: { brief: INPUT } },
    { type: 'state', state: stateOf(canaries) },
    { type: 'data', kind: 'never_imported', data: wordOf('other-kind') },
    { type: 'data', kind: 'never_imported', data: wordOf('other-instance-data'), _instance: 'other' },
    { type: 'state', state: { other: wordOf('other-instance-state') }, _instance: 'other' },
    ...canaries.flatMap(({ word, import: name }): readonly Message[] =>
      name?.startsWith('data:') === true ? [{ type: 'data', kind: name.slice('data:'.length), data: word }] : [],
    ),
  ]
  return { ...loaded, idea: { context: [...own, ...planted] }, tools: {} }
}
