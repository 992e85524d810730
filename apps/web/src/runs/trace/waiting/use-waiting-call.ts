import type { OpenApproval } from '@ensemble/core'
import type { NormalTool } from '@ensemble/core/tool'
import { loopOf, loopStart, spanDetail, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import type { RunView } from '../../open/run-view.ts'
import { useBodies } from '../use-body.ts'
import { useRun } from '../use-run.ts'
import { pinnedTool } from './pinned-tool.ts'

const pickLog = (state: RunView): TraceLog | null => state.log
const pickRun = (state: RunView): string | null => state.runId

export interface WaitingCall {
  /** As its Run pinned it; undefined while that is being read. */
  readonly tool: NormalTool | undefined
  readonly detail: SpanDetail | undefined
  /** The Activity that runs once it is approved. */
  readonly activity: string | undefined
}

/** The open Run's facts about a waiting Call: its Tool's schema and its place in the record. */
export function useWaitingCall(approval: OpenApproval): WaitingCall {
  const log = useRun(pickLog)
  const isOpen = useRun(pickRun) === approval.run && log !== null && log.events.length > 0
  const hash = isOpen ? loopStart(log, loopOf(approval.span))?.hash : undefined
  const pins = useBodies(approval.run, hash === undefined ? [] : [hash])
  const pin = hash === undefined ? undefined : pins.get(hash)
  const detail = isOpen ? spanDetail(log, approval.span) : undefined
  const activity = detail?.modelSaw?.tools.find(({ name }) => name === approval.tool)?.activity
  return { tool: pinnedTool(pin, approval.tool), detail, activity }
}
