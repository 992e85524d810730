// Made once: making one takes longer than reading most files.
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file, a byte order mark included; undefined if it isn't UTF-8, which would be shown wrongly. */
export const decodeStrictly = (bytes: Uint8Array): string | undefined => {
  try {
    return DECODER.decode(bytes)
  } catch {
    return undefined
  }
}
