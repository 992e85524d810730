import { textAt, type Cursor } from '@ensemble/core/trace'
import { useStore } from 'zustand'
import { isFollowingLive, runStore, shownCursor, type RunView } from './run-view.ts'
import { spoken } from './unfinished-answer.ts'

/** The model's last words for a node (`idea:NAME`) at the instant shown; undefined while it is silent. */
export const useStreamedTail = (nodeId: string): string | undefined =>
  useStore(runStore, (state) => streamedTail(state, nodeId))

const TAIL = 140

/** The end of what the model writes at the instant shown, without JSON's punctuation; undefined while it is silent. */
const streamedTail = (state: RunView, nodeId: string): string | undefined => {
  const cursor = shownCursor(state)
  const request = cursor?.node(nodeId)?.request
  if (cursor === null || request === undefined) return undefined
  const text = streamedText(state, cursor, request)
  if (text === undefined || text === '') return undefined
  return spoken(text).slice(-TAIL)
}

/** An active Request's streamed text by the instant shown; undefined once it is answered. */
export const streamedText = (state: RunView, cursor: Cursor, request: string): string | undefined => {
  const span = cursor.span(request)
  if (state.log === null || span === undefined || span.status !== 'running') return undefined
  if (isFollowingLive(state)) return state.log.live.get(request)?.text
  for (const seq of state.log.bySpan.get(request) ?? []) {
    const event = state.log.events[seq - 1]
    if (event?.type !== 'request.completed') continue
    const { raw, pieces, queueMs } = event.data
    // A long answer is stored separately and not fetched for a glimpse of it.
    if (typeof raw === 'string' && !('$body' in pieces))
      return textAt({ raw, pieces }, (span.startedAt ?? 0) + queueMs, state.now)
  }
  return undefined
}
