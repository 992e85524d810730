import { describe, expect, test } from 'vitest'
import type { Config } from '../../idea/idea.ts'
import { createExecutor } from '../operate/executor.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import { DONE } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const enter = { type: 'object', properties: { _module: { const: 'idea://inner' }, n: { type: 'integer' } } }
const idea = (config: Config, more: readonly object[] = []) => ({
  config,
  context: [{ type: 'text', text: 'Say hello.' }, ...more],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})

const runWith = async (
  outer: Config,
  { inner = {}, ...more }: Partial<ExecutorDeps> & { readonly inner?: Config } = {},
) => {
  const { deps, model } = createTestWorld({
    ideas: { outer: idea(outer, [{ type: 'tool', tool: { enter } }]), inner: idea(inner) },
    script: (body, count) =>
      count === 0 && JSON.stringify(body).includes('"const":"enter"')
        ? { calls: [{ _tool: 'enter', n: 1 }], output: null }
        : DONE,
  })
  const executor = createExecutor({ ...deps, ...more })
  const { id } = await executor.start({ idea: 'outer' })
  const { status, error } = await executor.settled(id)
  return { executor, id, status, error, asked: model.asked.length, events: await deps.journal.read(id) }
}

describe('A cost limit that cannot be held', () => {
  test('ends the Run before its first Request and names model, limit and remedies', async () => {
    const { executor, id, error, asked, events } = await runWith({ limits: { cost: 2 } }, { costOf: () => null })
    expect(asked).toBe(0)
    expect(error).toMatchObject({ code: 'limit.unpriced', key: 'request/0', retryable: false })
    expect(error?.message).toMatch(/model scripted.*2 USD.*"prices".*allowUnpriced/)
    expect(events.map(({ type }) => type)).toEqual(['run.created', 'limit.reached', 'run.failed'])
    expect(events[1]).toMatchObject({ data: { limit: 'cost', max: 2, value: 0, unpriced: 'scripted' } })
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('ends it also where the host gave no prices at all', async () => {
    expect((await runWith({ limits: { cost: 2 } })).error?.code).toBe('limit.unpriced')
  })

  test('replays to that end when the price is known by now', async () => {
    let price: number | null = null
    const { executor, id } = await runWith({ limits: { cost: 2 } }, { costOf: () => price })
    price = 0
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test.each<[string, Config, Partial<ExecutorDeps>]>([
    ['the limit is the built-in default', {}, { costOf: () => null }],
    ['the price is known, be it zero', { limits: { cost: 2 } }, { costOf: () => 0 }],
    ['somebody allowed it', { limits: { cost: 2 }, allowUnpriced: true }, { costOf: () => null }],
    ['the workspace allowed it', { limits: { cost: 2 } }, { costOf: () => null, config: { allowUnpriced: true } }],
  ])('lets the Run begin where %s', async (_, config, more) => {
    const { executor, id, status } = await runWith(config, more)
    expect(status).toBe('completed')
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('of the workspace or of the run counts as one that somebody set', async () => {
    const { error } = await runWith({}, { costOf: () => null, config: { limits: { cost: 1 } } })
    expect(error?.code).toBe('limit.unpriced')
  })

  test('ends the Run inside a Module whose model has no price, whichever Loop set the limit', async () => {
    for (const [outer, inner] of [
      [{ limits: { cost: 2 } }, { model: 'other' }],
      [{}, { model: 'other', limits: { cost: 1 } }],
      // The Module's own permission does not lift the limit around it.
      [{ limits: { cost: 2 } }, { model: 'other', allowUnpriced: true }],
    ] as const) {
      const { deps } = createTestWorld({ ideas: {}, script: () => DONE })
      const named = (name = 'scripted') => ({ ...deps.models(undefined), name })
      const world = createTestWorld({
        ideas: { outer: idea(outer, [{ type: 'tool', tool: { enter } }]), inner: idea(inner) },
        script: () => ({ calls: [{ _tool: 'enter', n: 1 }], output: null }),
      })
      const executor = createExecutor({
        ...world.deps,
        models: (name) => ({ ...world.model, name: named(name).name }),
        costOf: (_usage, model) => (model === 'other' ? null : 0),
      })
      const { id } = await executor.start({ idea: 'outer' })
      const { error } = await executor.settled(id)
      expect(error).toMatchObject({ code: 'limit.unpriced', key: 'request/0/call/0/request/0' })
      expect(await executor.replay(id)).toEqual({ identical: true })
    }
  })
})
