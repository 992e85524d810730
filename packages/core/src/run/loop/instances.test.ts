import { expect, test } from 'vitest'
import { createTraceLog, stateInstances, wholeState, cursorAt, spanDetail } from '../../trace.ts'
import type { Json } from '../../schema/json.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const note = {
  type: 'object',
  description: 'Notes.',
  properties: { n: { type: 'integer' }, _outputPath: { type: 'string' } },
  required: ['n'],
}
const context = [
  { type: 'state', state: { list: [1, 2], kept: { a: 1 } } },
  { type: 'state', state: { mood: 'calm' }, _instance: 'one' },
  { type: 'data', kind: 'comment', data: 'two', _instance: 'two' },
  { type: 'tool', tool: { note } },
]
const done = { calls: [], output: 'done' }

/** One turn of these Calls, then a look at what the model is shown. */
async function runTurn(calls: readonly object[]) {
  const world = createTestWorld({
    ideas: { work: { context } },
    activities: { note: ({ n }: { n: number }) => n },
    script: (_, count) => (count === 0 ? { calls, output: null } : done),
  })
  const { events, status } = await world.run()
  expect(status).toBe('completed')
  const log = createTraceLog(events)
  const contextOf = () => context as never // as the file has it
  const shown = JSON.stringify(world.model.asked.at(-1)?.messages)
  return {
    log,
    shown,
    world,
    stateOf: (instance?: string) => wholeState(log, '', log.events.length, contextOf, instance),
    contextOf,
  }
}

test('an instance that writes an item of a shared list has the list with that item; the shared one stays as it is', async () => {
  const { stateOf, shown } = await runTurn([
    { _tool: 'note', n: 3, _instance: 'one', _outputPath: '†state.list.2' },
    { _tool: 'note', n: 4, _instance: 'two', _outputPath: '†state.list.0' },
    { _tool: 'note', n: 5, _instance: 'two', _outputPath: '†state.kept.b' },
  ])
  expect(shown).toContain('[1,2,3]')
  expect(shown).toContain('[4,2]')
  expect(stateOf()).toEqual({ list: [1, 2], kept: { a: 1 } })
  expect(stateOf('one')).toEqual({ list: [1, 2, 3], kept: { a: 1 }, mood: 'calm' })
  expect(stateOf('two')).toEqual({ list: [4, 2], kept: { a: 1, b: 5 } })
})

test('after parallel Calls the Trace has the Loop’s next state, whichever finished first', async () => {
  let goOn = (): void => {}
  const second = new Promise<void>((resolve) => (goOn = resolve))
  const write = { ...note, properties: { ...note.properties, value: {} } }
  const world = createTestWorld({
    ideas: {
      work: {
        context: [
          { type: 'state', state: {} },
          { type: 'tool', tool: { write } },
        ],
      },
    },
    activities: {
      async write({ n, value }: { n: number; value: Json }) {
        if (n === 0) await second
        else goOn()
        return value
      },
    },
    script: (_, count) => {
      const calls = [
        { _tool: 'write', n: 0, value: { x: 1 }, _outputPath: '†state.a' },
        { _tool: 'write', n: 1, value: 2, _outputPath: '†state.a.b' },
      ]
      return count === 0 ? { calls, output: null } : done
    },
  })
  const { events } = await world.run()
  expect(JSON.stringify(world.model.asked.at(-1)?.messages)).toContain('{\\"a\\":{\\"x\\":1,\\"b\\":2}}')
  const log = createTraceLog(events)
  const expected = { a: { x: 1, b: 2 } }
  expect(cursorAt(log).state('')).toEqual(expected)
  expect(wholeState(log, '', events.length, () => [])).toEqual(expected)
})

test('the Trace keeps the states of instances apart, as the Loop does', async () => {
  const { log, stateOf, contextOf } = await runTurn([
    { _tool: 'note', n: 1, _instance: 'one', _outputPath: '†state.verdict' },
    { _tool: 'note', n: 2, _instance: 'two', _outputPath: '†state.verdict' },
    { _tool: 'note', n: 3, _outputPath: '†state.all' },
  ])
  expect(stateInstances(log, '', log.events.length, contextOf)).toEqual(['one', 'two'])
  expect(stateInstances(log, '', 1, contextOf)).toEqual(['one'])
  expect(stateOf('one')).toMatchObject({ verdict: 1, all: 3, mood: 'calm' })
  expect(stateOf('two')).toMatchObject({ verdict: 2, all: 3 })
  expect(stateOf()).toEqual({ list: [1, 2], kept: { a: 1 }, all: 3 })
  expect(cursorAt(log).state('')).toEqual({ all: 3 })
  const afterOf = (call: number) => spanDetail(log, `request/0/call/${call}`)?.stateAfter
  expect(afterOf(0)).toMatchObject({ verdict: 1 })
  expect(afterOf(1)).toMatchObject({ verdict: 2 })
  expect(afterOf(2)).not.toHaveProperty('verdict')
})
