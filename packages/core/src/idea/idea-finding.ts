import type { Finding } from '../tool/lint-finding.ts'
import type { Message } from './message.ts'

/** Findings about a Tool point into its schema, the others into the Idea's Message or, without one, the Idea. */
export interface IdeaFinding extends Finding {
  readonly message: string
  readonly at?: Message
}
