import type { Executor, Json } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import { v7 } from 'uuid'
import type { Workspace } from '../workspace/workspace-types.ts'
import type { Trials } from '../engine/trials.ts'
import type { Validator } from '@ensemble/core/schema'
import type { Expectation } from '@ensemble/core/trace'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { createCellScores } from './cell-scores.ts'
import { type FileText, variantEdits } from './variant-edits.ts'
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
  readonly expect?: readonly Expectation[]
  /** USD. */
  readonly budget?: number
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
  /** Continues one that was stopped or used its budget; `budget` is the new one. */
  continue(id: string, budget?: number): Promise<void>
  /** The files with what a variant changes. Throws EnsembleError `experiment.invalid`. */
  edits(id: string, variant: number): Promise<readonly FileText[]>
  /** Forgets the table; its runs stay. */
  remove(id: string): Promise<void>
  /** Resumes the experiments that a stop of the server interrupted. */
  resume(): Promise<void>
  /** Starts nothing any more. */
  stop(): void
}

export interface ExperimentsOptions {
  readonly workspace: Workspace
  readonly journal: WorkspaceJournal
  readonly executor: () => Promise<Executor>
  readonly trials: Trials
  readonly sandbox: Sandbox
  readonly validator: () => Promise<Validator>
}

export const createExperiments = (options: ExperimentsOptions): Experiments => {
  const { workspace, journal, executor, trials } = options
  const scores = createCellScores(options)
  const files = createExperimentFiles(workspace.root)
  const live = createLiveExperiments({ workspace, journal, executor, trials, files, scores })
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
    show: async (id) => showExperiment(journal, await current(id), scores),
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
    continue: async (id, budget) => {
      const { cancelled, isOverBudget, endedAt, refused: _refused, ...before } = await current(id)
      // It still runs, or is complete.
      if (endedAt === undefined || (cancelled === undefined && isOverBudget === undefined)) return
      const runs: Record<string, string> = {}
      for (const [key, run] of Object.entries(before.runs))
        if ((await journal.runs.get(run))?.status !== 'cancelled') runs[key] = run
      const resumed = (before.resumed ?? 0) + 1
      const again: Experiment = { ...before, runs, refused: {}, resumed, ...(budget !== undefined && { budget }) }
      live.begin(again)
      await live.change(id, (begun) => begun)
    },
    edits: async (id, variant) => variantEdits(workspace, await current(id), variant),
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
