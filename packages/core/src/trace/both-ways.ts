import type { Json } from '../schema/json.ts'
import { agreementOf } from './agreement.ts'
import { changedFields, type FieldChange } from './value-diff.ts'

/** One way's result of a Call. */
export interface WaySide {
  /** The Run in which it was done; absent while that has not begun, and where it could not. */
  readonly run?: string
  /** Absent while it is under way. `waiting`: for a person. */
  readonly status?: 'done' | 'invalid' | 'waiting'
  readonly result?: Json
  /** Why it is invalid, in one sentence. */
  readonly error?: string
  /** Milliseconds of the Activity or of the model's answer. */
  readonly ms?: number
  /** USD; null where no price is known. */
  readonly cost?: number | null
}

/** A model's result compared with the Activity's; `verdict` is absent until both exist. */
export interface BothWaysSample extends WaySide {
  readonly verdict?: 'equal' | 'different' | 'invalid'
  /** The differences of `different`, from the Activity's result to the model's. */
  readonly diff?: readonly FieldChange[]
}

/** One recorded Call: done once by its Activity and several times by a model. */
export interface BothWaysRow {
  readonly explicit: WaySide
  readonly latent: readonly BothWaysSample[]
}

/** The totals of all rows. */
export interface BothWaysSummary {
  readonly equal: number
  readonly different: number
  readonly invalid: number
  /** Share of the judged results that are equal; null while there is none. */
  readonly agreement: number | null
  /** Mean share of equal leaves over valid results; null without one. */
  readonly likeness: number | null
  readonly explicit: WayTotal
  readonly latent: WayTotal
}

interface WayTotal {
  /** The middle one's, in milliseconds; null without one. */
  readonly medianMs: number | null
  /** USD; null where a price is missing. */
  readonly cost: number | null
}

/** Rows with a verdict for each of the model's results, and what they came to. */
export function bothWays(rows: readonly { readonly explicit: WaySide; readonly latent: readonly WaySide[] }[]): {
  readonly rows: readonly BothWaysRow[]
  readonly summary: BothWaysSummary
} {
  const judged = rows.map(({ explicit, latent }) => ({ explicit, latent: latent.map((side) => judge(explicit, side)) }))
  const samples = judged.flatMap(({ latent }) => latent)
  const count = (verdict: BothWaysSample['verdict']): number => samples.filter((one) => one.verdict === verdict).length
  const [equal, different, invalid] = [count('equal'), count('different'), count('invalid')]
  const all = equal + different + invalid
  const likenesses = judged.flatMap(({ explicit, latent }) =>
    latent.flatMap(({ verdict, result }) =>
      verdict === 'equal' || verdict === 'different' ? [agreementOf(explicit.result, result)] : [],
    ),
  )
  return {
    rows: judged,
    summary: {
      equal,
      different,
      invalid,
      agreement: all === 0 ? null : equal / all,
      likeness: likenesses.length === 0 ? null : sum(likenesses) / likenesses.length,
      explicit: totalOf(judged.map(({ explicit }) => explicit)),
      latent: totalOf(samples),
    },
  }
}

const judge = (explicit: WaySide, side: WaySide): BothWaysSample => {
  if (side.status === 'invalid') return { ...side, verdict: 'invalid' }
  if (side.status !== 'done' || explicit.status !== 'done') return side
  const diff = changedFields(explicit.result, side.result)
  return diff.length === 0 ? { ...side, verdict: 'equal' } : { ...side, verdict: 'different', diff }
}

const totalOf = (sides: readonly WaySide[]): WayTotal => {
  const sorted = sides.flatMap(({ ms }) => ms ?? []).toSorted((one, other) => one - other)
  return {
    medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    cost: sides.some(({ cost }) => cost === null) ? null : sum(sides.map(({ cost }) => cost ?? 0)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
