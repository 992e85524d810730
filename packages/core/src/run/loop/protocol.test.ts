import { describe, expect, test } from 'vitest'
import type { ActivityContext } from '../../activity/activity.ts'
import type { JournalEvent } from '../../journal/events.ts'
import { answer, DONE, tool, idea, once } from '../../../testing/test-idea.ts'
import { createTestWorld, type TestOptions } from '../../../testing/test-run.ts'

const errorsOf = (events: readonly JournalEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'call.failed' || event.type === 'call.rejected' ? [event.data.error.code] : [],
  )

describe('Instances are separate worlds of one Request', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `c${index}`)
  const secretOf = (id: string): string => `secret-of-${id}-`
  const seen = new Map<string, string>()
  const world = createTestWorld({
    ideas: {
      moderator: idea(
        {
          judge: tool({ _imports: { const: ['data:comment', 'state'] }, _outputPath: { const: '†state.verdict' } }),
          echo: tool({ text: { type: 'string' } }),
        },
        ...ids.flatMap((id) => [
          { type: 'data', kind: 'comment', data: secretOf(id), _instance: id },
          { type: 'state', state: { note: secretOf(id) }, _instance: id },
        ]),
      ),
    },
    activities: {
      judge: ({ _instance }, { imports, state }: ActivityContext) => {
        seen.set(String(_instance), JSON.stringify({ imports, state }))
        return `verdict-of-${_instance}-`
      },
      echo: ({ text }) => text ?? null,
    },
    script: (_, count) =>
      count === 0
        ? { calls: ids.map((_instance) => ({ _tool: 'judge', _instance })), output: null }
        : count === 1
          ? { calls: ids.map((_instance) => ({ _tool: 'echo', _instance, text: '†state.verdict' })), output: null }
          : DONE,
  })

  test('a hundred Calls of one answer read, import and write only their own', async () => {
    const { status, events } = await world.run()
    expect(status).toBe('completed')
    expect(seen.size).toBe(100)
    for (const [id, text] of seen) {
      const leaked = ids.filter((other) => other !== id && text.includes(secretOf(other)))
      expect({ id, leaked, own: text.split(secretOf(id)).length > 2 }).toEqual({ id, leaked: [], own: true })
    }
    const echoed = events.flatMap((event) => (event.type === 'call.completed' ? [event.data.result] : [])).slice(100)
    expect(echoed).toEqual(ids.map((id) => `verdict-of-${id}-`))
  })

  test('a Call of an unknown instance is refused', async () => {
    const one = createTestWorld({
      ideas: { a: idea({ judge: tool({}) }, { type: 'data', kind: 'comment', data: 'x', _instance: 'c1' }) },
      script: once({ _tool: 'judge', _instance: 'c2' }),
    })
    const { events } = await one.run()
    expect(errorsOf(events)).toEqual(['meta.forged'])
  })
})

describe('A module resolved upfront', () => {
  const composer = (mood: object) => ({
    context: [{ type: 'input', schema: { type: 'object', properties: { mood }, required: ['mood'] } }],
    schema: answer,
  })
  const producer = idea({
    compose: tool({ mood: { type: 'string' }, _module: { const: 'idea://composer' }, _resolve: { const: 'upfront' } }),
  })

  test('lends the Tool its parameters before the first Request', async () => {
    const { compose } = { compose: tool({ _module: { const: 'idea://composer' }, _resolve: { const: 'upfront' } }) }
    const world = createTestWorld({
      ideas: { producer: idea({ compose }), composer: composer({ type: 'string' }) },
      script: (_, count) => (count === 0 ? { calls: [{ _tool: 'compose' }], output: null } : DONE),
    })
    const { events } = await world.run()
    expect(JSON.stringify(world.model.asked[0])).toContain('"mood"')
    expect(errorsOf(events)).toEqual(['arguments.invalid'])
  })

  test('whose parameter contradicts the Tool’s stops the Run before any Request', async () => {
    const world = createTestWorld({
      ideas: { producer, composer: composer({ type: 'integer' }) },
      script: () => DONE,
    })
    const { error } = await world.run()
    expect(error).toBe('module.mergeConflict')
    expect(world.model.asked).toEqual([])
  })
})

describe('An Activity', () => {
  const ideas = { a: idea({ work: tool({ n: { type: 'integer' }, _output: { type: 'string' } }) }) }
  const run = (work: NonNullable<TestOptions['activities']>[string]) =>
    createTestWorld({ ideas, activities: { work }, script: once({ _tool: 'work', n: 1 }) }).run()

  test('that takes longer than its timeout is stopped and reported', async () => {
    let stopped = false
    const { events, status } = await run({
      run: (_, { signal }) => {
        signal.addEventListener('abort', () => (stopped = true))
        return new Promise(() => {})
      },
      options: { timeoutMs: 10 },
    })
    expect({ stopped, status, errors: errorsOf(events) }).toEqual({
      stopped: true,
      status: 'completed',
      errors: ['activity.timeout'],
    })
  })

  test('is tried again as often as it was registered with, always under one idempotency key', async () => {
    const attempts: unknown[] = []
    const keys = new Set<string>()
    const { events } = await run({
      run: (_, { attempt, idempotencyKey }) => {
        attempts.push(attempt)
        keys.add(idempotencyKey)
        if (attempt < 3) throw new Error('not yet')
        return 'at last'
      },
      options: { retry: { attempts: 3, backoffMs: 1 } },
    })
    expect(attempts).toEqual([1, 2, 3])
    expect(keys.size).toBe(1)
    expect(events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({ result: 'at last' })
  })

  test('whose result does not fit _output is an error, and its result is hidden', async () => {
    const { events } = await run(() => 42)
    expect(errorsOf(events)).toEqual(['output.invalid'])
    expect(events.some(({ type }) => type === 'call.completed')).toBe(false)
  })

  test.each([
    ['a function', () => 'x'],
    [
      'a cycle',
      Object.assign(
        {},
        {
          get self(): unknown {
            return this
          },
        },
      ),
    ],
    ['a BigInt', 1n],
  ])('that returns %s fails with a sentence', async (_, value) => {
    const { events } = await run(() => value)
    expect(errorsOf(events)).toEqual(['activity.failed'])
  })
})
