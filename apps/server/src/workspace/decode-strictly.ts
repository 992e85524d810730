/**
 * The text of a file, a byte order mark included; undefined where the bytes are no UTF-8: what could be shown of them is
 * not what they say.
 */
export const decodeStrictly = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
