import type { Run } from '@ensemble/core'
import { ideaName, isTrial } from '@ensemble/core/trace'
import { useEffect, useRef, useState } from 'react'
import { listRuns, type RunFilter } from '../../platform/api/run-client.ts'
import { withRun } from '../open/run-list.ts'
import { serverEvents } from '../../platform/api/server-events.ts'

export interface RunPages {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly problem: string | null
  readonly runs: readonly Run[]
  readonly hasMore: boolean
  /** Reads the next page, once at a time. */
  readonly more: () => void
  /** Reads all that is left; every Run that matches, null if it came to nothing. */
  readonly all: () => Promise<readonly string[] | null>
  readonly again: () => void
  readonly forget: (id: string) => void
  /** A Run as it is now, in its place. */
  readonly replace: (run: Run) => void
}

const PAGE = 100
/** As much as the route gives, where all are wanted. */
const LARGE_PAGE = 500

interface Pages {
  readonly state: RunPages['state']
  readonly problem: string | null
  readonly runs: readonly Run[]
  readonly next: string | null
}
const EMPTY: Pages = { state: 'loading', problem: null, runs: [], next: null }

/** The Runs that match, page by page, in the filter's order; what changes meanwhile changes in its place. */
export function useRunPages(filter: RunFilter): RunPages {
  const [pages, setPages] = useState(EMPTY)
  const [round, setRound] = useState(0)
  const reading = useRef(false)
  const key = JSON.stringify(filter)
  const latestKey = useRef(key)
  latestKey.current = key
  const latest = useRef(pages)
  latest.current = pages

  const failed = (error: unknown): void =>
    setPages((before) => ({ ...before, state: 'failed', problem: error instanceof Error ? error.message : '' }))

  useEffect(() => {
    let current = true
    // Parsed from its own text: the same filter is the same key.
    listRuns(PAGE, JSON.parse(key) as RunFilter).then(
      ({ items, next }) => current && setPages({ state: 'ready', problem: null, runs: items, next }),
      (error: unknown) => current && failed(error),
    )
    return () => {
      current = false
    }
  }, [key, round])

  useEffect(
    () =>
      serverEvents.onEvent((event) => {
        if (event.type === 'run.removed') setPages((before) => without(before, event.run))
        if (event.type !== 'run.changed') return
        const run = event.run as Run // the page's own server sends it (docs/contract/api.md#journal-events)
        // Parsed from its own text, as above.
        const wanted = JSON.parse(key) as RunFilter
        setPages((before) =>
          before.runs.some(({ id }) => id === run.id) || (wanted.sort === undefined && matches(run, wanted))
            ? { ...before, runs: withRun(before.runs, run, before.next === null) }
            : before,
        )
      }),
    [key],
  )

  const { next } = pages
  const readOn = async (from: string, limit: number): Promise<void> => {
    const { items, next: after } = await listRuns(limit, filter, from)
    // Another filter meanwhile has its own pages.
    const join = (before: Pages): Pages =>
      before.next === from ? { ...before, runs: [...before.runs, ...items], next: after } : before
    latest.current = join(latest.current)
    setPages(join)
  }
  return {
    ...pages,
    hasMore: next !== null,
    more: () => {
      if (next === null || reading.current) return
      reading.current = true
      readOn(next, PAGE)
        .catch(failed)
        .finally(() => (reading.current = false))
    },
    all: async () => {
      try {
        for (let from = latest.current.next; from !== null; from = latest.current.next) {
          await readOn(from, LARGE_PAGE)
          if (latestKey.current !== key) return null
        }
        return latest.current.runs.map(({ id }) => id)
      } catch (error) {
        failed(error)
        return null
      }
    },
    again: () => setRound((count) => count + 1),
    replace: (run) => setPages((before) => ({ ...before, runs: withRun(before.runs, run, false) })),
    forget: (id) => setPages((before) => without(before, id)),
  }
}

const without = (pages: Pages, id: unknown): Pages => ({ ...pages, runs: pages.runs.filter((run) => run.id !== id) })

/** Whether a Run that just began belongs to the list; its content and measures are looked at by the server alone. */
const matches = (run: Run, filter: RunFilter): boolean => {
  const { idea, status, model, from, to, label, starred, trials, error } = filter
  return (
    OF_THE_SERVER.every((name) => filter[name] === undefined) &&
    (trials === true || !isTrial(run)) &&
    (idea === undefined || ideaName(run.idea) === idea) &&
    (status === undefined || run.status === status) &&
    (error === undefined || run.error?.code === error) &&
    (model === undefined || run.model === model) &&
    (from === undefined || run.startedAt >= from) &&
    (to === undefined || run.startedAt < to) &&
    (label === undefined || (run.annotation?.labels ?? []).includes(label)) &&
    (starred === undefined || run.annotation?.star === true)
  )
}
const OF_THE_SERVER = ['q', 'path', 'minMs', 'maxMs', 'minCost', 'maxCost', 'minTokens', 'maxTokens'] as const
