import { EnsembleError, type Executor, type Journal, type Json, type Run, hasEnded, isBodyRef } from '@ensemble/core'
import { type ExperimentCell, type VariantSummary, agreementOfCell, summariseVariants } from '@ensemble/core/trace'
import { v7 } from 'uuid'
import type { Workspace } from '../workspace/workspace-types.ts'
import { type Experiment, type Variant, createExperimentFiles } from './experiment-file.ts'
import { ideasOf } from './variant-ideas.ts'

export interface ExperimentStart {
  readonly title: string
  readonly idea: string
  readonly inputs: readonly Json[]
  readonly variants: readonly Variant[]
  readonly repeats: number
}

/** A cell of the table with its run; `agreement` with the first variant is told once both have completed. */
export interface ShownCell extends ExperimentCell {
  readonly run?: string
  readonly refused?: string
  readonly agreement: number | null
}

export interface ShownExperiment extends Omit<Experiment, 'runs' | 'refused' | 'version'> {
  readonly cells: readonly ShownCell[]
  readonly summary: readonly VariantSummary[]
}

/** One input set against several variants, each cell an ordinary run (UX.md, Experiments). */
export interface Experiments {
  /** Throws EnsembleError `experiment.invalid`. */
  start(asked: ExperimentStart): Promise<Experiment>
  /** Newest first. */
  list(): Promise<readonly Experiment[]>
  /** Throws EnsembleError `experiment.unknown`, as all below. */
  show(id: string): Promise<ShownExperiment>
  /** No new runs; those under way are cancelled. */
  cancel(id: string): Promise<void>
  /** Forgets the table; its runs stay. */
  remove(id: string): Promise<void>
  /** Goes on with what a stop of the server interrupted. */
  resume(): Promise<void>
  /** Starts nothing any more. */
  stop(): void
}

export interface ExperimentsOptions {
  readonly workspace: Workspace
  readonly journal: Journal
  readonly executor: () => Promise<Executor>
}

/** Runs of one experiment at a time; the engine bounds what they ask of an endpoint. */
const AT_ONCE = 4

const keyOf = (variant: number, input: number, repeat: number): string => `${variant}/${input}/${repeat}`

/** Every cell, the variants of one input beside each other, so that the table fills line by line. */
const cellsOf = ({ inputs, variants, repeats }: Experiment): readonly Omit<ExperimentCell, 'status'>[] =>
  Array.from({ length: repeats }, (_, repeat) =>
    inputs.flatMap((_input, input) => variants.map((_variant, variant) => ({ variant, input, repeat }))),
  ).flat()

export const createExperiments = ({ workspace, journal, executor }: ExperimentsOptions): Experiments => {
  const files = createExperimentFiles(workspace.root)
  /** What is being run, as it stands; the file follows. */
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
      const { id: run } = await engine.start({
        idea: experiment.idea,
        input: experiment.inputs[cell.input] ?? null,
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
    // What goes wrong with a cell stands in the cell; a disk that fails is told by the next write of a run.
    go(experiment).catch(() => live.delete(experiment.id))
  }

  const variantIdeas = (variant: Variant, at: number): Promise<VariantIdeas> =>
    ideasOf(variant, workspace.ideas, (name) => workspace.activities().get(name) !== undefined, `/variants/${at}`)

  const shownCell = async (experiment: Experiment, cell: ExperimentCell): Promise<Omit<ShownCell, 'agreement'>> => {
    const key = keyOf(cell.variant, cell.input, cell.repeat)
    const refused = experiment.refused[key]
    const id = experiment.runs[key]
    const run = id === undefined ? undefined : await journal.runs.get(id)
    if (run === undefined) return { ...cell, ...(refused !== undefined && { refused }) }
    const output = await outputOf(journal, run)
    return {
      ...cell,
      run: run.id,
      status: run.status,
      ...(output !== undefined && { output }),
      ...(run.endedAt !== undefined && { ms: Date.parse(run.endedAt) - Date.parse(run.startedAt) }),
      tokens: run.usage.inputTokens + run.usage.outputTokens,
      // What a run costs is known with its last Request.
      ...(hasEnded(run) && { cost: run.usage.cost }),
    }
  }

  return {
    start: async (asked) => {
      await workspace.loadActivities()
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
    show: async (id) => {
      const experiment = await current(id)
      const { runs: _runs, refused: _refused, version: _version, ...told } = experiment
      const cells = await Promise.all(cellsOf(experiment).map((cell) => shownCell(experiment, cell)))
      return {
        ...told,
        cells: cells.map((cell) => ({ ...cell, agreement: agreementOfCell(cells, cell) })),
        summary: summariseVariants(cells, experiment.variants.length),
      }
    },
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
      // What is being written would bring it back.
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

const outputOf = async (journal: Journal, { output }: Run): Promise<Json | undefined> => {
  if (!isBodyRef(output)) return output
  const bytes = await journal.bodies.get(output.$body)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Json) // its hash is that of JSON text
}
