import { type Json, type Run } from '@ensemble/core'
import {
  type AlignedSpan,
  CHANGE_NAMES,
  compareTraces,
  createTraceLog,
  editedSpan,
  isChanged,
  type TraceComparison,
} from '@ensemble/core/trace'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { type ChangedPart, type Side, changedParts } from './compare-values.ts'
import { eventsOf } from './events-of.ts'
import { findRunId } from './find-run.ts'
import { outputOf } from './run-artifacts.ts'
import { many } from './plural.ts'
import { printableJson, printableLine } from './printable.ts'
import { type Style, openTerminal } from './terminal.ts'
import { print } from './own-output.ts'

/** How much of a value, and how many fields of one difference, a person is shown; `--json` has all of them. */
const SHOWN_CHARACTERS = 60
const SHOWN_FIELDS = 5

/** A place where two Runs part, with every field. */
interface Difference {
  readonly row: AlignedSpan
  readonly parts: readonly ChangedPart[]
}

const readSide = async (client: Client, run: string): Promise<Side> => ({
  log: createTraceLog(await eventsOf(client, run)),
  whole: async (value) => (value === undefined ? undefined : outputOf(client, run, value)),
})

const shown = (value: Json | undefined): string => {
  if (value === undefined) return 'missing'
  const text = printableJson(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

const runLine = (side: string, run: Run, style: Style): string => {
  const { usage } = run
  const tokens = usage.inputTokens + usage.outputTokens
  const effort = `${many(usage.requests, 'request')}, ${many(usage.calls, 'call')}, ${many(tokens, 'token')}`
  return `${side}  ${run.id}  ${style.bold(run.status)}  ${printableLine(`${run.idea}  ${run.model}`)}  ${style.dim(effort)}`
}

/** The row's path, or the Run itself; the spans behind it are what `ensemble fork --span` takes. */
const placeOf = ({ path, left, right }: AlignedSpan): string => {
  if (path === '') return 'the run itself'
  const [one, other] = new Set([left, right].flatMap((span) => (span === undefined ? [] : [span.id])))
  const span = other === undefined ? one : `${one} in A, ${other} in B`
  return printableLine(span === path ? path : `${path} (${span})`)
}

const isOneSided = ({ row: { left, right } }: Difference): boolean => left === undefined || right === undefined

/** A difference with how many lie in it. */
type Outermost = Difference & { readonly below: number }

/** Differences inside a step that only one Run has count as one: a person sees one difference. */
const outermost = (all: readonly Difference[]): readonly Outermost[] => {
  const found: Outermost[] = []
  // A step comes right before the steps inside it.
  for (const each of all) {
    const last = found.at(-1)
    if (last !== undefined && isOneSided(last) && each.row.path.startsWith(`${last.row.path}/`))
      found[found.length - 1] = { ...last, below: last.below + 1 }
    else found.push({ ...each, below: 0 })
  }
  return found
}

const tellDifference = ({ row, parts, below }: Outermost, style: Style): void => {
  const more = below === 0 ? '' : `, with ${many(below, 'step')} in it`
  print(`${style.bold(placeOf(row))}  ${row.changes.map((change) => CHANGE_NAMES[change]).join(', ')}${more}`)
  for (const { change, fields } of parts) {
    for (const { path, before, after } of fields.slice(0, SHOWN_FIELDS))
      print(`  ${printableLine(`${CHANGE_NAMES[change]}${path}`)}  ${shown(before)} → ${shown(after)}`)
    if (fields.length > SHOWN_FIELDS) print(`  … ${many(fields.length - SHOWN_FIELDS, 'field')} more: --json`)
  }
}

/** Differences between two Runs. */
interface Found {
  readonly a: Run
  readonly b: Run
  /** The span that one of them was forked to change. */
  readonly edited: string | undefined
  readonly differences: readonly Difference[]
}

const toJson = ({ identical, first }: TraceComparison, { a, b, edited, differences }: Found) => ({
  identical,
  a,
  b,
  first: first?.path ?? null,
  edited: edited ?? null,
  differences: differences.map(({ row: { path, left, right, changes }, parts }) => ({
    path,
    a: left?.id ?? null,
    b: right?.id ?? null,
    changes,
    fields: parts.flatMap(({ change, fields }) =>
      fields.map(({ path: at, before, after }) => ({ change, path: at, a: before, b: after })),
    ),
  })),
})

const tellComparison = ({ first }: TraceComparison, { a, b, edited, differences }: Found, style: Style): void => {
  print(runLine('A', a, style))
  print(runLine('B', b, style))
  const shownOnes = outermost(differences)
  for (const each of shownOnes) tellDifference(each, style)
  if (edited !== undefined) print(`The fork's edit: ${printableLine(edited)}.`)
  print(
    first === undefined
      ? 'The runs are identical: every Request, Call and result.'
      : `${many(shownOnes.length, 'difference')}, the first at ${placeOf(first)}.`,
  )
}

/**
 * Compares two Runs by call path and prints differences. Resolves to 0 if they are equal and to 1 otherwise, like
 * `diff`.
 */
export const compareCommand = async (
  flags: Flags & { readonly a: string; readonly b: string; readonly json?: boolean },
): Promise<number> =>
  withClient(flags, async (client) => {
    const ids = [await findRunId(client, flags.a), await findRunId(client, flags.b)] as const
    const read = (id: string): Promise<Run> => client.call('GET', '/api/runs/{id}', { path: { id } })
    const [a, b] = [await read(ids[0]), await read(ids[1])]
    const [ours, theirs] = [await readSide(client, a.id), await readSide(client, b.id)]
    const comparison = compareTraces(ours.log, theirs.log)
    const edited = editedSpan(ours.log, theirs.log)
    const differences: Difference[] = []
    for (const row of comparison.rows.filter(isChanged))
      differences.push({ row, parts: await changedParts(row, ours, theirs) })
    if (flags.json === true) print(JSON.stringify(toJson(comparison, { a, b, edited, differences }), null, 2))
    else tellComparison(comparison, { a, b, edited, differences }, openTerminal().style)
    return comparison.identical ? 0 : 1
  })
