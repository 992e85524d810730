import type { Counts, NodeCounts } from '@ensemble/core/trace'
import { useStore } from 'zustand'
import { runStore, shownCursor, type Reach, type RunView } from './run-view.ts'

/** One node's activity at the instant shown. */
export interface NodeActivity {
  readonly status: 'idle' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'
  /** Loops of this Idea (or Calls of this Activity) under way and ended. */
  readonly running: number
  readonly done: number
  /** From 1, of the newest Loop. */
  readonly turn?: number
  readonly elapsedMs?: number
  /** The pending edit's effect here in a fork. */
  readonly reach?: Reach | undefined
}
export interface ToolActivity {
  readonly running: number
  /** The active ones that wait for a person. */
  readonly waiting: number
  readonly done: number
  readonly failed: number
}
export interface EdgeActivity {
  readonly running: number
  readonly done: number
}

/** `nodeId` as in Graph: `idea:NAME`, `activity:NAME`. Null while no run is open or it has not come here. */
export function useNodeActivity(nodeId: string): NodeActivity | null {
  const counts = useStore(runStore, (state) => shownCursor(state)?.node(nodeId))
  const elapsedMs = useStore(runStore, (state) => (counts === undefined ? undefined : elapsed(state, counts)))
  const reach = useStore(runStore, (state) => state.reach?.nodes.get(nodeId))
  if (counts === undefined) return null
  return {
    status: statusOf(counts),
    running: counts.running + counts.waiting,
    done: counts.done,
    turn: counts.turn,
    elapsedMs,
    reach,
  }
}

/** The Calls of one Tool of an Idea, over all its Loops. */
export const useToolActivity = (nodeId: string, tool: string): ToolActivity | null =>
  useStore(runStore, (state) => someOf(shownCursor(state)?.tool(nodeId, tool)))

/** Counts for one or several edges together; ids as in Graph: `<from>/<tool>/<to>`. */
export const useEdgesActivity = (edgeIds: readonly string[]): EdgeActivity | null => {
  const running = useStore(runStore, (state) => sumOf(state, edgeIds, 'running'))
  const done = useStore(runStore, (state) => sumOf(state, edgeIds, 'done'))
  return running + done === 0 ? null : { running, done }
}

const sumOf = (state: RunView, edgeIds: readonly string[], count: 'running' | 'done'): number => {
  const cursor = shownCursor(state)
  if (cursor === null) return 0
  return edgeIds.reduce((sum, id) => {
    const counts = cursor.edge(id)
    return sum + (counts?.[count] ?? 0) + (count === 'running' ? (counts?.waiting ?? 0) : 0)
  }, 0)
}

/** By counts, which never change: the same counts give the same object, so nothing redraws. */
const known = new WeakMap<Counts, ToolActivity>()

/** Nothing where every Call was cancelled or none has come so far; a Call that waits is under way. */
const someOf = (counts: Counts | undefined): ToolActivity | null => {
  if (counts === undefined) return null
  const { running, waiting, done, failed } = counts
  if (running + waiting + done + failed === 0) return null
  const activity = known.get(counts) ?? { running: running + waiting, waiting, done, failed }
  known.set(counts, activity)
  return activity
}

const statusOf = (counts: NodeCounts): NodeActivity['status'] => {
  if (counts.running > 0) return 'running'
  if (counts.waiting > 0) return 'waiting'
  if (counts.failed > 0) return 'failed'
  if (counts.done > 0) return 'done'
  // It began and is over, and came to nothing.
  return counts.endedAt === undefined ? 'idle' : 'cancelled'
}

/**
 * At work, without the waits for a person. Rounded to what is shown while it grows, so that a node draws only when its
 * number changes; exact once it ended.
 */
const elapsed = ({ log, now }: RunView, { span, startedAt, endedAt, running, waiting }: NodeCounts): number => {
  if (log === null) return 0
  const isOver = running + waiting === 0 && endedAt !== undefined
  const { workMs } = log.timeOf({ id: span, openedAt: startedAt, endedAt: isOver ? endedAt : undefined }, now)
  return isOver ? workMs : Math.round(workMs / 100) * 100
}
