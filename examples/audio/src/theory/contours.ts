/** A part of a whole from 0 to 1; all of nothing. */
export const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

const LEAP = 5
/** The share of leaps of a fourth and more with a smaller move back after them; moves in semitones. */
export const leapsAnswered = (moves: readonly number[]): number => {
  const leaps = moves.flatMap((move, index) => {
    const next = moves[index + 1]
    return Math.abs(move) >= LEAP && next !== undefined ? [{ move, next }] : []
  })
  const answered = leaps.filter(
    ({ move, next }) => Math.sign(next) === -Math.sign(move) && Math.abs(next) < Math.abs(move),
  )
  return share(answered.length, leaps.length)
}

const CONTOUR = 3
/**
 * The share of four-note contours that are heard more than once; moves in semitones. A contour has directions and
 * sizes, so a sequence on another degree is the same one.
 */
export const motifRecurrence = (moves: readonly number[]): number => {
  const shapes = moves.map((move) =>
    move === 0 ? '0' : `${move > 0 ? '+' : '-'}${Math.abs(move) <= 2 ? 'step' : 'leap'}`,
  )
  const contours = shapes.slice(0, -(CONTOUR - 1)).map((_, index) => shapes.slice(index, index + CONTOUR).join(' '))
  const counts = new Map<string, number>()
  for (const contour of contours) counts.set(contour, (counts.get(contour) ?? 0) + 1)
  return share(contours.filter((contour) => (counts.get(contour) ?? 0) > 1).length, contours.length)
}
