import type { Json, RunStatus } from '@ensemble/core'
import {
  appendEvent,
  createTraceLog,
  cursorAt,
  seqAtTime,
  type Cursor,
  type TraceLog,
  type TraceStreamEvent,
} from '@ensemble/core/trace'
import { createStore } from 'zustand/vanilla'
import { cancelRun, createRun, forkRun, putBreakpoints } from '../api/run-client.ts'
import { breakpointStore } from './run-breakpoints.ts'
import { dockStore } from './run-dock.ts'
import { addTab, removeTab } from './run-tabs.ts'
import { followRun } from '../api/run-events.ts'

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
}

const CLOSED: RunView = {
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
}

export const runStore = createStore<RunView>(() => CLOSED)
const { getState, setState } = runStore

let stopFollowing: (() => void) | undefined
/** Open Runs that are not on screen: they go on, each as it was left. */
interface Parked {
  readonly view: RunView
  readonly stop: (() => void) | undefined
}
const parked = new Map<string, Parked>()
/** Events of ended Runs that are kept while others are on screen; beyond that they are read again when they come back. */
const MOST_PARKED = 60_000
let ticker: ReturnType<typeof setInterval> | undefined

export interface StartRunOptions {
  readonly idea: string
  readonly input: Json
  /** Asks the simulated model, whatever the workspace's model is. */
  readonly simulate: boolean
  readonly profile?: string
  readonly model?: string
}

/** Starts a Run, opens it and returns its id. Throws ApiError when it is refused. */
export async function startRun({ simulate, model, ...rest }: StartRunOptions): Promise<string> {
  const chosen = simulate ? 'simulated' : model
  const { points } = breakpointStore.getState()
  const { id } = await createRun({
    ...rest,
    ...(chosen !== undefined && { model: chosen }),
    ...(points.length > 0 && { breakpoints: points }),
  })
  openRun(id)
  setState({ startedHere: true })
  return id
}

/** A new Run from the instant shown: what was complete then is kept, the rest runs again. Throws ApiError. */
export async function forkHere(): Promise<void> {
  const { runId, log, cursor } = getState()
  if (runId === null || log === null) return
  const { id } = await forkRun(runId, { at: cursor ?? log.events.length })
  openRun(id)
  setState({ startedHere: true })
}

/** A new Run that begins with everything the open one said; `text` is what a person answers. Throws ApiError. */
export async function continueRun(text: string): Promise<void> {
  const { runId, log } = getState()
  const first = log?.events[0]
  if (runId === null || first?.type !== 'run.created') return
  const { idea, model, profile } = first.data
  const { id } = await createRun({ idea, input: text, continues: runId, model, ...(profile !== '' && { profile }) })
  openRun(id)
  setState({ startedHere: true })
}

/** Shows a Run from its newest event on; nothing changes where it is open already. */
export function openRun(id: string): void {
  if (getState().runId === id && getState().connection !== 'failed') return
  park()
  addTab(id)
  const { speed } = getState()
  const left = parked.get(id)
  parked.delete(id)
  if (left !== undefined && left.view.log !== null && left.view.connection !== 'failed') {
    stopFollowing = left.stop
    setState({ ...left.view, speed })
  } else {
    const { selectedSpan = null, startedHere = false, cursor = null } = left?.view ?? {}
    if (cursor !== null) wanted.set(id, cursor)
    setState({ ...CLOSED, speed, selectedSpan, startedHere, runId: id, log: createTraceLog(), connection: 'loading' })
    dockStore.setState({ chosen: false })
    stopFollowing = stream(id)
  }
  clearInterval(ticker)
  ticker = setInterval(tick, 100)
}

/** Instants to show once their events have arrived, by Run. */
const wanted = new Map<string, number>()

const stream = (id: string): (() => void) =>
  followRun(id, 0, {
    onEvents: (events) => receive(id, events),
    onReset: () => change(id, () => ({ log: createTraceLog(), cursor: null, playing: false })),
    onStatus: (connection, problem) => {
      change(id, () => ({ connection, problem: problem ?? null }))
      if ((connection === 'ended' || connection === 'failed') && getState().runId === id) settle()
    },
  })

/** Changes the view of an open Run, whether it is on screen or not. */
function change(id: string, patch: (view: RunView) => Partial<RunView>): void {
  if (getState().runId === id) setState(patch)
  const entry = parked.get(id)
  if (entry !== undefined) parked.set(id, { ...entry, view: { ...entry.view, ...patch(entry.view) } })
}

/** Puts the Run on screen aside; it goes on there. */
function park(): void {
  const view = getState()
  if (view.runId === null) return
  parked.set(view.runId, { view: { ...view, playing: false }, stop: stopFollowing })
  stopFollowing = undefined
  const ended = [...parked].filter(([, entry]) => isEnded(entry.view.status)).toReversed()
  let events = 0
  for (const [id, { view: each, stop }] of ended) {
    events += each.log?.events.length ?? 0
    if (events <= MOST_PARKED) continue
    stop?.()
    parked.set(id, { view: { ...each, log: null }, stop: undefined })
  }
}

