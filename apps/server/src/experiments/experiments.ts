import type { Executor, Journal, Json } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import { v7 } from 'uuid'
import type { Workspace } from '../workspace/workspace-types.ts'
import type { Trials } from '../engine/trials.ts'
import { type ShownBothWays, showBothWays } from './show-both-ways.ts'
import { type Experiment, type ToolBothWays, type Variant, createExperimentFiles } from './experiment-file.ts'
import { createLiveExperiments, ended, variantIdeas } from './live-experiments.ts'
import { type ShownExperiment, showExperiment } from './show-experiment.ts'

export interface ExperimentStart {
  readonly title: string
  readonly idea: string
  readonly inputs: readonly Json[]
  readonly variants: readonly Variant[]
  readonly repeats: number
  readonly tool?: ToolBothWays
}

/** One input set against several variants, each cell an ordinary run (docs/contract/page.md#runs). */
export interface Experiments {
  /** Throws EnsembleError `experiment.invalid`. */
  start(asked: ExperimentStart): Promise<Experiment>
  /** Newest first. */
  list(): Promise<readonly Experiment[]>
  /** Throws EnsembleError `experiment.unknown`, as all below. */
  show(id: string): Promise<ShownExperiment>
  /** One that does a Tool both ways. */
  showBothWays(id: string): Promise<ShownBothWays>
  /** No new runs; those under way are cancelled. */
  cancel(id: string): Promise<void>
  /** Forgets the table; its runs stay. */
  remove(id: string): Promise<void>
  /** Resumes the experiments that a stop of the server interrupted. */
  resume(): Promise<void>
  /** Starts nothing any more. */
  stop(): void
}

export interface ExperimentsOptions {
  readonly workspace: Workspace
  readonly journal: Journal
  readonly executor: () => Promise<Executor>
  readonly trials: Trials
}

export const createExperiments = ({ workspace, journal, executor, trials }: ExperimentsOptions): Experiments => {
  const files = createExperimentFiles(workspace.root)
  const live = createLiveExperiments({ workspace, executor, trials, files })
  const current = async (id: string): Promise<Experiment> => live.get(id) ?? (await files.read(id))

  return {
    start: async (asked) => {
      await workspace.nameActivities()
      await workspace.ideas.resolve(asked.idea)
      for (const { profile } of asked.variants) if (profile !== undefined) workspace.profile(profile)
      await variantIdeas(workspace, asked.variants)
      const begun = { version: 1, id: v7(), startedAt: new Date().toISOString(), runs: {}, refused: {} } as const
      const experiment: Experiment = { ...asked, ...begun }
      await files.write(experiment)
      live.begin(experiment)
      return experiment
    },
    list: async () => (await files.list()).map((experiment) => live.get(experiment.id) ?? experiment),
    show: async (id) => showExperiment(journal, await current(id)),
    showBothWays: async (id) => showBothWays(journal, await current(id), workspace.manifest().prices),
    cancel: async (id) => {
      const experiment = await current(id)
      if (experiment.endedAt !== undefined) return
      if (live.get(id) !== undefined) await live.change(id, (before) => ({ ...before, cancelled: true }))
      else await files.write(ended({ ...experiment, cancelled: true }))
      const engine = await executor()
      for (const run of Object.values((await current(id)).runs)) {
        const found = await journal.runs.get(run)
        if (found !== undefined && !hasEnded(found)) await engine.cancel(run, 'experiment')
      }
    },
    remove: async (id) => {
      await current(id)
      await live.forget(id)
      await files.remove(id)
    },
    resume: async () => {
      for (const experiment of await files.list())
        if (experiment.endedAt === undefined && live.get(experiment.id) === undefined) live.begin(experiment)
    },
    stop: live.stop,
  }
}
