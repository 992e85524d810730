import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../../testing/manual-clock.ts'
import type { RateLimits } from '../../model/model.ts'
import { createSlots, type Slot } from './slots.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** An endpoint with these limits, and those whose turn has come. */
const endpoint = (rate: RateLimits, most = 100) => {
  const clock = createManualClock()
  const slots = createSlots({ clock, most: () => most, rate: () => rate })
  const sent: string[] = []
  const told: string[] = []
  const held = new Map<string, Slot>()
  const ask = (name: string, tokens = 0, signal = new AbortController().signal): Promise<void> =>
    slots
      .take('main', { signal, tokens, onWait: (before, by) => told.push(`${name} ${before} ${by}`) })
      .then((slot) => {
        sent.push(name)
        held.set(name, slot)
      })
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms)
    await turn()
  }
  return { ask, sent, told, pass, give: (name: string, tokens?: number) => held.get(name)?.give(tokens) }
}

describe('An endpoint', () => {
  test('with a limit of requests a minute lets the rest wait in order, until the first is a minute old', async () => {
    const { ask, sent, told, pass } = endpoint({ requestsPerMinute: 2 })
    void ask('a')
    await pass(10_000)
    for (const name of ['b', 'c', 'd']) void ask(name)
    await pass(49_999)
    expect([sent, told]).toEqual([
      ['a', 'b'],
      ['c 0 requests', 'd 1 requests'],
    ])
    await pass(1)
    expect([sent, told.slice(2)]).toEqual([['a', 'b', 'c'], ['d 0 requests']])
    await pass(10_000)
    expect(sent).toEqual(['a', 'b', 'c', 'd'])
  })

  test('with a limit of tokens a minute reserves an estimate and counts what was used', async () => {
    const { ask, sent, told, pass, give } = endpoint({ tokensPerMinute: 100 })
    void ask('a', 60)
    void ask('b', 60)
    await pass(0)
    expect([sent, told]).toEqual([['a'], ['b 0 tokens']])
    give('a', 40)
    await pass(0)
    expect(sent).toEqual(['a', 'b'])
    void ask('c', 1)
    await pass(59_999)
    expect(sent).toEqual(['a', 'b'])
    await pass(1)
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('sends a question that is larger than its limit alone, not never', async () => {
    const { ask, sent, pass } = endpoint({ tokensPerMinute: 100 })
    void ask('small', 10)
    void ask('large', 5000)
    void ask('next', 10)
    await pass(59_999)
    expect(sent).toEqual(['small'])
    await pass(1)
    expect(sent).toEqual(['small', 'large'])
    await pass(60_000)
    expect(sent).toEqual(['small', 'large', 'next'])
  })

  test('counts no tokens for a question that failed, but the request', async () => {
    const { ask, sent, pass, give } = endpoint({ tokensPerMinute: 100, requestsPerMinute: 2 })
    for (const name of ['a', 'b', 'c']) void ask(name, 80)
    await pass(0)
    give('a')
    await pass(0)
    expect(sent).toEqual(['a', 'b'])
    give('b')
    await pass(59_999)
    expect(sent).toEqual(['a', 'b'])
    await pass(1)
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('moves the others up when one that waits is given up', async () => {
    const { ask, sent, told, give, pass } = endpoint({}, 1)
    const leaving = new AbortController()
    void ask('a')
    const gone = ask('b', 0, leaving.signal)
    void ask('c')
    await pass(0)
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    expect(told).toEqual(['b 0 concurrency', 'c 1 concurrency', 'c 0 concurrency'])
    give('a')
    await pass(0)
    expect(sent).toEqual(['a', 'c'])
  })
})
