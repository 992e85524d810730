import type { JournalEvent, Run } from '@ensemble/core'
import type { StreamEvent } from '@ensemble/core/journal'
import { describe, expect, test } from 'vitest'
import { type RunSource, followRun } from './follow-run.ts'
import { createTails } from './tails.ts'

const recorded = (seq: number, type = 'call.logged'): JournalEvent => ({ seq, type }) as unknown as JournalEvent // what following looks at
const live = (text: string): StreamEvent => ({ seq: null, type: 'request.delta', text }) as unknown as StreamEvent // as above
const shown = (event: StreamEvent): unknown => event.seq ?? (event as unknown as { readonly text: string }).text

/** A Run that is recorded as a test goes; `status` is what its summary says. */
const createRun = (events: JournalEvent[] = []) => {
  const tails = createTails()
  const state: { status: Run['status'] | 'deleted' } = { status: 'running' }
  const source: RunSource = {
    open: () => tails.open('run'),
    recorded: (after, limit) => events.slice(after, after + limit),
    summary: () =>
      state.status === 'deleted'
        ? undefined
        : ({ status: state.status, head: { seq: events.length } } as unknown as Run), // as above
  }
  return {
    state,
    source,
    events,
    /** Is recorded and told of, as an append does. */
    append: (...more: readonly JournalEvent[]) => {
      events.push(...more)
      tails.push('run', more)
    },
    publish: (event: StreamEvent) => tails.push('run', [event]),
    end: () => tails.end('run'),
  }
}

const follow = async (
  source: RunSource,
  after = 0,
  each?: (event: StreamEvent) => void,
): Promise<readonly unknown[]> => {
  const seen: unknown[] = []
  for await (const event of followRun(source, after, new AbortController().signal)) {
    seen.push(shown(event))
    each?.(event)
  }
  return seen
}

describe('following a Run', () => {
  test('gives what was recorded and ends with the Run’s end', async () => {
    const run = createRun([recorded(1), recorded(2), recorded(3, 'run.completed')])
    expect(await follow(run.source)).toEqual([1, 2, 3])
    expect(await follow(run.source, 2)).toEqual([3])
  })

  test('ends at once where nothing comes after that event: the Run has ended, or was removed', async () => {
    const run = createRun([recorded(1), recorded(2, 'run.failed')])
    run.state.status = 'failed'
    expect(await follow(run.source, 2)).toEqual([])
    run.state.status = 'deleted'
    run.events.length = 0
    expect(await follow(run.source, 0)).toEqual([])
  })

  test('does not take a summary for the end before the last event was read', async () => {
    const run = createRun([recorded(1)])
    const { summary } = run.source
    // The end is recorded between reading the events and reading the summary.
    const source: RunSource = {
      ...run.source,
      summary: () => {
        if (run.events.length === 1) run.append(recorded(2, 'run.completed'))
        run.state.status = 'completed'
        return summary()
      },
    }
    expect(await follow(source)).toEqual([1, 2])
  })

  test('continues with new events, each recorded event once and live ones unchanged', async () => {
    const run = createRun([recorded(1)])
    const seen = await follow(run.source, 0, (event) => {
      if (event.seq === 1) {
        run.publish(live('Hel'))
        run.append(recorded(2), recorded(3))
      }
      if (event.seq === 3) run.append(recorded(4, 'run.cancelled'))
    })
    // Events 2 and 3 were recorded while the first page was on its way: they are read or told of, not both.
    expect(seen.filter((each) => each !== 'Hel')).toEqual([1, 2, 3, 4])
    expect(seen).toContain('Hel')
  })

  test('skips pushed events that it has already read', async () => {
    const run = createRun([recorded(1), recorded(2)])
    const source: RunSource = {
      ...run.source,
      recorded: (after, limit) => {
        const page = run.source.recorded(after, limit) as readonly JournalEvent[] // as the line above gives it
        if (after === 0) run.append(recorded(3, 'run.completed'))
        return after === 0 ? [...page, recorded(3)] : page
      },
    }
    const stop = new AbortController()
    const seen: unknown[] = []
    const following = (async () => {
      for await (const event of followRun(source, 0, stop.signal)) seen.push(shown(event))
    })()
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await following
    expect(seen).toEqual([1, 2, 3])
  })

  test('stops where the reader stops it, or the Run is removed while it waits', async () => {
    const run = createRun([recorded(1)])
    const removed = follow(run.source, 0, () => setImmediate(run.end))
    expect(await removed).toEqual([1])
    const stop = new AbortController()
    const seen: unknown[] = []
    for await (const event of followRun(run.source, 0, stop.signal)) {
      seen.push(shown(event))
      setImmediate(() => stop.abort())
    }
    expect(seen).toEqual([1])
  })
})
