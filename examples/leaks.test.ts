import {
  createExecutor,
  createIdeaSource,
  createMemoryJournal,
  deriveGraph,
  type ExecutorDeps,
  type GraphEdge,
  type IdeaSource,
  type Json,
  type JsonObject,
  type LoadedIdea,
  type Message,
  type Model,
  type ModelDelta,
  systemClock,
} from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '../packages/core/src/schema/example-of.ts'
import { normaliseTool } from '../packages/core/src/tool/normalise.ts'

const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(`${folder}/${file}`, 'utf8')]),
  )

/** A word that stands in one place of the caller's context, and the import that lets a Module see it. */
interface Canary {
  readonly word: string
  readonly import?: string
}

const canary = (place: string): string => `canary-${place}-of-the-caller`
const NEVER = [
  'earlier-parameters',
  'earlier-result',
  'error',
  'tool-description',
  'other-instance-data',
  'other-instance-state',
  'other-kind',
].map((place): Canary => ({ word: canary(place) }))

/** What the edge could import, with words of its own; and what no edge imports. */
const canariesOf = ({ imports }: GraphEdge): readonly Canary[] => [
  ...NEVER,
  { word: canary('text-system'), import: 'text' },
  { word: canary('text-user'), import: 'text' },
  { word: canary('text-assistant'), import: 'text' },
  { word: canary('input'), import: 'input' },
  { word: canary('state'), import: 'state' },
  ...imports
    .filter((one) => one.startsWith('state:') || one.startsWith('data:'))
    .map((one) => ({ word: canary(one.replace(/[^a-z]/gi, '-')), import: one })),
]

/** The caller as its file has it, with a canary in every kind of Message. */
const withCanaries = (loaded: LoadedIdea, edge: GraphEdge): LoadedIdea => {
  const own = loaded.idea.context.filter(({ type }) => type === 'text' || type === 'tool')
  const state: { [name: string]: Json } = { hidden: canary('state') }
  for (const { word, import: name } of canariesOf(edge))
    if (name?.startsWith('state:')) setAt(state, name.slice('state:'.length).split('.'), word)
  const planted: readonly Message[] = [
    { type: 'text', role: 'system', text: canary('text-system') },
    { type: 'text', role: 'user', text: canary('text-user') },
    { type: 'text', role: 'assistant', text: canary('text-assistant') },
    { type: 'input', input: { brief: canary('input') } },
    { type: 'state', state },
    { type: 'data', kind: 'never_imported', data: canary('other-kind') },
    { type: 'data', kind: 'never_imported', data: canary('other-instance-data'), _instance: 'other' },
    { type: 'state', state: { other: canary('other-instance-state') }, _instance: 'other' },
    ...canariesOf(edge).flatMap(({ word, import: name }): readonly Message[] =>
      name?.startsWith('data:') ? [{ type: 'data', kind: name.slice('data:'.length), data: word }] : [],
    ),
    {
      type: 'tool',
      tool: {
        note: {
          description: canary('tool-description'),
          type: 'object',
          properties: { text: { type: 'string' }, _activity: { const: '' }, _output: { type: 'string' } },
        },
      },
    },
  ]
  return { ...loaded, idea: { context: [...own, ...planted] } }
}

const setAt = (state: { [name: string]: Json }, segments: readonly string[], value: Json): void => {
  const [first = '', ...rest] = segments
  if (rest.length === 0) state[first] = value
  else {
    const inner: { [name: string]: Json } = {}
    state[first] = inner
    setAt(inner, rest, value)
  }
}

/** Whether one of the imports lets the word through; the whole state holds each of its parts. */
const isImported = ({ import: name }: Canary, imports: readonly string[]): boolean =>
  name !== undefined && (imports.includes(name) || (name.startsWith('state') && imports.includes('state')))

type Wire = 'structured' | 'tools'
interface Solution {
  readonly calls: readonly JsonObject[]
  readonly output: Json
}

/** The same answer as each wire carries it. */
const say = (wire: Wire, { calls, output }: Solution): readonly ModelDelta[] => {
  const finish: ModelDelta = { type: 'finish', reason: 'stop' }
  if (wire === 'structured') return [{ type: 'text', text: JSON.stringify({ calls, output }) }, finish]
  if (calls.length === 0) return [{ type: 'text', text: String(output) }, finish]
  return [
    ...calls.map(({ _tool, ...parameters }, index): ModelDelta => ({
      ...{ type: 'call', index, id: `id${index}`, name: String(_tool) },
      argumentsDelta: JSON.stringify(parameters),
    })),
    finish,
  ]
}

