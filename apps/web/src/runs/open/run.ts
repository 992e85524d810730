import type { Json } from '@ensemble/core'
import { appendEvent, createTraceLog, cursorAt, type TraceStreamEvent } from '@ensemble/core/trace'
import { cancelRun, createRun, forkRun, putBreakpoints } from '../../platform/api/run-client.ts'
import { breakpointStore } from './run-breakpoints.ts'
import { dockStore } from '../../platform/session/dock-tab.ts'
import { headTime, seek } from './run-playback.ts'
import { CLOSED, isEnded, isFollowingLive, isOver, runStore, type RunView } from './run-view.ts'

const { getState, setState } = runStore

let stopFollowing: (() => void) | undefined
/** Open Runs off screen: they continue, each as it was left. */
interface Parked {
  readonly view: RunView
  /** Absent without a connection: later events are read when it is on screen again. */
  readonly stop: (() => void) | undefined
}
const parked = new Map<string, Parked>()
/** Events of ended Runs that are kept while others are on screen; beyond that they are read again when they come back. */
const MOST_PARKED = 60_000
/**
 * Followed Runs off screen. Of a browser's six connections, others are for the workspace, the open Run, two comparisons
 * and calls.
 */
const MOST_LISTENING = 1
let ticker: ReturnType<typeof setInterval> | undefined

export interface StartRunOptions {
  readonly idea: string
  readonly input: Json
  /** Asks the simulated model, whatever the workspace's model is. */
  readonly simulate: boolean
  readonly profile?: string
  readonly model?: string
  /** The simulated model may change things without asking. */
  readonly allowEffects?: boolean
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
  setState(({ tabs }) => (tabs.includes(id) ? {} : { tabs: [...tabs, id] }))
  const left = parked.get(id)
  parked.delete(id)
  if (left !== undefined && left.view.log !== null && left.view.connection !== 'failed') {
    setState(left.view)
    stopFollowing = left.stop ?? stream(id, left.view.log.events.length)
  } else {
    const { selectedSpan, startedHere, cursor, trace } = left?.view ?? CLOSED
    if (cursor !== null) wanted.set(id, cursor)
    setState({
      ...CLOSED,
      selectedSpan,
      startedHere,
      trace,
      openedAt: Date.now(),
      runId: id,
      log: createTraceLog(),
      connection: 'loading',
    })
    dockStore.setState({ chosen: false })
    stopFollowing = stream(id, 0)
  }
  clearInterval(ticker)
  ticker = setInterval(tick, 100)
}

/** Instants to show once their events have arrived, by Run. */
const wanted = new Map<string, number>()

/** Reads on after event `after`. The reader of streams loads with the first Run, not with the page. */
function stream(id: string, after: number): () => void {
  const stopped = new AbortController()
  import('../../platform/api/run-events.ts').then(
    ({ followRun }) => {
      if (stopped.signal.aborted) return
      const stop = followRun(id, after, {
        onEvents: (events) => receive(id, events),
        onReset: () => change(id, () => ({ log: createTraceLog(), cursor: null, playing: false })),
        onStatus: (connection, problem) => {
          change(id, () => ({ connection, problem: problem ?? null }))
          if ((connection === 'ended' || connection === 'failed') && getState().runId === id) settle()
        },
      })
      stopped.signal.addEventListener('abort', stop)
    },
    (error: unknown) => change(id, () => ({ connection: 'failed', problem: String(error) })),
  )
  return () => stopped.abort()
}

/** Changes the view of an open Run, whether it is on screen or not. */
function change(id: string, patch: (view: RunView) => Partial<RunView>): void {
  if (getState().runId === id) setState(patch)
  const entry = parked.get(id)
  if (entry !== undefined) parked.set(id, { ...entry, view: { ...entry.view, ...patch(entry.view) } })
}

/** Moves the Run off screen, where it continues. */
function park(): void {
  const { tabs: _tabs, speed: _speed, ...view } = getState()
  if (view.runId === null) return
  parked.set(view.runId, { view: { ...view, playing: false, reach: CLOSED.reach }, stop: stopFollowing })
  stopFollowing = undefined
  const listening = [...parked].filter(([, entry]) => !isEnded(entry.view.status)).toReversed()
  for (const [id, entry] of listening.slice(MOST_LISTENING)) {
    entry.stop?.()
    parked.set(id, { ...entry, stop: undefined })
  }
  const ended = [...parked].filter(([, entry]) => isEnded(entry.view.status)).toReversed()
  let events = 0
  for (const [id, { view: each, stop }] of ended) {
    events += each.log?.events.length ?? 0
    if (events <= MOST_PARKED) continue
    stop?.()
    parked.set(id, { view: { ...each, log: null }, stop: undefined })
  }
}

/** A tab's Run, as it was left; undefined for the one on screen. */
export const parkedView = (id: string): RunView | undefined => parked.get(id)?.view

/** Closes a Run, by default the one on screen; the next tab replaces it. */
export function closeRun(id: string | null = getState().runId): void {
  if (id === null) return
  const { tabs } = getState()
  const at = tabs.indexOf(id)
  const left = tabs.filter((each) => each !== id)
  const next = left[Math.min(Math.max(at, 0), left.length - 1)]
  setState({ tabs: left })
  parked.get(id)?.stop?.()
  parked.delete(id)
  wanted.delete(id)
  if (getState().runId !== id) return
  stopFollowing?.()
  clearInterval(ticker)
  stopFollowing = undefined
  setState(CLOSED)
  if (next !== undefined) openRun(next)
}

/** Sets the page's breakpoints for the open Run while it continues. Throws ApiError. */
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

function receive(id: string, events: readonly TraceStreamEvent[]): void {
  const log = getState().runId === id ? getState().log : parked.get(id)?.view.log
  if (log === null || log === undefined) return
  for (const event of events) appendEvent(log, event)
  const { status } = cursorAt(log)
  change(id, () => ({ log: { ...log }, status }))
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
