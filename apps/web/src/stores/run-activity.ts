import { useStore } from 'zustand'
import { runStore } from './run.ts'

/** What one node of the graph is doing at the instant shown. */
export interface NodeActivity {
  readonly status: 'idle' | 'running' | 'waiting' | 'done' | 'failed'
  /** Loops of this Idea (or Calls of this Activity) under way and ended. */
  readonly running: number
  readonly done: number
  /** From 1, of the newest Loop. */
  readonly turn?: number
  readonly elapsedMs?: number
  /** The tail of what the model is writing. */
  readonly text?: string
}
export interface ToolActivity {
  readonly running: number
  readonly done: number
  readonly failed: number
}
export interface EdgeActivity {
  readonly running: number
  readonly done: number
}

const runId = (state: { readonly runId: string | null }): string | null => state.runId

/** `nodeId` as in Graph: `idea:NAME`, `activity:NAME`. Null while no run is open or it has not come here. */
export const useNodeActivity = (_nodeId: string): NodeActivity | null => {
  useStore(runStore, runId)
  return null
}

/** The Calls of one Tool of an Idea, over all its Loops. */
export const useToolActivity = (_nodeId: string, _tool: string): ToolActivity | null => {
  useStore(runStore, runId)
  return null
}

/** `edgeId` as in Graph: `<from>/<tool>/<to>`. */
export const useEdgeActivity = (_edgeId: string): EdgeActivity | null => {
  useStore(runStore, runId)
  return null
}
