import { describe, expect, test } from 'vitest'
import type { ActivityContext } from '../activity/activity.ts'
import type { Profile } from '../idea/bindings.ts'
import type { JournalEvent } from '../journal/events.ts'
import { createExecutor } from './executor.ts'
import { createTestWorld, resumeIn, type Script, type TestOptions } from './test-run.ts'

const answer = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const DONE = { calls: [], output: { text: 'done' } }
const tool = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const idea = (tools: object, ...messages: readonly object[]) => ({
  context: [{ type: 'text', text: 'Work.' }, ...messages, { type: 'tool', tool: tools }],
  schema: answer,
})
/** Makes the Calls in the first turn and is done in the second. */
const once =
  (...calls: readonly object[]): Script =>
  (_, count) =>
    count === 0 ? { calls, output: null } : DONE
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

  test('a Call of an instance that is not there is refused', async () => {
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

describe('Bindings', () => {
  const ideas = { a: idea({ note: tool({ _output: { type: 'string' } }) }) }
  const activities = { fast: () => 'fast', slow: () => 'slow', other: () => 'other' }
  const call = { _tool: 'note', _output: 'the model' }
  const resultWith = async (profile: Profile, input?: string): Promise<unknown> => {
    const world = createTestWorld({ ideas, activities, profile, script: once(call) })
    const { events } = await world.run(input)
    const [first] = events
    const result = events.find((event) => event.type === 'call.completed')
    return {
      result: result?.type === 'call.completed' ? result.data.result : undefined,
      journaled: first?.type === 'run.created' ? first.data.bindings : undefined,
    }
  }

  test('put an Activity behind a latent Tool, with no edit to any Idea; the choice is journaled', async () => {
    expect(await resultWith({})).toEqual({ result: 'the model', journaled: {} })
    expect(await resultWith({ tools: { note: 'fast' } })).toEqual({ result: 'fast', journaled: { note: 'fast' } })
  })

  test('may differ by Idea', async () => {
    const tools = { note: { default: 'slow', ideas: { a: 'fast' } } }
    expect(await resultWith({ tools })).toMatchObject({ result: 'fast' })
    expect(await resultWith({ tools: { note: { default: 'slow', ideas: { b: 'fast' } } } })).toMatchObject({
      result: 'slow',
    })
  })

  test('with weights choose once per Run, the model among the choices, in their proportion', async () => {
    const counts: Record<string, number> = {}
    const tools = {
      note: [
        { to: 'fast', weight: 1 },
        { to: '', weight: 3 },
      ],
    }
    for (let run = 0; run < 200; run++) {
      const { result, journaled } = (await resultWith({ tools }, `input ${run}`)) as {
        result: string
        journaled: { note: string }
      }
      expect(result).toBe(journaled.note === '' ? 'the model' : 'fast')
      counts[result] = (counts[result] ?? 0) + 1
    }
    expect(counts['fast']).toBeGreaterThan(25)
    expect(counts['fast']).toBeLessThan(85)
  })

  test('roll out gradually: a growing weight only ever moves Runs towards it', async () => {
    const chosen = async (weight: number, run: number): Promise<string> => {
      const tools = {
        note: [
          { to: 'fast', weight },
          { to: '', weight: 100 - weight },
        ],
      }
      return ((await resultWith({ tools }, `input ${run}`)) as { result: string }).result
    }
    for (let run = 0; run < 20; run++) {
      const steps = await Promise.all([0, 20, 60, 100].map((weight) => chosen(weight, run)))
      expect(steps).toEqual(steps.toSorted((one, other) => (one === other ? 0 : one === 'fast' ? 1 : -1)))
      expect([steps[0], steps[3]]).toEqual(['the model', 'fast'])
    }
  })

  test('replaced at run time hold for the next Run; one in flight keeps what it started with', async () => {
    let profile: Profile = { tools: { note: 'fast' } }
    const base = createTestWorld({
      ideas,
      activities,
      script: (_, count) => {
        if (count === 0) profile = { tools: { note: 'other' } }
        return count % 2 === 0 ? { calls: [call], output: null } : DONE
      },
    })
    const executor = createExecutor({ ...base.deps, profile: () => profile })
    const results: unknown[] = []
    for (let run = 0; run < 2; run++) {
      const { id } = await executor.start({ idea: 'a', input: String(run) })
      await executor.settled(id)
      for (const event of await base.journal.read(id, { hydrate: true }))
        if (event.type === 'call.completed') results.push(event.data.result)
    }
    expect(results).toEqual(['fast', 'other'])
  })

  test('hold for a Run in flight also after a restart, in Modules that it enters only then', async () => {
    const authored = tool({ _activity: { const: 'fast' }, _output: { type: 'string' } })
    const worldWith = (profile: Profile) =>
      createTestWorld({
        ideas: {
          a: idea({ enter: tool({ _module: { const: 'idea://b' } }) }),
          b: idea({ note: authored }, { type: 'text', text: 'Inside.' }),
        },
        activities,
        profile,
        script: ({ messages }) => {
          if (messages.some(({ role }) => role === 'assistant')) return DONE
          const inside = JSON.stringify(messages).includes('Inside.')
          return { calls: [{ _tool: inside ? 'note' : 'enter' }], output: null }
        },
      })
    const first = worldWith({ activities: { fast: 'slow' } })
    const { id, events } = await first.run()
    const left = events.slice(
      0,
      events.findIndex(({ type }) => type === 'module.entered'),
    )
    const again = worldWith({ activities: { fast: 'other' } })
    const resumed = await resumeIn(again, { by: first, events: left })
    expect(resumed.at(-1)?.type).toBe('run.completed')
    const results = resumed.flatMap((event) => (event.type === 'call.completed' ? [event.data.result] : []))
    expect(results[0]).toBe('slow')
    expect(await again.executor.replay(id)).toEqual({ identical: true })
  })

  test('swap the implementation behind an authored name', async () => {
    const authored = { a: idea({ note: tool({ _activity: { const: 'fast' }, _output: { type: 'string' } }) }) }
    const world = createTestWorld({
      ideas: authored,
      activities,
      profile: { activities: { fast: 'slow' } },
      script: once({ _tool: 'note' }),
    })
    const { events } = await world.run()
    expect(events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({ result: 'slow' })
  })
})

describe('A Run that continues another', () => {
  test('begins with its messages, and what was asked then is answered now', async () => {
    const world = createTestWorld({
      ideas: { a: { context: [{ type: 'text', text: 'Help.' }] } },
      script: (_, count) => (count === 0 ? 'Which city?' : 'Sunny.'),
    })
    const first = await world.run('weather?')
    const second = await world.run('Oslo', { continues: first.id })
    expect(second.output).toBe('Sunny.')
    const shown = JSON.stringify(world.model.asked[1]?.messages)
    for (const said of ['Help.', 'weather?', 'Which city?', 'Oslo']) expect(shown).toContain(said)
    expect(await world.executor.replay(second.id)).toEqual({ identical: true })
  })
})

test('A Run that continues another holds its files too, whatever becomes of the other', async () => {
  const save = tool({ _output: { type: 'object' } })
  const world = createTestWorld({
    ideas: {
      a: {
        context: [
          { type: 'text', text: 'Draw.' },
          { type: 'tool', tool: { save } },
        ],
      },
    },
    activities: { save: (_, { artifact }) => artifact('a.png', new Uint8Array([1]), { type: 'image/png' }) },
    script: (_, count) =>
      count === 0 ? { calls: [{ _tool: 'save' }], output: null } : { calls: [], output: `Done ${count}.` },
  })
  const first = await world.run('draw')
  const second = await world.run('again', { continues: first.id })
  const third = await world.run('and again', { continues: second.id })
  for (const { id, events } of [second, third]) {
    const files = events.flatMap((event) => (event.type === 'artifact.created' ? [event.data.name] : []))
    expect(files).toEqual([expect.stringMatching(/-a\.png$/)])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  }
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

  test('whose result does not fit _output is an error, and its result nobody sees', async () => {
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

test('An Activity that is named in vain is told in the record: the model does its work, and a replay finds it the same', async () => {
  const note = tool({ _activity: { const: 'nobody' }, _output: { type: 'string' } })
  const world = createTestWorld({
    ideas: { a: idea({ note }) },
    script: once({ _tool: 'note', _output: 'the model' }),
  })
  const { id, events } = await world.run()
  expect(events.find(({ type }) => type === 'request.started')?.data).toMatchObject({
    tools: [{ name: 'note', mode: 'latent', missing: 'nobody' }],
  })
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})
