import { describe, expect, test } from 'vitest'
import { ModelError } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld, type Scripted } from '../../../testing/test-run.ts'

const ideas = { say: { context: [{ type: 'text', text: 'Say it.' }] } }
const busy = (retryAfterMs?: number): Scripted =>
  new ModelError('model.rateLimited', 'Too many requests.', {
    retryable: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

/** A Run whose endpoint says these things first; the pauses before it is asked again, in milliseconds. */
async function asked(first: readonly Scripted[]) {
  const { journal, deps, model } = createTestWorld({
    ideas,
    script: (_, count) => first[count] ?? { calls: [], output: 'said' },
  })
  const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    // A deadline never comes by itself; a pause is over at once.
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (ms <= 30_000) setImmediate(resolve)
    })
  const executor = createExecutor({ ...deps, clock: { ...deps.clock, sleep } })
  const { id } = await executor.start({ idea: 'say' })
  const run = await executor.settled(id)
  const events = await journal.read(id, { hydrate: true })
  const pauses = events.flatMap((event) => (event.type === 'request.retried' ? [event.data.delayMs] : []))
  return {
    status: run.status,
    code: run.error?.code,
    pauses,
    times: model.asked.length,
    replay: await executor.replay(id),
  }
}

describe('An endpoint that is busy', () => {
  test('is asked again after the time it names', async () => {
    const run = await asked([busy(3000), busy(1000)])
    expect(run).toMatchObject({ status: 'completed', pauses: [3000, 1000], replay: { identical: true } })
  })

  test('that names a time without end is asked again after half a minute at most', async () => {
    const { status, pauses } = await asked([busy(1e15)])
    expect([status, pauses]).toEqual(['completed', [30_000]])
  })

  test('that names none is given longer each time, and the Run ends when it stays busy', async () => {
    const { status, code, pauses, times } = await asked(Array.from({ length: 100 }, () => busy()))
    expect([status, code]).toEqual(['failed', 'model.rateLimited'])
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(new Set(pauses).size).toBe(pauses.length)
    expect(times).toBe(pauses.length + 1)
    expect(times).toBeLessThan(10)
  })
})
