import { type Executor, type Journal, createExecutor, systemClock } from '@ensemble/core'
import { COMPOSER_VERSION, costOf } from '@ensemble/core/model'
import type { Validator } from '@ensemble/core/schema'
import { TRIAL_MODEL, createTrialModel } from '@ensemble/core/host'
import { v7 } from 'uuid'
import type { Models } from '../models/models.ts'
import { pinFor } from '../workspace/pins.ts'
import type { Workspace } from '../workspace/workspace-types.ts'
import type { ArtifactFiles } from './artifact-files.ts'
import { rest } from '../rest.ts'
import type { Trials } from './trials.ts'

export interface EngineOptions {
  readonly workspace: Workspace
  readonly journal: Journal
  readonly artifacts: ArtifactFiles
  readonly models: Models
  readonly trials: Trials
  readonly validator: () => Promise<Validator>
  readonly version: string
  /** The Journal refused an event of this Run, which is now stalled. */
  readonly onBroken?: (run: string, error: unknown) => void
}

/** How long a Run waits in memory: a person who is there has often decided by then. */
export const LEAVES_AFTER_MS = 5000

/** The executor over this workspace; its heavier parts load when it is first asked for, the workspace's code with a Call to it. */
export const createEngine = ({
  workspace,
  journal,
  artifacts,
  models,
  trials,
  validator,
  version,
  onBroken,
}: EngineOptions): Promise<Executor> => {
  const make = async (): Promise<Executor> => {
    const [check, source] = await Promise.all([validator(), models.load(), workspace.snapshot()])
    const trial = createTrialModel()
    const executor = createExecutor({
      journal,
      models: (name) => (name === TRIAL_MODEL ? trial : source(name)),
      ideas: trials.ideas,
      activity: (name) => workspace.activities().get(name),
      profile: (name) => workspace.profile(name),
      // Read for each Run: ensemble.json may change while the server runs.
      get defaultProfile() {
        return models.defaults().profile
      },
      get config() {
        return workspace.manifest().config
      },
      validator: check,
      pinned: (call) => pinFor(workspace.pins(), call),
      clock: systemClock,
      rest,
      newId: v7,
      artifacts,
      // Read for each Request, so that an edited price applies from the next one on.
      costOf: (usage, model) => costOf(usage, model, workspace.manifest().prices),
      limitsOf: models.limits,
      concurrency: models.concurrency,
      rate: models.rate,
      leavesAfterMs: LEAVES_AFTER_MS,
      approvalsExpireAfter: () => workspace.manifest().approvalsExpireAfter,
      engine: `${version}+composer.${COMPOSER_VERSION}`,
      ...(onBroken !== undefined && { onBroken }),
    })
    /** A Run is about to begin or resume: the registered functions decide who does a Call's work. */
    const named =
      <A extends readonly unknown[], R>(act: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        await workspace.nameActivities()
        return await act(...given)
      }
    const { start, resume, replay, fork, extract, cancel, decide, setBreakpoints, step } = executor
    return {
      ...executor,
      start: named(start),
      resume: named(resume),
      replay: named(replay),
      fork: named(fork),
      extract: named(extract),
      cancel: named(cancel),
      // They bring a Run back into memory.
      decide: named(decide),
      setBreakpoints: named(setBreakpoints),
      step: named(step),
    }
  }
  return make()
}
