const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
/** An archive may end with a comment as long as this. */
const MOST_COMMENT = 65_535

const endOf = (view: DataView): number | undefined => {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) if (view.getUint32(at, true) === END) return at
  return undefined
}

/**
 * The CRC-32 of each entry of a zip, in the order of its directory (APPNOTE.TXT 4.3.12); as many as can be read. The
 * library that unpacks does not hold contents against them.
 */
export const checksumsIn = (bytes: Uint8Array): readonly number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const sums: number[] = []
  if (end === undefined) return sums
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  while (sums.length < count && at + ENTRY_BYTES <= view.byteLength && view.getUint32(at, true) === ENTRY) {
    sums.push(view.getUint32(at + 16, true))
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sums
}
