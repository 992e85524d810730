import type { AgainAnswer } from '@ensemble/core/run'
import type { ChatMessage } from '@ensemble/core/model'
import { api } from './api.ts'

/** A recorded Request with what is changed in it. */
export interface AskAgain {
  readonly span: string
  /** Counts from 0: another seed for each. */
  readonly sample: number
  readonly messages?: readonly ChatMessage[]
  readonly model?: string
  readonly temperature?: number
}

/** One more answer to a recorded Request; nothing is executed or recorded. Throws ApiError. */
export const askAgain = (run: string, asked: AskAgain, signal: AbortSignal): Promise<AgainAnswer> =>
  api('POST', '/api/runs/{id}/ask', { path: { id: run }, json: asked, signal })
