import type { Span } from '@ensemble/core/trace'
import { describe, expect, it } from 'vitest'
import { retriesOf, segmentsOf } from './bar.ts'

const RANGE = { start: 0, end: 100, folds: [] }
const span = (more: Partial<Span>): Span =>
  ({
    kind: 'call',
    status: 'completed',
    openedAt: 0,
    startedAt: 0,
    endedAt: 100,
    waits: [],
    retries: [],
    ...more,
  }) as unknown as Span // what a bar is drawn of

/** As `kind from-to`, in hundredths, with `*` for parts after the instant shown. */
const drawn = (more: Partial<Span>, now = 100, range = RANGE, end = range.end): readonly string[] =>
  segmentsOf(span(more), range, now, end).map(
    ({ kind, from, to, ahead }) => `${kind} ${Math.round(from * 100)}-${Math.round(to * 100)}${ahead ? '*' : ''}`,
  )

describe('the bar of a span', () => {
  it('shows the queue before it began, and its work', () => {
    expect(drawn({ openedAt: 10, startedAt: 30, endedAt: 80 })).toEqual(['queue 10-30', 'solid 30-80'])
    expect(drawn({ openedAt: 10, startedAt: 10, endedAt: 80 })).toEqual(['solid 10-80'])
  })

  it('of a Request shows its time in the queue and before the first token', () => {
    const asked = { kind: 'request', openedAt: 0, startedAt: 0, queueMs: 10, firstTokenMs: 40 } as const
    expect(drawn(asked)).toEqual(['queue 0-10', 'first 10-40', 'solid 40-100'])
    expect(drawn({ ...asked, kind: 'call' })).toEqual(['solid 0-100'])
    expect(drawn({ ...asked, queueMs: 500, firstTokenMs: 900 })).toEqual(['queue 0-100'])
  })

  it('continues to the end of the line while it is at work, or still in the queue', () => {
    expect(drawn({ status: 'running', startedAt: 20, endedAt: undefined, openedAt: 20 })).toEqual(['going 20-100'])
    expect(drawn({ status: 'running', startedAt: 20, endedAt: undefined, openedAt: 20 }, 100, RANGE, 60)).toEqual([
      'going 20-60',
    ])
    expect(drawn({ status: 'queued', startedAt: undefined, endedAt: undefined, openedAt: 20 })).toEqual([
      'queue 20-100',
    ])
  })

  it('shows a person being waited for in the place of work', () => {
    expect(drawn({ waits: [{ from: 20, to: 50 }] })).toEqual(['solid 0-20', 'wait 20-50', 'solid 50-100'])
    expect(drawn({ waits: [{ from: 40 }] })).toEqual(['solid 0-40', 'wait 40-100'])
    expect(drawn({ waits: [{ from: 20, to: 20 }] })).toEqual(['solid 0-100'])
    const twice = {
      waits: [
        { from: 10, to: 20 },
        { from: 30, to: 40 },
      ],
    }
    expect(drawn(twice)).toEqual(['solid 0-10', 'wait 10-20', 'solid 20-30', 'wait 30-40', 'solid 40-100'])
  })

  it('is cut at the instant shown: what comes after it is ahead', () => {
    expect(drawn({}, 40)).toEqual(['solid 0-40', 'solid 40-100*'])
    expect(drawn({ openedAt: 10, startedAt: 30 }, 30)).toEqual(['queue 10-30', 'solid 30-100*'])
    expect(drawn({}, 100)).toEqual(['solid 0-100'])
  })

  it('is a tick if it took no time, and nothing outside the range', () => {
    expect(drawn({ openedAt: 50, startedAt: 50, endedAt: 50 })).toEqual(['solid 50-50'])
    expect(drawn({ openedAt: 0, startedAt: 0, endedAt: 10 }, 100, { start: 20, end: 100, folds: [] })).toEqual([])
    expect(drawn({ openedAt: 60, startedAt: 60 }, 100, { start: 0, end: 50, folds: [] }, 100)).toEqual([])
    expect(retriesOf(span({ retries: [10, 50, 90] }), { start: 20, end: 80, folds: [] })).toEqual([0.5])
  })
})
