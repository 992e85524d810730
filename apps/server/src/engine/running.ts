import type { Executor, OpenApproval } from '@ensemble/core'
import type { Validator } from '@ensemble/core/schema'
import { createExperiments, type Experiments } from '../experiments/experiments.ts'
import type { Log } from '../http/log.ts'
import type { Models } from '../models/models.ts'
import { once } from '../once.ts'
import { createModuleSource } from '../workspace/module-source.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Workspace } from '../workspace/workspace-types.ts'
import { type Comeback, createComeback } from './comeback.ts'
import { createEngine } from './executor.ts'
import { approvalsOf, shareExecutor } from './shared-executor.ts'
import type { Storage } from './storage.ts'
import { type Trials, createTrials } from './trials.ts'

/** How often Runs that the disk refused to record are tried again. */
const COMEBACK_MS = 5000

/** The parts that run Ideas; all are made on first use. */
export interface Running {
  readonly executor: () => Promise<Executor>
  /** The Calls that wait for a person, in every process. */
  readonly approvals: () => Promise<readonly OpenApproval[]>
  /** The executor that was asked for; undefined where none was. */
  readonly begun: () => Promise<Executor> | undefined
  readonly validator: () => Promise<Validator>
  readonly trials: Trials
  readonly experiments: Experiments
  readonly comeback: Comeback
}

export interface RunningOptions {
  readonly workspace: Workspace
  readonly storage: Storage
  readonly models: Models
  /** Fetches Ideas that are named by address. */
  readonly egress: typeof globalThis.fetch
  readonly version: string
  readonly sandbox: Sandbox
  readonly log: Log
}

export const createRunning = ({
  workspace,
  storage,
  models,
  egress,
  version,
  sandbox,
  log,
}: RunningOptions): Running => {
  const { journal, artifacts, others } = storage
  const trials = createTrials(createModuleSource({ workspace: workspace.ideas, root: workspace.root, egress }))
  const validator = once(async () => (await import('@ensemble/core/validate')).createValidator())
  const comeback = createComeback({
    log,
    every: COMEBACK_MS,
    tell: journal.stall,
    resume: async (run) => (await executor()).resume(run, 'storage'),
  })
  let begun: Promise<Executor> | undefined
  const executor = once(
    () =>
      (begun = createEngine({
        workspace,
        journal,
        artifacts,
        models,
        trials,
        validator,
        version,
        onBroken: comeback.broken,
      }).then((engine) => (others === undefined ? engine : shareExecutor(engine, others)))),
  )
  const experiments = createExperiments({ workspace, journal, executor, trials, sandbox, validator })
  const approvals = async () => approvalsOf(await executor(), others)
  return { approvals, executor, begun: () => begun, validator, trials, experiments, comeback }
}
