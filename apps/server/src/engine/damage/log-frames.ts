/** One page as a commit wrote it into the write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log). */
export interface Frame {
  readonly page: number
  /** Where the page's bytes begin in the log. */
  readonly at: number
  /** Whether it is as it was written. */
  readonly isWhole: boolean
}

export interface LogFrames {
  readonly frames: readonly Frame[]
  /** SQLite would drop commits that are in the log: its header is damaged, or a whole commit follows a damaged frame. */
  readonly isDamaged: boolean
  /** The log ends in frames that are not whole: what a power failure leaves of a commit, or damage to the last one. */
  readonly isTorn: boolean
}

const HEADER_BYTES = 32
const FRAME_BYTES = 24
const MAGIC = 0x37_7f_06_82
type Sum = readonly [number, number]

const sumOf = (log: Buffer, from: number, to: number, seed: Sum, isBig: boolean): Sum => {
  let [one, two] = seed
  for (let at = from; at < to; at += 8) {
    one = (one + (isBig ? log.readUInt32BE(at) : log.readUInt32LE(at)) + two) >>> 0
    two = (two + (isBig ? log.readUInt32BE(at + 4) : log.readUInt32LE(at + 4)) + one) >>> 0
  }
  return [one, two]
}
const sumAt = (log: Buffer, at: number): Sum => [log.readUInt32BE(at), log.readUInt32BE(at + 4)]
const isSame = (a: Sum, b: Sum): boolean => a[0] === b[0] && a[1] === b[1]

/** The frames of a log's current generation, also those behind damage, where SQLite stops: each is checked alone. */
export const readLogFrames = (log: Buffer, pageSize: number): LogFrames => {
  const frames: Frame[] = []
  if (log.length < HEADER_BYTES + FRAME_BYTES + pageSize) return { frames, isDamaged: false, isTorn: false }
  const magic = log.readUInt32BE(0)
  const isBig = magic === MAGIC + 1
  const isHeaderWhole =
    (magic === MAGIC || isBig) &&
    log.readUInt32BE(8) === pageSize &&
    isSame(sumOf(log, 0, HEADER_BYTES - 8, [0, 0], isBig), sumAt(log, HEADER_BYTES - 8))
  const salts = sumAt(log, isHeaderWhole ? 16 : HEADER_BYTES + 8)
  let stored = sumAt(log, HEADER_BYTES - 8)
  let computed = stored
  let brokenAt = isHeaderWhole ? -1 : 0
  let lastCommit = -1
  // Whether the frame before belongs to this generation.
  let isInside = true
  for (let at = HEADER_BYTES; at + FRAME_BYTES + pageSize <= log.length; at += FRAME_BYTES + pageSize) {
    const own = sumAt(log, at + 16)
    const end = at + FRAME_BYTES + pageSize
    const sumAfter = (seed: Sum): Sum => sumOf(log, at + FRAME_BYTES, end, sumOf(log, at, at + 8, seed, isBig), isBig)
    const after = sumAfter(stored)
    const hasSalts = isSame(sumAt(log, at + 8), salts)
    const follows: boolean = isSame(after, own) && (isInside || hasSalts)
    const followsComputed = !follows && hasSalts && isSame(sumAfter(computed), own)
    const previous = frames.at(-1)
    if (followsComputed && isInside && previous !== undefined)
      frames[frames.length - 1] = { ...previous, isWhole: true }
    if (brokenAt < 0 && !(follows && hasSalts && isInside) && (follows || hasSalts)) brokenAt = frames.length
    isInside = hasSalts || follows
    stored = own
    computed = after
    // The rest of an earlier generation behind the end of this one.
    if (!isInside) continue
    const isWhole = follows || followsComputed
    if (isWhole && log.readUInt32BE(at + 4) !== 0) lastCommit = frames.length
    frames.push({ page: log.readUInt32BE(at), at: at + FRAME_BYTES, isWhole })
  }
  // A commit that was cut short by a crash was never acknowledged.
  if (frames.slice(lastCommit + 1).every(({ isWhole }) => isWhole)) frames.length = lastCommit + 1
  const isDamaged = brokenAt >= 0 && frames.length > 0 && (lastCommit >= brokenAt || !isHeaderWhole)
  return { frames, isDamaged, isTorn: !isDamaged && frames.some(({ isWhole }) => !isWhole) }
}
