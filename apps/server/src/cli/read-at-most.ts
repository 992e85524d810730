import { createReadStream } from 'node:fs'
import { EnsembleError } from '@ensemble/core'

/**
 * The bytes of a file, a pipe or a device. Throws EnsembleError `usage` if unreadable, `json.tooLarge` over `most`
 * bytes.
 */
export async function readAtMost(path: string, most: number, of?: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      size += piece.byteLength
      if (size > most) break
    }
  } catch {
    throw new EnsembleError('usage', `The file ${path}${of === undefined ? '' : ` of ${of}`} cannot be read.`)
  }
  if (size > most) throw new EnsembleError('json.tooLarge', `${path} is larger than the limit of ${most} bytes.`)
  return Buffer.concat(pieces)
}
