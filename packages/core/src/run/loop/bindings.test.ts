import { describe, expect, test } from 'vitest'
import type { Profile } from '../../idea/bindings.ts'
import { createExecutor } from '../operate/executor.ts'
import { DONE, tool, idea, once } from '../../../testing/test-idea.ts'
import { createTestWorld, resumeIn } from '../../../testing/test-run.ts'

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
    const weights = [
      { to: 'fast', weight: 1 },
      { to: '', weight: 3 },
    ]
    const tools = { note: { default: weights, per: 'input' } } as const
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
      const weights = [
        { to: 'fast', weight },
        { to: '', weight: 100 - weight },
      ]
      const tools = { note: { default: weights, per: 'input' } } as const
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

test('The record reports an Activity without code: the model does its work, and a replay finds the same', async () => {
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
