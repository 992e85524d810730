import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import { ModelError, type ChatBody, type ModelDelta } from '../../model/model.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld, type TestOptions } from '../../../testing/test-run.ts'

/** One answer as it is meant; each wire says it in its own words. */
interface Said {
  readonly calls?: readonly (readonly [tool: string, parameters: JsonObject])[]
  readonly output?: Json
}
interface Scenario {
  readonly ideas: TestOptions['ideas']
  readonly activities?: TestOptions['activities']
  readonly answers: readonly Said[] | ((body: ChatBody, count: number) => Said)
}

const idea = (tools: object, context: readonly object[] = [], more: object = {}) => ({
  context: [{ type: 'text', text: 'Do it.' }, ...context, { type: 'tool', tool: tools }],
  schema: answer,
  ...more,
})
const done: Said = { output: { text: 'done' } }
const state = { type: 'state', state: { a: 1 } }

const SCENARIOS: { readonly [title: string]: Scenario } = {
  'an output alone': { ideas: { one: idea({}) }, answers: [done] },
  'a Call, its result, an output': {
    ideas: { one: idea({ add: tool({ a: { type: 'number' }, b: { type: 'number' } }) }) },
    activities: { add: ({ a, b }: { a: number; b: number }) => a + b },
    answers: [{ calls: [['add', { a: 1, b: 2 }]] }, done],
  },
  'calls and an output in one answer': {
    ideas: { one: idea({ note: tool({ text: { type: 'string' } }) }) },
    answers: [{ calls: [['note', { text: 'x' }]], ...done }],
  },
  'three parallel Calls of one Tool': {
    ideas: { one: idea({ add: tool({ a: { type: 'number' } }) }) },
    activities: { add: ({ a }: { a: number }) => a * 2 },
    answers: [{ calls: [1, 2, 3].map((a) => ['add', { a }] as const) }, done],
  },
  'a latent Call with its result': {
    ideas: { one: idea({ feel: tool({ text: { type: 'string' }, _output: { enum: ['good', 'bad'] } }) }) },
    answers: [{ calls: [['feel', { text: 'ура', _output: 'good' }]] }, done],
  },
  'a latent Call that leaves its result out': {
    ideas: { one: idea({ feel: tool({ text: { type: 'string' }, _output: { enum: ['good', 'bad'] } }) }) },
    answers: [{ calls: [['feel', { text: 'ура' }]] }, done],
  },
  'an unknown tool, then the right one': {
    ideas: { one: idea({ ping: tool({}) }) },
    activities: { ping: () => 'pong' },
    answers: [{ calls: [['pign', {}]], ...done }, { calls: [['ping', {}]] }, done],
  },
  'arguments of a wrong type, an unknown and a missing parameter': {
    ideas: { one: idea({ add: tool({ a: { type: 'number' } }, { required: ['a'] }) }) },
    activities: { add: () => 1 },
    answers: [
      {
        calls: [
          ['add', { a: 'one' }],
          ['add', { a: 1, b: 2 }],
          ['add', {}],
        ],
      },
      done,
    ],
  },
  'null stands for what was left out': {
    ideas: { one: idea({ add: tool({ a: { type: 'number' }, b: { type: 'string' } }, { required: ['a'] }) }) },
    activities: { add: (call: object) => Object.keys(call).filter((name) => !name.startsWith('_')) },
    answers: [{ calls: [['add', { a: 1, b: null }]] }, done],
  },
  'a forged meta field': {
    ideas: { one: idea({ ping: tool({}) }) },
    activities: { ping: () => 1 },
    answers: [{ calls: [['ping', { _module: 'idea://one' }]] }, { calls: [['ping', { _activity: 'other' }]] }, done],
  },
  'an Activity that throws': {
    ideas: { one: idea({ ping: tool({}) }) },
    activities: {
      ping() {
        throw new Error('no route')
      },
    },
    answers: [{ calls: [['ping', {}]], ...done }, done],
  },
  'a result that does not fit': {
    ideas: { one: idea({ ping: tool({ _output: { type: 'integer' } }) }) },
    activities: { ping: () => 'pong' },
    answers: [{ calls: [['ping', {}]] }, done],
  },
  'a reference to what another Call of the turn writes': {
    ideas: {
      one: idea({ make: tool({ _outputPath: { const: '†state.made' } }), use: tool({ it: { type: 'object' } }) }, [
        state,
      ]),
    },
    activities: { make: () => ({ n: 1 }), use: ({ it }: { it: Json }) => it },
    answers: [
      {
        calls: [
          ['use', { it: '†state.made' }],
          ['make', {}],
        ],
      },
      done,
    ],
  },
  'references that are missing, in a circle, or behind a failure': {
    ideas: {
      one: idea(
        {
          a: tool({ it: { type: 'integer' }, _outputPath: { const: '†state.x' } }),
          b: tool({ it: { type: 'integer' }, _outputPath: { const: '†state.y' } }),
        },
        [state],
      ),
    },
    activities: { a: () => 1, b: () => 2 },
    answers: [
      { calls: [['a', { it: '†state.nowhere' }]] },
      {
        calls: [
          ['a', { it: '†state.y' }],
          ['b', { it: '†state.x' }],
        ],
      },
      {
        calls: [
          ['a', { it: 'x' }],
          ['b', { it: '†state.x' }],
        ],
      },
      done,
    ],
  },
  'a Module with imports': {
    ideas: {
      one: idea(
        { ask: tool({ q: { type: 'string' }, _module: { const: 'idea://two' }, _imports: { const: ['state:a'] } }) },
        [state],
      ),
      two: { context: [{ type: 'input' }], schema: answer },
    },
    answers: (body, count) =>
      count === 0
        ? { calls: [['ask', { q: 'why' }]] }
        : JSON.stringify(body.messages).includes('Do it.')
          ? done
          : { output: { text: 'so' } },
  },
  'an output of the wrong shape': {
    ideas: { one: idea({}) },
    answers: [{ output: { text: 7 } }, { output: 'text' }, done],
  },
  'an output that is an array': {
    ideas: { one: { ...idea({}), schema: { type: 'array', items: { type: 'integer' } } } },
    answers: [{ output: [1, 2] }],
  },
  'an output that is a text': {
    ideas: { one: { ...idea({}), schema: { type: 'string' } } },
    answers: [{ output: 'да' }],
  },
  'neither calls nor an output, again and again': { ideas: { one: idea({ ping: tool({}) }) }, answers: () => ({}) },
  'the same Call turn after turn': {
    ideas: { one: idea({ ping: tool({}) }, [], { config: { limits: { repeatedCalls: 2 } } }) },
    activities: { ping: () => 1 },
    answers: (_, count) => (count < 4 ? { calls: [['ping', {}]] } : done),
  },
  'turns without an end': {
    ideas: { one: idea({ ping: tool({ n: { type: 'integer' } }) }, [], { config: { limits: { turns: 3 } } }) },
    activities: { ping: () => 1 },
    answers: (_, count) => ({ calls: [['ping', { n: count }]] }),
  },
  'more Calls than a turn may hold': {
    ideas: { one: idea({ ping: tool({ n: { type: 'integer' } }) }, [], { config: { limits: { callsPerTurn: 2 } } }) },
    activities: { ping: () => 1 },
    answers: [{ calls: [1, 2, 3, 4].map((n) => ['ping', { n }] as const) }, done],
  },
}

