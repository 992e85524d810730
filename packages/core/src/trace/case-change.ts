import type { Json, Pointer } from '../schema/json.ts'

/** The first turn in which a recorded Run and the files as they are now part (docs/contract/protocol.md#the-journal, regression). */
export interface CaseChange {
  /** The differing fact, and its number if recorded. */
  readonly key: string
  readonly seq: number | null
  /** The Request of that turn; `""` where the Run's own beginning or end differs. */
  readonly request: string
  /** Counted from 1 within its Loop; 0 for the Run itself. */
  readonly turn: number
  /** The name of the Idea whose turn it is. */
  readonly idea: string
  readonly what: 'prompt' | 'tools' | 'model' | 'call' | 'state' | 'module' | 'end'
  readonly path: Pointer
  /** Who speaks in the message that differs, where that is known. */
  readonly role?: string
  readonly expected: Json
  readonly actual: Json
}
