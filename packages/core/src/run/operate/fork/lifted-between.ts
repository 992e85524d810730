import type { JournalEvent } from '../../../journal/events.ts'
import type { Json, JsonObject } from '../../../schema/json.ts'
import { getPath } from '../../../request/state.ts'
import { isSameJson } from '../../../schema/same-json.ts'
import { callPlace, inOrder, refsOf, refused, type LiftedCall } from '../../record/lifted-calls.ts'
import type { SeenCall } from './lifted-imports.ts'
import { isCopied, overlaps, pathOf, readBefore, readsOf, type Reader } from '../../record/lifted-reads.ts'

interface Sibling extends Reader {
  readonly span: string
}

/** Refuses Calls that one can't replace: another must run between them. Throws EnsembleError `extract.calls`. */
export function refuseBetween(
  source: readonly JournalEvent[],
  calls: readonly [LiftedCall, ...LiftedCall[]],
  seen: (span: string) => SeenCall,
): void {
  const others = siblingsOf(source, calls)
  const known = new Map<number, string>()
  const knownAt = (turn: number): string => {
    const text = known.get(turn) ?? readBefore(source, calls[0].loop, turn)
    known.set(turn, text)
    return text
  }
  /** A Call sees its own answer's write only at a place that was empty before. */
  const saw = (reader: Sibling, writer: Sibling): boolean =>
    writer.turn < reader.turn ||
    (writer.turn === reader.turn &&
      writer.refs.some((ref) => isSameJson(getPath(seen(reader.span).view.state, pathOf(ref)) ?? null, writer.result)))
  /** Why `later` has to stay after `earlier`; undefined where it need not. */
  const reason = (earlier: Sibling, later: Sibling): string | undefined => {
    const isToldLater = earlier.turn < later.turn && isCopied(later.parameters, earlier, knownAt(earlier.turn))
    if (isToldLater || (readBy(later, earlier) !== undefined && saw(later, earlier)))
      return `${later.tool} uses what ${earlier.tool} gave`
    const read = readBy(earlier, later)
    if (read !== undefined && earlier.turn <= later.turn && !saw(earlier, later))
      return `${earlier.tool} reads ${read} before ${later.tool} writes it`
    const both = later.refs.find((ref) => earlier.refs.some((one) => overlaps(pathOf(one), pathOf(ref))))
    return both !== undefined && inOrder(earlier, later) < 0 ? `both write ${both}` : undefined
  }
  const reached = new Map<Sibling, { readonly from: Sibling; readonly why: string }>()
  for (let found = -1; found < reached.size;) {
    found = reached.size
    for (const call of others) {
      const first = reached.has(call) ? undefined : firstOf([...calls, ...reached.keys()], (one) => reason(one, call))
      if (first !== undefined) reached.set(call, { from: first.one, why: first.why })
    }
  }
  for (const [call, { from, why }] of reached) {
    const back = firstOf(calls, (one) => reason(call, one))
    if (back !== undefined)
      throw refused(
        `${call.tool} (${call.span}) is between the Calls: it comes after ${from.tool}, because ${why}, and before ${back.one.tool}, because ${back.why}. Choose it as well, or choose fewer Calls.`,
      )
  }
}

const firstOf = (
  calls: readonly Sibling[],
  reason: (one: Sibling) => string | undefined,
): { readonly one: Sibling; readonly why: string } | undefined => {
  for (const one of calls) {
    const why = reason(one)
    if (why !== undefined) return { one, why }
  }
  return undefined
}

/** The path that one Call writes and another looks at. */
const readBy = (reader: Sibling, writer: Sibling): string | undefined => {
  const { references, imports } = readsOf(reader)
  return writer.refs.find((ref) => [...references, ...imports].some((path) => overlaps(path, pathOf(ref))))
}

/** The other Calls of the Loop that completed, in their order. */
function siblingsOf(
  source: readonly JournalEvent[],
  calls: readonly [LiftedCall, ...LiftedCall[]],
): readonly Sibling[] {
  const lifted = new Set(calls.map(({ span }) => span))
  const results = new Map(
    source.flatMap((event) => (event.type === 'call.completed' ? [[event.span, event.data.result as Json]] : [])), // hydrated
  )
  return source
    .flatMap((event): Sibling[] => {
      if (event.type !== 'call.proposed' || lifted.has(event.span)) return []
      const place = callPlace(event.span)
      const result = results.get(event.span)
      if (place?.loop !== calls[0].loop || result === undefined) return []
      const { tool, parameters, meta } = event.data
      return [{ ...place, tool, parameters: parameters as JsonObject, meta, result, refs: refsOf(source, event.span) }]
    })
    .toSorted(inOrder)
}
