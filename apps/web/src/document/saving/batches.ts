import type { FileRecord } from '../texts/document.ts'

/** The limits of `POST /api/workspace/edits`; the bytes leave room for its envelope. */
const MOST_FILES = 500
const MOST_BYTES = 7 * 1024 * 1024

const bytesOf = ({ file, text, etag }: FileRecord): number =>
  new TextEncoder().encode(JSON.stringify({ file, ifMatch: etag, text })).byteLength

/** Splits into as few parts as the route allows. Deletions come last: they may be half of a rename. */
export function inBatches(records: readonly FileRecord[]): readonly (readonly FileRecord[])[] {
  const batches: FileRecord[][] = []
  let room = 0
  const ordered = [...records.filter(({ text }) => text !== null), ...records.filter(({ text }) => text === null)]
  for (const record of ordered) {
    const bytes = bytesOf(record)
    const last = batches.at(-1)
    if (last === undefined || last.length === MOST_FILES || bytes > room) {
      batches.push([record])
      room = MOST_BYTES - bytes
    } else {
      last.push(record)
      room -= bytes
    }
  }
  return batches
}
