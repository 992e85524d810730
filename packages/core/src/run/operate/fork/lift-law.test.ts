import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EnsembleError } from '../../../schema/ensemble-error.ts'
import { hashJson } from '../../../schema/hash.ts'
import type { Json, JsonObject } from '../../../schema/json.ts'
import type { ChatBody } from '../../../model/model.ts'
import { createTestWorld } from '../../../../testing/test-run.ts'
import { changedAnswers, changedWorld } from '../../../../testing/test-lifted.ts'
import { liftedAnswers } from '../../record/lifted-plan.ts'

const PATHS = ['a', 'b', 'c.d', 'c.e'] as const
const IMPORTS = ['input', 'text', 'data:voice', 'state', 'state:a', 'state:b', 'state:c', 'state:c.d'] as const

const tool = (imports: readonly string[], meta: JsonObject = {}) => ({
  type: 'object',
  description: 'Does something.',
  properties: { x: {}, y: { type: 'object' }, ...meta, _imports: { const: [...imports] } },
})
/** A Tool's input decides its result, so that any difference spreads to everything after it. */
const told = (kind: string, given: unknown): string => `${kind} ${hashJson(given as Json).slice(0, 12)}`

interface Spec {
  readonly kind: 'set' | 'mix' | 'hum' | 'ask'
  readonly imports: readonly string[]
  readonly path?: string
  readonly x: string
  readonly y?: string
}

const value = fc.oneof(
  fc.constant('†input.mood'),
  fc.constantFrom('†input.mood', '†input', '††plain', 'грустно'),
  fc.constantFrom(...PATHS).map((path) => `†state.${path}`),
  fc.constant('†state.c'),
)
const spec: fc.Arbitrary<Spec> = fc.record(
  {
    kind: fc.constantFrom('set' as const, 'mix' as const, 'hum' as const, 'ask' as const),
    imports: fc.uniqueArray(fc.constantFrom(...IMPORTS), { maxLength: 2 }),
    path: fc.constantFrom(...PATHS),
    x: value,
    y: value,
  },
  { requiredKeys: ['kind', 'imports', 'x'] },
)
const story = fc.record({
  turns: fc.array(fc.array(spec, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  chosen: fc.array(fc.nat(11), { minLength: 1, maxLength: 5 }),
  state: fc.constantFrom<JsonObject>(
    {},
    { a: 'was here', c: { f: 1, d: 'old' } },
    { a: 1, b: ['x'], c: { d: 2, e: 3 } },
  ),
})

/** A caller whose every Call has its own Tool. */
const worldOf = (turns: readonly (readonly Spec[])[], state: JsonObject) => {
  const names = turns.map((calls, turn) => calls.map(({ kind }, at) => `${kind}${turn}${at}`))
  const tools = Object.fromEntries(
    turns.flatMap((calls, turn) =>
      calls.map(({ kind, imports, path }, at) => [
        names[turn]?.[at] ?? '',
        tool(imports, {
          ...(kind === 'ask'
            ? { _module: { const: 'idea://poet' } }
            : { _activity: { const: kind === 'hum' ? '' : kind } }),
          ...(path !== undefined && { _outputPath: { const: `†state.${path}` } }),
          ...(kind === 'hum' && { _output: { type: 'string' } }),
        }),
      ]),
    ),
  )
  const answers = turns.map((calls, turn) => ({
    calls: calls.map(({ kind, x, y }, at) => ({
      _tool: names[turn]?.[at] ?? '',
      x,
      ...(y !== undefined && { y: { of: [y] } }),
      ...(kind === 'hum' && { _output: `hum ${turn}${at}` }),
    })),
    output: null,
  }))
  const ideas = {
    band: {
      context: [
        { type: 'text', text: 'Lead the band.' },
        { type: 'input', schema: { type: 'object' }, input: { mood: 'sad', Пол: 1 } },
        { type: 'data', kind: 'voice', data: { pitch: 'low' } },
        { type: 'state', state },
        { type: 'tool', tool: tools },
      ],
    },
    poet: {
      context: [
        { type: 'text', text: 'Write verse.' },
        { type: 'input', schema: { type: 'object' } },
      ],
    },
  }
  const says = { script: answers as readonly Json[], lifted: [] as readonly Json[], asked: 0, inside: 0 }
  const script = (body: ChatBody): object => {
    const text = JSON.stringify(body.messages)
    // Sorted: two members of the state may be written in another order.
    if (text.includes('Write verse.')) return { output: told('verse', [...text].toSorted()) }
    if (text.includes('Answer with their results, unchanged.'))
      return (says.lifted[says.inside++] ?? { output: null }) as object
    return (says.script[says.asked++] ?? { calls: [], output: 'done' }) as object
  }
  const activity =
    (kind: string) =>
    ({ x, y }: JsonObject, { imports }: { imports: JsonObject }) => {
      const { input, text, state: seen, data } = imports as { [name: string]: JsonObject }
      const { input: _input, text: _text, ...kinds } = data ?? {}
      return told(kind, {
        x: x ?? null,
        y: y ?? null,
        input: input ?? null,
        text: text ?? null,
        state: seen ?? null,
        kinds,
      })
    }
  const world = createTestWorld({
    ideas,
    activities: { set: activity('set'), mix: activity('mix') },
    script,
  })
  return { world, ideas, says }
}

/** Each Tool's input and result, and the final state. */
const facts = (
  events: Awaited<ReturnType<ReturnType<typeof createTestWorld>['run']>>['events'],
  only: (tool: string) => boolean,
) => {
  const tools = new Map(
    events.flatMap((event) => (event.type === 'call.proposed' ? [[event.span, event.data.tool] as const] : [])),
  )
  const got: { [tool: string]: unknown[] } = {}
  for (const event of events) {
    const name = tools.get(event.span)
    if (name === undefined || !only(name)) continue
    if (event.type === 'call.started') (got[name] ??= []).push(event.data.resolved)
    if (event.type === 'call.completed') (got[name] ??= []).push(event.data.result)
  }
  return got
}
const stateOf = (events: Parameters<typeof facts>[0]) =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.type === 'state.written' && event.span.split('/').length === 4 ? [[event.data.ref, event.data.after]] : [],
    ),
  )

