import { describe, expect, test } from 'vitest'
import { ModelError, type Model } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createScriptedModel, createTestWorld, type Scripted, type TestWorld } from '../../../testing/test-run.ts'

const TOOL = { type: 'object', description: 'Notes.', properties: { text: { type: 'string' } } }
const ideas = {
  say: {
    context: [
      { type: 'text', text: 'Say it.' },
      { type: 'tool', tool: { note: TOOL } },
    ],
  },
}
const fault = (code: ModelError['code'], details: ModelError['details'] = { retryable: true }): ModelError =>
  new ModelError(code, `It said ${code}.`, details)
const said = (text: string): Scripted => ({ calls: [], output: text })
const noted: Scripted = { calls: [{ _tool: 'note', text: 'x' }], output: null }

/** A pause is over at once; a deadline never comes. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (ms <= 30_000) setImmediate(resolve)
  })

/** A world whose pauses take no time. */
const worldOf = (options: Parameters<typeof createTestWorld>[0]): TestWorld => {
  const world = createTestWorld(options)
  return { ...world, deps: { ...world.deps, clock: { ...world.deps.clock, sleep } } }
}

type Scripts = { readonly [name: string]: readonly Scripted[] }

/** A Run whose models `first`, `second` and `third` say these things in turn; each falls back on those after it. */
async function ran(scripts: Scripts, config: object = {}) {
  const world = worldOf({ ideas, script: () => '', activities: { note: () => 'noted' } })
  const asked: string[] = []
  const model = (name: string, list: readonly Scripted[]): Model => {
    const scripted = createScriptedModel((_, count) => {
      asked.push(name)
      return list[count] ?? fault('model.status')
    })
    const fallback = name === 'first' ? Object.keys(scripts).filter((other) => other !== 'first') : undefined
    return { ...scripted, name, ...(fallback && { fallback }) }
  }
  const models = new Map(Object.entries(scripts).map(([name, list]) => [name, model(name, list)]))
  const find = (name = 'first'): Model => {
    const found = models.get(name)
    if (found === undefined) throw new Error(`there is no ${name}`)
    return found
  }
  const executor = createExecutor({ ...world.deps, models: find, config })
  const { id } = await executor.start({ idea: 'say' })
  const run = await executor.settled(id)
  const events = await world.journal.read(id, { hydrate: true })
  const gone = createExecutor({
    ...world.deps,
    models: () => {
      throw new Error('the endpoints are away')
    },
  })
  return {
    id,
    executor,
    world,
    asked,
    status: run.status,
    output: run.output,
    error: run.error,
    /** Who was asked by which Request, and what came of it. */
    requests: events.flatMap(({ type, data }) =>
      type === 'request.started'
        ? [data.model]
        : type === 'request.failed'
          ? [data.code]
          : type === 'request.completed'
            ? ['answered']
            : [],
    ),
    notes: events.flatMap(({ type, data }) => (type === 'request.completed' ? (data.notes ?? []) : [])),
    replay: await gone.replay(id),
  }
}

describe('A model that can’t answer', () => {
  test.each([
    ['that is busy', fault('model.rateLimited', { retryable: true, retryAfterMs: 20_000 }), 1],
    ['whose quota is used up', fault('model.rateLimited', { retryable: false }), 1],
    ['that sends nothing in time', fault('model.stalled'), 1],
    ['that answers 500', fault('model.status', { retryable: true, status: 500 }), 2],
    ['that cannot be reached', fault('model.unreachable'), 2],
  ] as const)('%s is replaced by the next one, and the record says by which', async (_, error, times) => {
    const run = await ran({ first: [error, error, error, error], second: [said('second')] })
    expect(run).toMatchObject({
      status: 'completed',
      output: 'second',
      asked: [...Array.from({ length: times }, () => 'first'), 'second'],
      requests: ['first', error.code, 'second', 'answered'],
      notes: [`first could not answer (${error.code}), so second was asked.`],
      replay: { identical: true },
    })
  })

  test('is asked once more where a fault passes', async () => {
    const run = await ran({ first: [fault('model.unreachable'), said('first')], second: [] })
    expect(run).toMatchObject({ output: 'first', asked: ['first', 'first'], notes: [], replay: { identical: true } })
  })

  test('is not replaced where the fault is the question’s or the settings’', async () => {
    for (const code of ['model.status', 'model.refused', 'model.length', 'model.token'] as const) {
      const run = await ran({ first: [fault(code, { retryable: false })], second: [said('second')] })
      expect(run).toMatchObject({ status: 'failed', error: { code }, asked: ['first'], replay: { identical: true } })
    }
  })

  test('has fallbacks that fail too: the last one is given time, and the Run ends with the names of all', async () => {
    const run = await ran({ first: [fault('model.rateLimited')], second: [fault('model.rateLimited')], third: [] })
    expect(run).toMatchObject({
      status: 'failed',
      error: {
        code: 'model.status',
        message: 'It said model.status. Before that, first, second could not answer either.',
      },
      asked: ['first', 'second', 'third', 'third', 'third', 'third'],
      replay: { identical: true },
    })
  })

  test('leaves its Loop with the one that answered, and is asked again once that fails', async () => {
    const busy = fault('model.rateLimited')
    const run = await ran({ first: [busy, said('first')], second: [noted, noted, busy] })
    expect(run).toMatchObject({
      status: 'completed',
      output: 'first',
      asked: ['first', 'second', 'second', 'second', 'first'],
      replay: { identical: true },
    })
  })

  test('passes over a fallback that cannot be opened', async () => {
    const world = await ran({ first: [fault('model.rateLimited')], second: [said('second')] })
    expect(world.output).toBe('second')
    const broken = worldOf({ ideas, script: () => fault('model.rateLimited') })
    const models = (name?: string): Model => {
      if (name !== undefined) throw new Error('no key')
      return { ...broken.model, fallback: ['gone'] }
    }
    const executor = createExecutor({ ...broken.deps, models })
    const run = await executor.settled((await executor.start({ idea: 'say' })).id)
    expect(run).toMatchObject({ status: 'failed', error: { code: 'model.rateLimited' } })
    expect(broken.model.asked).toHaveLength(4)
  })

  test('is not asked again by a fork of the Run', async () => {
    const run = await ran({
      first: [fault('model.rateLimited')],
      second: [noted, said('second'), said('changed')],
    })
    const before = run.asked.length
    const last = (await run.world.journal.read(run.id, { hydrate: true })).at(-1)
    const fork = await run.executor.fork(run.id, {
      at: last?.seq ?? 0,
      edit: { type: 'result', key: 'request/1/call/0', result: 'other' },
    })
    const forked = await run.executor.settled(fork.id)
    expect([forked.output, run.asked.slice(before)]).toEqual(['changed', ['second']])
    expect(await run.executor.replay(fork.id)).toEqual({ identical: true })
  })

  test('ends the Run before a fallback without a price, where a cost limit has to hold', async () => {
    const world = worldOf({ ideas, script: () => '' })
    const first = { ...createScriptedModel(() => fault('model.rateLimited')), name: 'first', fallback: ['second'] }
    const second = { ...createScriptedModel(() => said('second')), name: 'second' }
    const executor = createExecutor({
      ...world.deps,
      models: (name) => (name === 'second' ? second : first),
      costOf: (_, name) => (name === 'first' ? 0 : null),
      config: { limits: { cost: 1 } },
    })
    const { id } = await executor.start({ idea: 'say' })
    const { error } = await executor.settled(id)
    expect(error?.message).toContain('No price is known for the model second')
    expect(await executor.replay(id)).toEqual({ identical: true })
  })
})
