import type { NewEvent } from '@ensemble/core/journal'
import { type Head, type SealOptions, type Sealed, isLarge, sealEvents } from '@ensemble/core/host'

/** Characters that were written. */
export const sizeOf = (sealed: readonly Sealed[]): number => {
  let size = 0
  for (const { line, bodies } of sealed) {
    size += line.length
    for (const { text } of bodies) size += text.length
  }
  return size
}

/** Events that are written in one transaction; of large ones fewer. */
export const MOST_AT_ONCE = 200

/**
 * The events from `from` on that are written together, up to a size. A limit and its refusal stay together: a crash
 * leaves both or neither.
 */
export const sealSome = (
  run: string,
  before: Head,
  events: readonly NewEvent[],
  from: number,
  options: SealOptions,
): readonly Sealed[] => {
  const sealed: Sealed[] = []
  let head = before
  for (let size = 0; from + sealed.length < events.length;) {
    const next = events[from + sealed.length]
    if (next === undefined) break
    const isMuch = isLarge(size) || sealed.length >= MOST_AT_ONCE
    if (isMuch && events[from + sealed.length - 1]?.type !== 'limit.reached') break
    const one = sealEvents(run, head, [next], options)
    size += sizeOf(one)
    head = one[0]?.head ?? head
    sealed.push(...one)
  }
  return sealed
}
