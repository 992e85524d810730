import { EnsembleError, type Executor, type Json } from '@ensemble/core'
import type { ExperimentCell } from '@ensemble/core/trace'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import type { Trials } from '../engine/trials.ts'
import type { Workspace } from '../workspace/workspace-types.ts'
import type { CellScores } from './cell-scores.ts'
import { cellsOf, keyOf } from './experiment-cells.ts'
import type { Experiment, ExperimentFiles, Variant } from './experiment-file.ts'
import { toolTrial } from './tool-trial.ts'
import { ideasOf } from './variant-ideas.ts'

/** The experiments whose runs are under way. */
interface LiveExperiments {
  get(id: string): Experiment | undefined
  /** Runs the cells that have no run yet, in the background. */
  begin(experiment: Experiment): void
  /** Changes it in memory, then in its file. */
  change(id: string, edit: (before: Experiment) => Experiment): Promise<void>
  /** Starts no more of its cells; nothing writes its file afterwards. */
  forget(id: string): Promise<void>
  /** Starts nothing any more. */
  stop(): void
}

interface LiveOptions {
  readonly workspace: Workspace
  readonly executor: () => Promise<Executor>
  readonly trials: Trials
  readonly files: ExperimentFiles
  readonly journal: WorkspaceJournal
  readonly scores: CellScores
}

/** Runs of one experiment at a time; the engine bounds what they ask of an endpoint. */
const AT_ONCE = 4

export const createLiveExperiments = ({
  workspace,
  journal,
  executor,
  trials,
  files,
  scores,
}: LiveOptions): LiveExperiments => {
  /** The running experiment in memory; the file follows. */
  const live = new Map<string, Experiment>()
  let isStopped = false
  let writing: Promise<void> = Promise.resolve()

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
        idempotencyKey: `experiment:${id}:${key}${experiment.resumed === undefined ? '' : `:${experiment.resumed}`}`,
      })
      await change(id, (before) => ({ ...before, runs: { ...before.runs, [key]: run } }))
      if (live.get(id)?.cancelled === true) await engine.cancel(run, 'experiment')
      await engine.settled(run)
      if (experiment.expect !== undefined) await scores.ask(run, experiment.expect)
    } catch (error) {
      if (error instanceof EnsembleError && error.code === 'engine.draining') return
      const reason = error instanceof Error ? error.message : String(error)
      await change(id, (before) => ({ ...before, refused: { ...before.refused, [key]: reason } }))
    }
  }

  /** Whether its ended runs cost as much as its budget; runs without a price count for nothing. */
  const isSpent = async (id: string): Promise<boolean> => {
    const { budget, runs = {} } = live.get(id) ?? {}
    if (budget === undefined) return false
    const found = await Promise.all(Object.values(runs).map((run) => journal.runs.get(run)))
    return found.reduce((sum, run) => sum + (run?.usage.cost ?? 0), 0) >= budget
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
      const ideas = await variantIdeas(workspace, experiment.variants)
      const worker = async (): Promise<void> => {
        for (let cell = waiting.shift(); cell !== undefined && !isOver(); cell = waiting.shift()) {
          if (await isSpent(id)) return change(id, (before) => ({ ...before, isOverBudget: true }))
          await runCell(id, ideas, cell)
        }
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
    // It may have been continued since.
    if (live.get(id)?.endedAt !== undefined) live.delete(id)
  }

  return {
    get: (id) => live.get(id),
    begin: (experiment) => {
      // A cell shows its own error; the next write of a run reports a failing disk.
      go(experiment).catch(() => live.delete(experiment.id))
    },
    change,
    forget: async (id) => {
      live.delete(id)
      // A pending write would bring it back.
      await writing.catch(() => undefined)
    },
    stop: () => {
      isStopped = true
    },
  }
}

/** The Ideas of each variant. Throws EnsembleError where one of them cannot be used. */
export const variantIdeas = (workspace: Workspace, variants: readonly Variant[]): Promise<readonly VariantIdeas[]> =>
  Promise.all(
    variants.map((variant, at) =>
      ideasOf(variant, workspace.ideas, (name) => workspace.activities().get(name) !== undefined, `/variants/${at}`),
    ),
  )

export const ended = (experiment: Experiment): Experiment => ({ ...experiment, endedAt: new Date().toISOString() })

type VariantIdeas = { readonly [address: string]: Json }

/** Another seed for each repeat, or every one would be the first again where the model is deterministic. */
const seedOf = ({ config }: Variant, repeat: number): { readonly seed?: string } =>
  repeat === 0 ? {} : { seed: `${config?.seed ?? ''}#${repeat}` }