/** The Run that a tab stands for, as it was left; undefined for the one on screen. */
export const parkedView = (id: string): RunView | undefined => parked.get(id)?.view

/** Closes a Run, the one on screen unless another is named; the tab beside it comes in its place. */
export function closeRun(id: string | null = getState().runId): void {
  if (id === null) return
  const next = removeTab(id)
  parked.get(id)?.stop?.()
  parked.delete(id)
  wanted.delete(id)
  if (getState().runId !== id) return
  stopFollowing?.()
  clearInterval(ticker)
  stopFollowing = undefined
  setState({ ...CLOSED, speed: getState().speed })
  if (next !== undefined) openRun(next)
}

/** Shows the instant after event `seq`; null is the newest. Stops playing. */
export function seek(seq: number | null): void {
  const { log } = getState()
  if (log === null) return
  const head = log.events.length
  if (seq === null || (seq >= head && isOver())) setState({ cursor: null, playing: false, now: headTime(log) })
  else {
    const cursor = Math.max(Math.min(1, head), Math.min(seq, head))
    setState({ cursor, playing: false, now: log.times[cursor - 1] ?? 0 })
  }
}

/** Shows an instant between two events: what had happened by `time`, with what was under way. */
export function seekTime(time: number, playing = false): void {
  const { log } = getState()
  if (log === null) return
  const end = headTime(log)
  if (time >= end) setState({ cursor: null, playing: false, now: end })
  else {
    const now = Math.max(time, log.times[0] ?? 0)
    setState({ cursor: seqAtTime(log, now), now, playing })
  }
}

/** Goes back to the newest event and stays there as more arrive. */
export const follow = (): void => seek(null)

/** Has the open Run stop at the page's breakpoints from now on, while it goes on. Throws ApiError. */
export async function sendBreakpoints(): Promise<void> {
  const { runId, status } = getState()
  if (runId !== null && status !== null && !isEnded(status))
    await putBreakpoints(runId, breakpointStore.getState().points)
}

/** Asks the server to stop the open Run; its journal ends with who asked. Throws ApiError. */
export async function stopRun(): Promise<void> {
  const { runId } = getState()
  if (runId !== null && !isOver()) await cancelRun(runId)
}

export const selectSpan = (span: string | null): void => setState({ selectedSpan: span })

export const setSpeed = (speed: number): void => setState({ speed })

export const pause = (): void => setState({ playing: false })

/** Plays from the instant shown, or from the start where that is the end. */
export function play(): void {
  const { log, runId, cursor, now, playing } = getState()
  if (log === null || log.events.length === 0 || playing) return
  const start = cursor === null ? (log.times[0] ?? 0) : now
  setState({ playing: true, now: start, cursor: seqAtTime(log, start) })
  let last = performance.now()
  const frame = (at: number): void => {
    const state = getState()
    if (!state.playing || state.runId !== runId) return
    seekTime(state.now + (at - last) * state.speed, true)
    last = at
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** The cursor that everything shows. */
export const shownCursor = ({ log, cursor }: RunView): Cursor | null =>
  log === null ? null : cursorAt(log, cursor ?? undefined)

/** Whether the instant shown is the newest and more may come. */
export const isFollowingLive = (state: RunView): boolean =>
  state.cursor === null && state.runId !== null && !isEnded(state.status)

export const isEnded = (status: RunStatus | null): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

const isOver = (): boolean => isEnded(getState().status)

/** The end of the time line: the last event, or this moment while the Run goes on. */
const headTime = (log: TraceLog): number => {
  const last = log.times.at(-1) ?? 0
  return isOver() || getState().connection === 'ended' ? last : Math.max(last, Date.now())
}

function receive(id: string, events: readonly TraceStreamEvent[]): void {
  const log = getState().runId === id ? getState().log : parked.get(id)?.view.log
  if (log === null || log === undefined) return
  for (const event of events) appendEvent(log, event)
  const { status } = cursorAt(log)
  change(id, ({ version }) => ({ log: { ...log }, version: version + 1, status }))
  if (getState().runId !== id) return
  const seq = wanted.get(id)
  if (seq !== undefined && log.events.length >= seq) {
    wanted.delete(id)
    seek(seq)
  }
  // Who listens may have gone to another instant by now.
  if (getState().cursor === null) setState({ now: headTime(log) })
}

function tick(): void {
  const state = getState()
  if (state.log !== null && state.log.events.length > 0 && isFollowingLive(state) && state.status !== 'waiting')
    setState({ now: headTime(state.log) })
}

function settle(): void {
  clearInterval(ticker)
  const { log, cursor } = getState()
  if (log !== null && cursor === null) setState({ now: headTime(log) })
}
