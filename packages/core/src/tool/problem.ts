import type { Pointer } from '../schema/json.ts'

/** An `error` keeps a file from being run; the others are worth a look. */
export type Severity = 'error' | 'warning' | 'info'

/** Something a person should look at in a file (docs/contract/api.md#shapes). `path` is a pointer, `range` counts UTF-16 units of the file's text. */
export interface Problem {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly path: Pointer
  readonly idea?: string
  readonly tool?: string
  readonly file?: string
  readonly range?: readonly [offset: number, length: number]
  readonly fix?: {
    readonly title: string
    readonly edits: readonly {
      readonly file: string
      readonly offset: number
      readonly length: number
      readonly text: string
    }[]
  }
}
