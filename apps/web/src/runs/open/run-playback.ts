import { seqAtTime, type TraceLog } from '@ensemble/core/trace'
import { isOver, runStore } from './run-view.ts'

const { getState, setState } = runStore

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

/** The end of the time line: the last event, or now while the Run continues. */
export const headTime = (log: TraceLog): number => {
  const last = log.times.at(-1) ?? 0
  return isOver() || getState().connection === 'ended' ? last : Math.max(last, Date.now())
}
