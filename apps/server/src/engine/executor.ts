import {
  COMPOSER_VERSION,
  type Executor,
  type Journal,
  TRIAL_MODEL,
  type Validator,
  costOf,
  createExecutor,
  createTrialModel,
  systemClock,
} from '@ensemble/core'
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
  /** The Journal refused a fact of this Run, which stands still. */
  readonly onBroken?: (run: string, error: unknown) => void
}

/** The executor over this workspace; its heavier parts and the workspace's code load when it is first asked for. */
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
    const [check, source] = await Promise.all([validator(), models.load(), workspace.loadActivities()])
    const trial = createTrialModel()
    return createExecutor({
      journal,
      models: (name) => (name === TRIAL_MODEL ? trial : source(name)),
      ideas: trials.ideas,
      activity: (name) => workspace.activities().get(name),
      profile: (name) => workspace.profile(name),
      // Read anew for each Run: ensemble.json may change while the server runs.
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
      // Read anew for each Request, so that an edited price holds from the next one on.
      costOf: (usage, model) => costOf(usage, model, workspace.manifest().prices),
      concurrency: models.concurrency,
      approvalsExpireAfter: () => workspace.manifest().approvalsExpireAfter,
      engine: `${version}+composer.${COMPOSER_VERSION}`,
      ...(onBroken !== undefined && { onBroken }),
    })
  }
  return make()
}