type Wire = 'structured' | 'keyed' | 'tools' | 'json'
const FORMS: readonly { readonly wire: Wire; readonly chunk: number }[] = [
  { wire: 'structured', chunk: 10_000 },
  { wire: 'structured', chunk: 1 },
  { wire: 'keyed', chunk: 10_000 },
  { wire: 'keyed', chunk: 1 },
  { wire: 'tools', chunk: 10_000 },
  { wire: 'tools', chunk: 1 },
  // Never a fallback: a person chose it.
  { wire: 'json', chunk: 1 },
]

const cut = (text: string, size: number): readonly string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []

function say(wire: Wire, chunk: number, { calls = [], output }: Said): readonly ModelDelta[] {
  const finish: ModelDelta = { type: 'finish', reason: 'stop' }
  if (wire !== 'tools') {
    const solution = {
      calls: calls.map(([name, parameters]) =>
        wire === 'keyed' ? { [name]: parameters } : { _tool: name, ...parameters },
      ),
      output: output ?? null,
    }
    return [...cut(JSON.stringify(solution), chunk).map((text): ModelDelta => ({ type: 'text', text })), finish]
  }
  const wrapped = typeof output === 'object' && !Array.isArray(output) ? output : { output }
  return [
    ...(output === undefined
      ? []
      : cut(JSON.stringify(wrapped), chunk).map((text): ModelDelta => ({ type: 'text', text }))),
    ...calls.flatMap(([name, parameters], index): ModelDelta[] => [
      { type: 'call', index, id: `id${index}`, name, argumentsDelta: '' },
      ...cut(JSON.stringify(parameters), chunk).map((argumentsDelta): ModelDelta => ({
        type: 'call',
        index,
        argumentsDelta,
      })),
    ]),
    finish,
  ]
}

