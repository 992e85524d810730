/** Stateless: it decodes whole pieces only. */
const whole = new TextDecoder('utf-8', { ignoreBOM: true })
const LAST_ASCII = 0x7f
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Decodes UTF-8 pieces without a byte order mark. Fast while pieces end at characters; then the platform's decoder
 * takes over.
 */
export function createUtf8Decoder(): (piece: Uint8Array) => string {
  let stream: TextDecoder | undefined
  let isBegun = false
  const decode = (piece: Uint8Array): string => {
    if (stream === undefined && (piece.at(-1) ?? 0) <= LAST_ASCII) return whole.decode(piece)
    stream ??= new TextDecoder('utf-8', { ignoreBOM: true })
    return stream.decode(piece, { stream: true })
  }
  return (piece) => {
    const text = decode(piece)
    if (isBegun || text === '') return text
    isBegun = true
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  }
}
