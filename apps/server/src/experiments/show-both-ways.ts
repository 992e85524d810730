import { EnsembleError, type Journal, type Json, type JsonObject, type Run } from '@ensemble/core'
import { type PriceTable, costOf, type ModelUsage } from '@ensemble/core/model'
import { hasEnded } from '@ensemble/core/journal'
import { TRIAL_MODEL } from '@ensemble/core/host'
import { type BothWaysRow, type BothWaysSummary, type WaySide, bothWays } from '@ensemble/core/trace'
import { SIMULATED } from '../models/models.ts'
import { cellsOf, keyOf } from './experiment-cells.ts'
import type { Experiment } from './experiment-file.ts'

/** A recorded Call with what both ways of doing it came to. */
export interface ShownRow extends BothWaysRow {
  readonly run: string
  readonly span: string
  readonly call: JsonObject
}

export interface ShownBothWays {
  readonly id: string
  readonly tool: string
  readonly idea: string
  readonly activity: string
  /** The one that was asked for; absent where the workspace chose. */
  readonly model?: string
  readonly times: number
  readonly startedAt: string
  readonly endedAt?: string
  readonly cancelled?: true
  readonly rows: readonly ShownRow[]
  readonly summary: BothWaysSummary
}

/** The table of its runs now. Throws EnsembleError `experiment.unknown` for an experiment of another kind. */
export const showBothWays = async (
  journal: Journal,
  experiment: Experiment,
  prices: PriceTable | undefined,
): Promise<ShownBothWays> => {
  const { id, tool, idea, repeats: times, startedAt, endedAt, cancelled, variants } = experiment
  if (tool === undefined)
    throw new EnsembleError('experiment.unknown', `Experiment ${id} does not do a Tool both ways.`)
  const model = variants[1]?.model
  const cells = cellsOf(experiment)
  const sides = await Promise.all(
    cells.map(async ({ variant, input, repeat }) => {
      const key = keyOf(variant, input, repeat)
      return { variant, input, side: await sideOf(journal, experiment.runs[key], experiment.refused[key], prices) }
    }),
  )
  const of = (input: number, variant: number): readonly WaySide[] =>
    sides.flatMap((one) => (one.input === input && one.variant === variant ? [one.side] : []))
  const { rows, summary } = bothWays(tool.calls.map((_, at) => ({ explicit: of(at, 0)[0] ?? {}, latent: of(at, 1) })))
  return {
    id,
    tool: tool.name,
    idea,
    activity: tool.activity,
    times,
    startedAt,
    summary,
    ...(model !== undefined && { model }),
    ...(endedAt !== undefined && { endedAt }),
    ...(cancelled && { cancelled }),
    rows: tool.calls.flatMap(({ run, span, call }, at) => (rows[at] ? [{ run, span, call, ...rows[at] }] : [])),
  }
}

/** Where no language model answers, nothing is paid. */
const costAt = (usage: ModelUsage, model: string, prices: PriceTable | undefined): number | null =>
  model === TRIAL_MODEL || model === SIMULATED ? 0 : costOf(usage, model, prices)

/** The one Call of a trial: the first that was made, as it was first judged. */
const sideOf = async (
  journal: Journal,
  id: string | undefined,
  refused: string | undefined,
  prices: PriceTable | undefined,
): Promise<WaySide> => {
  if (id === undefined) return refused === undefined ? {} : { status: 'invalid', error: refused }
  const run = await journal.runs.get(id)
  if (run === undefined) return { status: 'invalid', error: 'Its run was deleted.' }
  const events = await journal.read(id, { hydrate: true })
  const asked = events.find(({ type }) => type === 'request.started')
  const answered = events.find(({ type }) => type === 'request.completed')
  const cost =
    asked?.type === 'request.started' && answered?.type === 'request.completed'
      ? costAt(answered.data.usage, asked.data.model, prices)
      : undefined
  const paid = { run: id, ...(cost !== undefined && { cost }) }
  const end = events.find(({ type }) => type === 'call.completed' || type === 'call.rejected' || type === 'call.failed')
  // A model does a Call while it answers.
  const begun = events.find((event) => event.type === 'call.started' && event.span === end?.span)
  const isLatent = begun?.type === 'call.started' ? begun.data.mode === 'latent' : true
  const thought = answered?.type === 'request.completed' ? answered.data.ms : 0
  if (end?.type === 'call.completed')
    return { ...paid, status: 'done', result: end.data.result as Json, ms: isLatent ? thought : end.data.ms } // hydrated
  if (end?.type === 'call.rejected' || end?.type === 'call.failed')
    return { ...paid, status: 'invalid', error: end.data.error.message, ms: thought }
  return { ...paid, ...withoutCall(run) }
}

const withoutCall = (run: Run): WaySide => {
  if (run.status === 'waiting') return { status: 'waiting' }
  if (!hasEnded(run)) return {}
  return { status: 'invalid', error: run.error?.message ?? 'The model made no Call.' }
}