/** The parts that every wire must share: Calls with verdicts, results and writes, in span order. */
function outcomeOf(events: readonly JournalEvent[]): readonly string[] {
  const lines = events.flatMap((event): readonly string[] => {
    switch (event.type) {
      case 'call.proposed':
        return [`${event.span} calls ${event.data.tool} ${JSON.stringify(event.data.parameters)}`]
      case 'call.rejected':
        return [`${event.span} refused ${event.data.error.code} ${event.data.error.path ?? ''}`]
      case 'call.failed':
        return [`${event.span} failed ${event.data.error.code}`]
      case 'call.completed':
        return [`${event.span} gave ${JSON.stringify(event.data.result)}`]
      case 'state.written':
        return [`${event.span} wrote ${event.data.ref} ${JSON.stringify(event.data.after)}`]
      case 'module.entered':
        return [`${event.span} entered ${event.data.address} with ${JSON.stringify(event.data.passed)}`]
      case 'limit.reached':
        return [`${event.span} reached ${event.data.limit}`]
      default:
        return []
    }
  })
  return lines.toSorted()
}

/** A refused schema is asked for again by the next Request of the Run; after it this endpoint's choice is known. */
const withoutRefused =
  (count: number) =>
  (line: string): string =>
    line.replace(/^request\/(\d+)/, (_, request: string) => `request/${Number(request) - count}`)

async function runOn({ wire, chunk }: (typeof FORMS)[number], { ideas, activities, answers }: Scenario) {
  let answered = 0
  const world = createTestWorld({
    ideas,
    activities,
    capabilities: { structured: wire !== 'tools', strict: wire === 'keyed', tools: wire === 'tools' },
    script(body) {
      // The endpoint that keyed Calls are for: it takes no alternatives that begin with the same key.
      if (wire === 'keyed' && JSON.stringify(body.response_format ?? '').includes('"_tool"'))
        return new ModelError('model.schemaRefused', 'Two branches begin with _tool.', { status: 400 })
      const count = answered++
      return {
        pieces: say(wire, chunk, typeof answers === 'function' ? answers(body, count) : (answers[count] ?? done)),
      }
    },
  })
  const { id, status, output, error, events } = await world.run({}, wire === 'json' ? { config: { wire } } : {})
  const refused = new Set(events.flatMap(({ type, span }) => (type === 'request.failed' ? [span] : [])))
  const asked = events.flatMap((event) =>
    event.type === 'request.started' && !refused.has(event.span) ? [event.data.wire] : [],
  )
  return {
    wires: new Set(asked),
    replay: await world.executor.replay(id),
    outcome: { status, output, error, turns: asked.length, calls: outcomeOf(events).map(withoutRefused(refused.size)) },
  }
}

describe.each(Object.entries(SCENARIOS))('%s', (_, scenario) => {
  test('has the same outcome on both wires, whole and letter by letter', async () => {
    const runs = await Promise.all(FORMS.map((form) => runOn(form, scenario)))
    for (const [position, { wires, replay, outcome }] of runs.entries()) {
      const { wire } = FORMS[position] ?? {}
      expect(wires).toEqual(new Set([wire === 'keyed' ? 'structured' : wire]))
      expect(replay).toEqual({ identical: true })
      expect(outcome).toEqual(runs[0]?.outcome)
    }
    expect(runs[0]?.outcome).toMatchSnapshot()
  })
})
