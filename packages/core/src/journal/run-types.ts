import type { Json } from '../schema/json.ts'

/** How far a Run is; the last three are its end. */
export type RunStatus = 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'

/** Why a Run ended badly, for people. Codes: `model.*`, `limit.*`, `idea.invalid`, `engine.*`. */
export interface RunError {
  readonly code: string
  readonly message: string
  readonly key?: string
  readonly retryable: boolean
}

/** Sums over a Run. Tokens; `cost` in `currency`, null where no price is known. */
export interface Usage {
  readonly requests: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly reasoningTokens: number
  readonly cost: number | null
  readonly currency: string
  readonly estimated: boolean
}

/** The reason that a Run waits, since when, and its deadline if any; times in ISO 8601. */
export interface Waiting {
  readonly type: 'approval' | 'breakpoint' | 'decision' | 'question' | 'timer' | 'restart'
  readonly callId?: string
  readonly since: string
  readonly expiresAt?: string
}

/** Waits for a person in which nothing else was at work: milliseconds of those that are over, and since when it waits now. */
export interface Waited {
  readonly ms: number
  readonly since?: string
}

/** A Call that failed: its span and the code of its error. */
export interface FailedCall {
  readonly span: string
  readonly code: string
}

/** A score of a Run: by a person, by an Idea as a judge, or by a named list of expectations. */
export interface RunScore {
  /** `person`, the address of the judge, or the name of the list. */
  readonly by: string
  /** 0 to 1. */
  readonly score: number
  readonly reason?: string
}

/** Notes about a Run, apart from its Journal: no record changes. */
export interface Annotation {
  readonly star: boolean
  readonly labels: readonly string[]
  readonly note: string
  /** One for each who scored; left out without any. */
  readonly scores?: readonly RunScore[]
}

/** A Run as lists and pages show it (docs/contract/api.md#shapes): a fold of its Journal. */
export interface Run {
  readonly id: string
  readonly idea: string
  readonly status: RunStatus
  readonly damaged?: boolean
  /** The reason that nothing can be recorded now, such as a full disk; the Run resumes once that is over. */
  readonly stalled?: string
  readonly input: Json
  readonly output?: Json
  readonly error?: RunError
  readonly waitingFor: readonly Waiting[]
  readonly model: string
  readonly profile: string
  readonly usage: Usage
  /** Its Calls that failed and were not made good since, in order, at most `MOST_FAILED`; left out without any. */
  readonly failedCalls?: readonly FailedCall[]
  readonly startedAt: string
  readonly endedAt?: string
  /** Left out of a Run that never waited. */
  readonly waited?: Waited
  readonly parent?: { readonly run: string; readonly at: number }
  readonly continues?: string
  readonly annotation?: Annotation
  readonly head: { readonly seq: number; readonly hash: string }
}