const seenRefusals = new Set<string>()
let lawful = 0

test('each lifted Tool gets and gives in a new Run of the changed caller what it got and gave, and so does every other', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ turns, chosen, state }) => {
      const { world, ideas, says } = worldOf(turns, state)
      const { id, status, events } = await world.run()
      if (status !== 'completed') return
      const completed = events
        .flatMap((event) => (event.type === 'call.completed' && event.span.split('/').length === 4 ? [event.span] : []))
        .toSorted()
      if (events.some(({ type }) => type === 'call.rejected' || type === 'call.failed') || completed.length === 0)
        return
      const calls = [...new Set(chosen.map((at) => completed[at % completed.length] ?? ''))]
      let lifted
      try {
        lifted = await world.executor.liftCalls(id, { calls, name: 'lifted', tool: 'together' })
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(EnsembleError)
        seenRefusals.add((thrown as EnsembleError).message.replaceAll(/\(.*?\)|[a-z]+\d\d|†\S+/g, '…'))
        return
      }
      const changed = changedAnswers(events, lifted, calls, { name: 'together', initial: state })
      if (changed === undefined) return
      lawful++
      says.lifted = [...(await liftedAnswers(world.deps, events, calls)).answers.values()]
      says.script = changed
      says.asked = says.inside = 0
      const after = changedWorld(world, ideas, lifted, { idea: 'lifted', tool: 'together', activities: ['set', 'mix'] })
      const run = await after.settled((await after.start({ idea: 'band' })).id)
      const again = await world.journal.read(run.id, { hydrate: true })
      const every = (name: string): boolean => name !== 'together'
      expect(run.error).toBeUndefined()
      expect(facts(again, every)).toEqual(facts(events, every))
      expect(stateOf(again)).toEqual(stateOf(events))
      expect(run.output).toBe('done')
      // The record as the first case of the new Idea.
      const { id: own } = await after.extract(id, { calls, idea: 'idea://lifted' })
      expect(await after.settled(own)).toMatchObject({ status: 'completed' })
      expect(await after.replay(own, { ideas: 'current' })).toEqual({ identical: true })
    }),
    // A fixed seed: the scripted caller of the law cannot follow every order of Calls that chance thinks of.
    { numRuns: 120, seed: 22 },
  )
  expect(lawful).toBeGreaterThan(20)
  expect(seenRefusals.size).toBeGreaterThan(0)
}, 120_000)
