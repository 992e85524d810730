import type { RunStatus } from '@ensemble/core'
import { cursorAt, type Cursor, type TraceLog } from '@ensemble/core/trace'
import { createStore } from 'zustand/vanilla'

/** How the open run's events reach the page. */
export type RunConnection = 'idle' | 'loading' | 'live' | 'reconnecting' | 'ended' | 'failed'

/** What the page shows of the open Run. */
export interface RunView {
  readonly runId: string | null
  /** Its insides grow in place, outside React; a new object stands here once per frame in which they did. */
  readonly log: TraceLog | null
  /** At the head of the Journal, whatever instant is shown. */
  readonly status: RunStatus | null
  readonly connection: RunConnection
  /** Why the connection failed, in the server's words. */
  readonly problem: string | null
  /** Grows once per frame in which events arrived. */
  readonly version: number
  /** The `seq` that everything shows; null follows the newest event. */
  readonly cursor: number | null
  /** The instant shown, in milliseconds since the epoch; between two events while it plays. */
  readonly now: number
  readonly playing: boolean
  /** How many times faster than it happened. */
  readonly speed: number
  /** Span path of the selected span; the inspector shows its detail. */
  readonly selectedSpan: string | null
  /** It was started from this page, not opened from a list. */
  readonly startedHere: boolean
  /** When this page began to show it, in milliseconds since the epoch. */
  readonly openedAt: number
}

/** What is shown while no Run is open. */
export const CLOSED: RunView = {
  runId: null,
  log: null,
  status: null,
  connection: 'idle',
  problem: null,
  version: 0,
  cursor: null,
  now: 0,
  playing: false,
  speed: 1,
  selectedSpan: null,
  startedHere: false,
  openedAt: 0,
}

export const runStore = createStore<RunView>(() => CLOSED)

/** The cursor that everything shows. */
export const shownCursor = ({ log, cursor }: RunView): Cursor | null =>
  log === null ? null : cursorAt(log, cursor ?? undefined)

/**
 * Whether a person who started the Run here, or had it open while it went on, now sees it end: not one out of a list, nor
 * one of which they look at a span.
 */
export const isWatchedEnd = ({ log, startedHere, openedAt, selectedSpan }: RunView): boolean =>
  startedHere || (selectedSpan === null && Date.parse(log?.events.at(-1)?.at ?? '') >= openedAt)

/** Whether the instant shown is the newest and more may come. */
export const isFollowingLive = (state: RunView): boolean =>
  state.cursor === null && state.runId !== null && !isEnded(state.status)

export const isEnded = (status: RunStatus | null): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** Whether the open Run has ended. */
export const isOver = (): boolean => isEnded(runStore.getState().status)
