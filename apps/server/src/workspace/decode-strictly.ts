// Made once: making one takes longer than reading most files.
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of a file, a byte order mark included; undefined where the bytes are no UTF-8: what could be shown of them is
 * not what they say.
 */
export const decodeStrictly = (bytes: Uint8Array): string | undefined => {
  try {
    return DECODER.decode(bytes)
  } catch {
    return undefined
  }
}
