import type { JournalEvent, Sha256 } from '@ensemble/core'

/** Written by `sealEvents`; undefined for anything else. */
export const parseLine = (line: string): JournalEvent | undefined => {
  try {
    return JSON.parse(line) as JournalEvent
  } catch {
    return undefined
  }
}

/** Whether a line is event `seq` after the line that hashes to `prev`. One as `sealEvents` writes it need not be parsed. */
export const follows = (line: string, seq: number, prev: Sha256): boolean => {
  if (line.startsWith(`{"v":1,"seq":${seq},"prev":"${prev}",`)) return true
  const event = parseLine(line)
  return event?.seq === seq && event.prev === prev
}
