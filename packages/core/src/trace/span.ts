import type { Mode } from '../tool/tool.ts'

/** How far a span has come. `rejected`: a Call that was refused before it began. */
export type SpanStatus = 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'rejected' | 'cancelled'

/** Tokens of Requests; `estimated` where an endpoint gave none. */
export interface SpanUsage {
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly reasoningTokens: number
  readonly estimated: boolean
  /** The tokens of answers that a fork kept: its source used them. They are part of `inputTokens` and `outputTokens`. */
  readonly keptTokens: number
}

/** The usage of a span before its first Request. */
export const NO_USAGE: SpanUsage = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  estimated: false,
  keptTokens: 0,
}

/** Why a span failed or was refused; `path` points into what was written. */
export interface SpanError {
  readonly code: string
  readonly message: string
  readonly path?: string
}

/** A stretch of time in milliseconds since the epoch; open without `to`. */
export interface Period {
  readonly from: number
  readonly to?: number
}

/** One node of a Trace after some event. Times in milliseconds since the epoch. Never mutated: a change is a new Span. */
export interface Span {
  /** Its path (docs/contract/protocol.md#the-journal); `""` is the Run. */
  readonly id: string
  readonly parent: string | null
  readonly kind: 'run' | 'request' | 'call'
  /** The Idea's name, the Tool's name, or `request N` counted from 1. */
  readonly title: string
  /** The Idea whose Loop this span belongs to; for a module Call that is its caller's. */
  readonly idea: string
  /** Position in order of first appearance, from 0. */
  readonly order: number
  readonly tool?: string
  readonly mode?: Mode
  /** The Activity that runs the Call. */
  readonly activity?: string
  /** A pinned result replaces its own. */
  readonly pinned?: true
  /** The Idea that a module Call entered. */
  readonly module?: string
  readonly callId?: string
  readonly model?: string
  readonly status: SpanStatus
  readonly openedAt: number
  /** Undefined while the span is queued. */
  readonly startedAt?: number
  readonly endedAt?: number
  /** A Request waited this long for a slot of its endpoint. */
  readonly queueMs?: number
  /** From the start of a Request to its first token, the queue included. */
  readonly firstTokenMs?: number
  /** Attempts begun; above 1 after a retry. */
  readonly attempts: number
  /** When later attempts were decided on. */
  readonly retries: readonly number[]
  /** The times when it waited for a person. */
  readonly waits: readonly Period[]
  /** Its own; `Cursor.totals` has that of everything below too. */
  readonly usage: SpanUsage
  readonly error?: SpanError
}

/** Whether nothing more can happen to a span of this status. */
export const isSettled = (status: SpanStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'rejected' || status === 'cancelled'

/** Both usages together; estimated where one of them is. */
export const addUsage = (a: SpanUsage, b: SpanUsage): SpanUsage => ({
  requests: a.requests + b.requests,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  estimated: a.estimated || b.estimated,
  keptTokens: a.keptTokens + b.keptTokens,
})

/** Tokens as every view counts them: those this Run used itself, as in `Run.usage`, and those of kept answers. */
export const tokensOf = ({
  inputTokens,
  outputTokens,
  keptTokens,
}: SpanUsage): { readonly used: number; readonly kept: number } => ({
  used: inputTokens + outputTokens - keptTokens,
  kept: keptTokens,
})
