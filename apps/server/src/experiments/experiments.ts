import { EnsembleError, type Executor, type Journal, type Json } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import type { ExperimentCell } from '@ensemble/core/trace'
import { v7 } from 'uuid'
import type { Workspace } from '../workspace/workspace-types.ts'
import { toolTrial } from './tool-trial.ts'
import type { Trials } from '../engine/trials.ts'
import { type ShownBothWays, showBothWays } from './show-both-ways.ts'
import { type Experiment, type ToolBothWays, type Variant, createExperimentFiles } from './experiment-file.ts'
import { cellsOf, keyOf } from './experiment-cells.ts'
import { type ShownExperiment, showExperiment } from './show-experiment.ts'
import { ideasOf } from './variant-ideas.ts'

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

/** Runs of one experiment at a time; the engine bounds what they ask of an endpoint. */
const AT_ONCE = 4

export const createExperiments = ({ workspace, journal, executor, trials }: ExperimentsOptions): Experiments => {
  const files = createExperimentFiles(workspace.root)
  /** The running experiment in memory; the file follows. */
  const live = new Map<string, Experiment>()
  let isStopped = false
  let writing: Promise<void> = Promise.resolve()

  const current = async (id: string): Promise<Experiment> => live.get(id) ?? (await files.read(id))
  const change = (id: string, edit: (before: Experiment) => Experiment): Promise<void> => {
    const before = live.get(id)
    if (before === undefined) return Promise.resolve()
    const after = edit(before)
    live.set(id, after)
    // One after the other, each the newest there is.
    writing = writing.catch(() => undefined).then(() => files.write(live.get(id) ?? after))
    return writing
  }

  const runCell = async (id: string, ideas: readonly VariantIdeas[], cell: ExperimentCell): Promise<void> => {
    const experiment = live.get(id)
    const variant = experiment?.variants[cell.variant]
    if (experiment === undefined || variant === undefined) return
    const key = keyOf(cell.variant, cell.input, cell.repeat)
    const engine = await executor()
    const { model, profile, config } = variant
    try {
      const trial = experiment.tool && (await toolTrial(workspace, experiment, experiment.tool, cell))
      const input = trial === undefined ? experiment.inputs[cell.input] : trial.input
      const { id: run } = await engine.start({
        idea: trial === undefined ? experiment.idea : trials.add(trial.loaded),
        input: input ?? null,
        ...(model !== undefined && { model }),
        ...(profile !== undefined && { profile }),
        // Repeats are other runs of the same question.
        ...(config !== undefined || cell.repeat > 0 ? { config: { ...config, ...seedOf(variant, cell.repeat) } } : {}),
        ideas: ideas[cell.variant] ?? {},
        idempotencyKey: `experiment:${id}:${key}`,
      })
      await change(id, (before) => ({ ...before, runs: { ...before.runs, [key]: run } }))
      if (live.get(id)?.cancelled === true) await engine.cancel(run, 'experiment')
      await engine.settled(run)
    } catch (error) {
      if (error instanceof EnsembleError && error.code === 'engine.draining') return
      const reason = error instanceof Error ? error.message : String(error)
      await change(id, (before) => ({ ...before, refused: { ...before.refused, [key]: reason } }))
    }
  }

  const go = async (experiment: Experiment): Promise<void> => {
    const { id } = experiment
    live.set(id, experiment)
    const waiting = cellsOf(experiment).filter(({ variant, input, repeat }) => {
      const key = keyOf(variant, input, repeat)
      return experiment.runs[key] === undefined && experiment.refused[key] === undefined
    })
    const isOver = (): boolean => isStopped || live.get(id)?.cancelled === true || !live.has(id)
    try {
      const ideas = await Promise.all(experiment.variants.map((variant, at) => variantIdeas(variant, at)))
      const worker = async (): Promise<void> => {
        for (let cell = waiting.shift(); cell !== undefined && !isOver(); cell = waiting.shift())
          await runCell(id, ideas, cell)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    } catch (error) {
      // An Idea or an Activity of a variant is gone since it began.
      if (!(error instanceof EnsembleError)) throw error
      const cells = waiting.map(({ variant, input, repeat }) => [keyOf(variant, input, repeat), error.message])
      const refused: Experiment['refused'] = Object.fromEntries(cells)
      await change(id, (before) => ({ ...before, refused: { ...before.refused, ...refused } }))
    }
    if (isStopped) return
    await change(id, ended)
    live.delete(id)
  }
  const goInBackground = (experiment: Experiment): void => {
    // A cell shows its own error; the next write of a run reports a failing disk.
    go(experiment).catch(() => live.delete(experiment.id))
  }

  const variantIdeas = (variant: Variant, at: number): Promise<VariantIdeas> =>
    ideasOf(variant, workspace.ideas, (name) => workspace.activities().get(name) !== undefined, `/variants/${at}`)

  return {
    start: async (asked) => {
      await workspace.nameActivities()
      await workspace.ideas.resolve(asked.idea)
      for (const { profile } of asked.variants) if (profile !== undefined) workspace.profile(profile)
      await Promise.all(asked.variants.map((variant, at) => variantIdeas(variant, at)))
      const begun = { version: 1, id: v7(), startedAt: new Date().toISOString(), runs: {}, refused: {} } as const
      const experiment: Experiment = { ...asked, ...begun }
      await files.write(experiment)
      goInBackground(experiment)
      return experiment
    },
    list: async () => (await files.list()).map((experiment) => live.get(experiment.id) ?? experiment),
    show: async (id) => showExperiment(journal, await current(id)),
    showBothWays: async (id) => showBothWays(journal, await current(id), workspace.manifest().prices),
    cancel: async (id) => {
      const experiment = await current(id)
      if (experiment.endedAt !== undefined) return
      if (live.has(id)) await change(id, (before) => ({ ...before, cancelled: true }))
      else await files.write(ended({ ...experiment, cancelled: true }))
      const engine = await executor()
      for (const run of Object.values((await current(id)).runs)) {
        const found = await journal.runs.get(run)
        if (found !== undefined && !hasEnded(found)) await engine.cancel(run, 'experiment')
      }
    },
    remove: async (id) => {
      await current(id)
      live.delete(id)
      // A pending write would bring it back.
      await writing.catch(() => undefined)
      await files.remove(id)
    },
    resume: async () => {
      for (const experiment of await files.list())
        if (experiment.endedAt === undefined && !live.has(experiment.id)) goInBackground(experiment)
    },
    stop: () => {
      isStopped = true
    },
  }
}

const ended = (experiment: Experiment): Experiment => ({ ...experiment, endedAt: new Date().toISOString() })

type VariantIdeas = { readonly [address: string]: Json }

/** Another seed for each repeat, or every one would be the first again where the model is deterministic. */
const seedOf = ({ config }: Variant, repeat: number): { readonly seed?: string } =>
  repeat === 0 ? {} : { seed: `${config?.seed ?? ''}#${repeat}` }
