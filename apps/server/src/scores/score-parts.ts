import type { Executor } from '@ensemble/core'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Workspace } from '../workspace/workspace-types.ts'

/** The parts of a server that scoring needs. */
export interface ScoreParts {
  readonly workspace: Workspace
  readonly journal: WorkspaceJournal
  readonly executor: () => Promise<Executor>
  readonly sandbox: Sandbox
}