/** The bytes of the first Request that the edge's Module sends, where it was called with these imports. */
const bytesOfModule = async (
  source: IdeaSource,
  edge: GraphEdge,
  chosen: readonly string[],
  wire: Wire,
): Promise<string> => {
  const caller = edge.from.replace('idea:', 'idea://')
  const target = edge.to.replace('idea:', 'idea://')
  const loaded = withCanaries(await source.resolve(caller), edge)
  const asked: string[] = []
  const model: Model = {
    name: 'scripted',
    simulated: false,
    endpoint: 'test',
    capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
    async *ask(body) {
      asked.push(JSON.stringify(body))
      yield* say(wire, answers[asked.length - 1] ?? { calls: [], output: 'done' })
    },
  }
  const schema = loaded.idea.context
    .flatMap((message) => (message.type === 'tool' ? [message.tool[edge.tool]] : []))
    .findLast((one) => one !== undefined)
  const written = typeof schema?.['$ref'] === 'string' ? loaded.tools[edge.tool] : schema
  const { tool } = normaliseTool(edge.tool, written ?? {})
  const call = {
    _tool: edge.tool,
    _module: target,
    ...(edge.importsMode === 'requested' && { _imports: chosen }),
    ...(exampleOf(tool.parameters) as JsonObject), // parameters are an object
  }
  const answers: readonly Solution[] = [
    {
      calls: [
        { _tool: 'note', text: canary('earlier-parameters'), _output: canary('earlier-result') },
        { _tool: `missing_${canary('error')}` },
      ],
      output: null,
    },
    { calls: [call], output: null },
  ]
  const journal = createMemoryJournal()
  const deps: ExecutorDeps = {
    journal,
    models: () => model,
    ideas: { resolve: async (address, from) => (address === caller ? loaded : source.resolve(address, from)) },
    activity: () => undefined,
    profile: () => ({}),
    defaultProfile: 'offline',
    validator: createValidator(),
    clock: { ...systemClock, sleep: (ms) => (ms < 1000 ? Promise.resolve() : new Promise(() => {})) },
    newId: () => 'run',
    artifacts: { put: async () => '', get: async () => undefined },
    engine: 'test',
  }
  const executor = createExecutor(deps)
  await executor.start({ idea: caller, input: { brief: canary('input') } })
  await executor.settled('run')
  const events = await journal.read('run', { hydrate: true })
  const entered = events.find(({ type }) => type === 'module.entered')
  expect(entered, JSON.stringify(events.filter(({ type }) => /rejected|failed/.test(type)))).toBeDefined()
  // The caller was asked twice before: without and with what it must not hand on.
  for (const { word } of canariesOf(edge)) expect(asked[1], `the caller itself sees ${word}`).toContain(word)
  return asked[2] ?? ''
}

const examples = JSON.parse(readFileSync(`${import.meta.dirname}/gallery.json`, 'utf8')) as readonly { name: string }[]

const cases = examples.flatMap(({ name }) => {
  const root = `${import.meta.dirname}/${name}`
  const files = { ideas: textsIn(`${root}/ideas`), tools: textsIn(`${root}/tools`), activities: [] }
  const source = createIdeaSource(files)
  const edges = deriveGraph(files).edges.filter(({ to }) => to.startsWith('idea:'))
  return edges.map((edge) => ({ name, edge, id: edge.id, source }))
})

test('the examples have Modules whose imports differ', () => {
  expect(cases.length).toBeGreaterThan(10)
  expect(new Set(cases.map(({ edge }) => edge.imports.join())).size).toBeGreaterThan(1)
})

describe.each(['structured', 'tools'] as const)('a Module sees of its caller what its edge imports, on %s', (wire) => {
  test.each(cases)('and nothing else: $name: $id', async ({ edge, source }) => {
    const choices = edge.importsMode === 'requested' ? [[], edge.imports] : [edge.imports]
    for (const imports of choices) {
      const bytes = await bytesOfModule(source, edge, imports, wire)
      const leaked = canariesOf(edge).filter((one) => !isImported(one, imports) && bytes.includes(one.word))
      const missing = canariesOf(edge).filter((one) => isImported(one, imports) && !bytes.includes(one.word))
      expect({ leaked, missing }).toEqual({ leaked: [], missing: [] })
    }
  })
})
