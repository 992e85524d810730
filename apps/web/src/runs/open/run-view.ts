import type { RunStatus } from '@ensemble/core/journal'
import type { Cursor, TraceLog } from '@ensemble/core/trace'
import { createStore } from 'zustand/vanilla'
import { WHOLE, type TraceView } from './trace-view.ts'

/** How the open run's events reach the page. */
export type RunConnection = 'idle' | 'loading' | 'live' | 'reconnecting' | 'ended' | 'failed'

/** The page's view of one open Run. */
export interface RunView {
  readonly runId: string | null
  /** Its insides grow in place, outside React; a new object comes once per frame in which they did. */
  readonly log: TraceLog | null
  /** At the head of the Journal, whatever instant is shown. */
  readonly status: RunStatus | null
  readonly connection: RunConnection
  /** Why the connection failed, in the server's words. */
  readonly problem: string | null
  /** The `seq` that everything shows; null follows the newest event. */
  readonly cursor: number | null
  /** The instant shown, in milliseconds since the epoch; between two events while it plays. */
  readonly now: number
  readonly playing: boolean
  /** Span path of the selected span; the inspector shows its detail. */
  readonly selectedSpan: string | null
  /** It was started from this page, not opened from a list. */
  readonly startedHere: boolean
  /** When this page began to show it, in milliseconds since the epoch. */
  readonly openedAt: number
  /** How a person looks at its spans, in the timeline and in the tree alike. */
  readonly trace: TraceView
  /** The pending edit's effect in a fork; null until requested. */
  readonly reach: BlastReach | null
}

/** A fork's effect on a recorded step. */
export type Reach = 'kept' | 'reruns' | 'depends' | 'unreached'

/** The same by span and by node of the graph (`idea:NAME`, `activity:NAME`); of several, what a person has to know first. */
export interface BlastReach {
  readonly spans: ReadonlyMap<string, Reach>
  readonly nodes: ReadonlyMap<string, Reach>
}

/** The Run on screen, and which Runs have a tab. */
export interface OpenRuns extends RunView {
  /** In the order in which they were opened. */
  readonly tabs: readonly string[]
  /** How many times faster than it happened a Run plays. */
  readonly speed: number
}

/** The view while no Run is on screen. */
export const CLOSED: RunView = {
  runId: null,
  log: null,
  status: null,
  connection: 'idle',
  problem: null,
  cursor: null,
  now: 0,
  playing: false,
  selectedSpan: null,
  startedHere: false,
  openedAt: 0,
  trace: WHOLE,
  reach: null,
}

export const runStore = createStore<OpenRuns>(() => ({ ...CLOSED, tabs: [], speed: 1 }))

/** The cursor that everything shows. */
export const shownCursor = ({ log, cursor }: RunView): Cursor | null =>
  log === null ? null : log.at(cursor ?? undefined)

/**
 * Whether a person who started or watched the Run here now sees it end: not one from a list, nor during a look at a
 * span.
 */
export const isWatchedEnd = ({ log, startedHere, openedAt, selectedSpan }: RunView): boolean =>
  startedHere || (selectedSpan === null && Date.parse(log?.events.at(-1)?.at ?? '') >= openedAt)

/** Whether the instant shown is the newest and more may come. */
export const isFollowingLive = (state: RunView): boolean =>
  state.cursor === null && state.runId !== null && !isEnded(state.status)

/** Whether more events arrive now. */
export const isUnderWay = ({ connection, status }: RunView): boolean =>
  (connection === 'live' || connection === 'reconnecting') && !isEnded(status)

/** Whether the lists of spans keep the newest in sight: the person reads nothing else. */
export const isFollowed = (state: RunView): boolean =>
  isUnderWay(state) && state.cursor === null && state.selectedSpan === null && state.trace.isFollowing

export const isEnded = (status: RunStatus | null): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** The record of the open Run if it failed, for all that tell why. */
export const runFailure = ({ status, log }: RunView): RunView['log'] => (status === 'failed' ? log : null)

/** Whether the open Run has ended. */
export const isOver = (): boolean => isEnded(runStore.getState().status)
