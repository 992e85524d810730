import { isSettled, type Span } from '@ensemble/core/trace'
import { placeAt, shareAt, type TimeScale } from './time-scale.ts'

/** A span's phase: in a queue, before its first token, waiting for a person, at work, or still at it. */
export type Phase = 'queue' | 'first' | 'wait' | 'solid' | 'going'

/** One drawn piece of a span's bar, in shares of the range. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly kind: Phase
  /** It is after the instant shown. */
  readonly ahead: boolean
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly kind: Phase
}

/** A bar's pieces in shares of the range, cut at the instant shown; those out of sight are left out. The Run ends at `end`. */
export function segmentsOf(span: Span, scale: TimeScale, now: number, end: number): readonly Segment[] {
  return phasesOf(span, end)
    .flatMap((piece) => cutAt(piece, now))
    .filter(({ from, to }) => placeAt(scale, to) >= 0 && placeAt(scale, from) <= 1)
    .map(({ from, to, kind }) => ({
      from: shareAt(scale, from),
      to: shareAt(scale, to),
      kind,
      ahead: from >= now && to > now,
    }))
}

/** Where later attempts began, in shares of the range. */
export const retriesOf = ({ retries }: Span, scale: TimeScale): readonly number[] =>
  retries.map((time) => placeAt(scale, time)).filter((place) => place >= 0 && place <= 1)

function phasesOf(span: Span, rangeEnd: number): readonly Piece[] {
  const end = span.endedAt ?? rangeEnd
  const begin = Math.min(span.startedAt ?? end, end)
  const isAsking = span.kind === 'request'
  const asked = Math.min(begin + (isAsking ? (span.queueMs ?? 0) : 0), end)
  const first = Math.min(Math.max(asked, begin + (isAsking ? (span.firstTokenMs ?? 0) : 0)), end)
  const work: Phase = isSettled(span.status) ? 'solid' : 'going'
  const pieces: readonly Piece[] = [
    { from: span.openedAt, to: asked, kind: 'queue' },
    { from: asked, to: first, kind: 'first' },
    { from: first, to: end, kind: span.startedAt === undefined ? 'queue' : work },
  ]
  const some = pieces.filter(({ from, to }) => to > from)
  // Something that took no measurable time still shows as a tick.
  const drawn = some.length > 0 ? some : [{ from: end, to: end, kind: work }]
  return span.waits.reduce<readonly Piece[]>(
    (before, { from, to = end }) => withWait(before, from, Math.min(to, end)),
    drawn,
  )
}

/** The pieces with a wait in place of what it covers. */
function withWait(pieces: readonly Piece[], from: number, to: number): readonly Piece[] {
  if (to <= from) return pieces
  const around = pieces.flatMap((piece): readonly Piece[] => [
    ...(piece.from < from ? [{ ...piece, to: Math.min(piece.to, from) }] : []),
    ...(piece.to > to ? [{ ...piece, from: Math.max(piece.from, to) }] : []),
  ])
  return [...around, { from, to, kind: 'wait' as const }].toSorted((a, b) => a.from - b.from)
}

const cutAt = (piece: Piece, now: number): readonly Piece[] =>
  piece.from < now && piece.to > now
    ? [
        { ...piece, to: now },
        { ...piece, from: now },
      ]
    : [piece]
