/** The body of an answer, read in pieces so that an endless one ends; undefined if it is longer than `most` bytes. */
export const readAtMost = async (response: Response, most: number): Promise<Uint8Array | undefined> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    // Leaving the loop closes the connection.
    if (size > most) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces, size))
}
