import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelDelta } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createClock } from '../operate/system-clock.ts'
import {
  ATTACK_FORMS,
  cut,
  finish,
  fn,
  ideas,
  piecesOf,
  repeat,
  text,
  type How,
} from '../../../testing/test-attacks.ts'
import { createTestWorld, type Scripted } from '../../../testing/test-run.ts'
import { capabilitiesOf, sayOn, TEST_WIRES, type TestWire } from '../../../testing/test-wires.ts'

const scriptedBy = (how: How, isStreamed: boolean): Scripted =>
  how instanceof Error ? how : { pieces: piecesOf(how, isStreamed) }

const good = (wire: TestWire): Scripted => ({ pieces: sayOn(wire, { output: { text: 'done' } }) })

/** The attack `times` times, then what a good model says. */
async function attacked(wire: TestWire, scripted: Scripted, times: number) {
  const world = createTestWorld({
    ideas,
    activities: { ping: () => 'pong', save: ({ n }: { n: unknown }) => n, guard: () => 'opened' },
    capabilities: capabilitiesOf(wire),
    script: (_, count) => (count < times ? scripted : good(wire)),
  })
  const { journal, deps } = world
  const executor = createExecutor({ ...deps, clock: createClock({ ...deps.clock, after: pausesPass }) })
  const { id } = await executor.start({ idea: 'one', input: { n: 1 } })
  await executor.settled(id)
  for (const { callId } of executor.approvals())
    await executor.decide(id, callId, { decision: 'refuse', by: 'a person' })
  const run = await executor.settled(id)
  return { run, replay: await executor.replay(id), events: await journal.read(id, { hydrate: true }) }
}

/** A pause before another attempt, 30 s at most, passes at once; a deadline never comes. */
const pausesPass = (ms: number, act: () => void): (() => void) => {
  const timer = ms <= 30_000 ? setImmediate(act) : undefined
  return () => clearImmediate(timer)
}

const escaped: unknown[] = []
const note = (reason: unknown): void => void escaped.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

const CODE = /^(model|limit|answer|json|tool|arguments|meta|reference|output|module|activity|approval|call)\.[a-zA-Z]+$/

test('there are more than sixty behaviours on each wire', () => {
  for (const wire of TEST_WIRES) expect(ATTACK_FORMS.filter((form) => form.wire === wire).length).toBeGreaterThan(60)
})

describe.each(ATTACK_FORMS)('$title, on $wire', ({ wire, how }) => {
  test.each([
    { form: 'whole, once', isStreamed: false, times: 1 },
    { form: 'letter by letter, once', isStreamed: true, times: 1 },
    { form: 'again and again', isStreamed: false, times: 1000 },
  ])(
    '$form: the Run ends properly, every error has its code, and the replay is identical',
    async ({ isStreamed, times }) => {
      const { run, replay, events } = await attacked(wire, scriptedBy(how, isStreamed), times)
      expect(['completed', 'failed']).toContain(run.status)
      if (run.status === 'failed') expect(run.error?.code).toMatch(CODE)
      for (const event of events)
        if (event.type === 'call.rejected' || event.type === 'call.failed') expect(event.data.error.code).toMatch(CODE)
      expect(replay).toEqual({ identical: true })
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      expect(escaped).toEqual([])
    },
  )
})

describe.each(TEST_WIRES)('A stream that is cut, on %s', (wire) => {
  const whole: readonly ModelDelta[] = cut(
    wire === 'structured'
      ? [text('{"calls":[{"_tool":"ping","host":"a"},{"_tool":"ping","host":"b"}],"output":{"text":"x"}}')]
      : [fn('ping', '{"host":"a"}'), fn('ping', '{"host":"b"}', 1), text('{"text":"x"}')],
  )
  test('is never mistaken for an answer, wherever it is cut', async () => {
    for (let at = 0; at <= whole.length; at++) {
      const { run, replay, events } = await attacked(wire, { pieces: whole.slice(0, at) }, 1)
      expect({ at, status: run.status, output: run.output }).toEqual({
        at,
        status: 'completed',
        output: { text: 'done' },
      })
      expect(
        events.some(
          ({ key }) =>
            key === 'request/0#request.completed' && at > 0 && events.every(({ type }) => type !== 'request.retried'),
        ),
      ).toBe(false)
      expect(replay).toEqual({ identical: true })
    }
  })
})

describe.each(TEST_WIRES)('What is too long to be read, on %s', (wire) => {
  test.each(['arguments', 'an answer'])(
    'is shown to the model by its beginning, and the Run continues: %s',
    async (what) => {
      const long = 'x'.repeat(1_200_000)
      const said: Scripted =
        what === 'an answer'
          ? { pieces: [text(long), finish] }
          : { pieces: sayOn(wire, { calls: [['ping', { host: long }]] }) }
      const { run, replay, events } = await attacked(wire, said, 1)
      expect([run.status, replay]).toEqual(['completed', { identical: true }])
      const asked = events.flatMap((event) => (event.type === 'request.started' ? [event.data.messages] : []))
      expect(asked).toHaveLength(2)
      expect(JSON.stringify(asked.at(-1)).length).toBeLessThan(20_000)
      expect(JSON.stringify(asked.at(-1)).match(/characters in all/g)).toHaveLength(1)
    },
  )
})

describe.each(TEST_WIRES)('An answer that never ends, on %s', (wire) => {
  test.each<[string, (index: number) => ModelDelta]>([
    ['of text', () => text('a'.repeat(50_000))],
    ['of thoughts', () => ({ type: 'reasoning', text: 'a'.repeat(50_000) })],
    ['of arguments', () => fn('ping', 'a'.repeat(50_000))],
  ])('%s is broken off, and the Run says why', async (_, piece) => {
    const { run, replay } = await attacked(wire, { pieces: [...repeat(3000, piece), finish] }, 1)
    // On the structured wire a function call isn't an answer.
    if (run.status === 'failed') expect(run.error).toMatchObject({ code: 'model.envelope', retryable: false })
    expect(replay).toEqual({ identical: true })
  })
})
