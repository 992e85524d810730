import type { Validator } from '@ensemble/core'
import type { Workspace } from './workspace/workspace.ts'

/** What the routes use; `main.ts` makes the real ones, tests make their own. */
export interface Services {
  readonly version: string
  readonly workspace: Workspace
  /** Loaded on first use. */
  readonly validator: () => Promise<Validator>
  /** What a run gets that names neither. */
  readonly defaults: () => { readonly model: string; readonly profile: string }
}
