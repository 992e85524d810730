import { crc32, inflateRaw } from 'node:zlib'

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const LOCATOR_64_BYTES = 20
const END_64_BYTES = 56
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** An archive may end with a comment as long as this. */
const MOST_COMMENT = 65_535
/** What stands in a field of 16 or 32 bits whose value stands elsewhere, in 64. */
const ELSEWHERE_16 = 0xffff
const ELSEWHERE_32 = 0xffffffff
/** The extra field that holds such values. */
const EXTRA_64 = 1

const STORED = 0
const DEFLATED = 8

/** What a zip's own directory says of a file (APPNOTE.TXT 4.3.12); none of it has been held against the file yet. */
export interface ZipEntry {
  readonly name: string
  readonly originalSize: number
  readonly packedSize: number
  readonly checksum: number
  readonly method: number
  readonly isEncrypted: boolean
  /** Where its bytes lie, behind a header of their own. */
  readonly at: number
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const uint64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

const endOf = (view: DataView): number | undefined => {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) if (view.getUint32(at, true) === END) return at
  return undefined
}

interface Directory {
  readonly count: number
  readonly at: number
}

const directoryOf = (view: DataView): Directory | undefined => {
  const end = endOf(view)
  if (end === undefined) return undefined
  const [count, at] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  const locator = end - LOCATOR_64_BYTES
  if (count !== ELSEWHERE_16 && at !== ELSEWHERE_32) return { count, at }
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return { count, at }
  const end64 = uint64(view, locator + 8)
  if (end64 + END_64_BYTES > view.byteLength || view.getUint32(end64, true) !== END_64) return undefined
  return { count: uint64(view, end64 + 32), at: uint64(view, end64 + 48) }
}

/** UTF-8, as nearly all write it whether they say so or not; what is none was written a byte a character. */
const nameIn = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** The values of an entry that its fields have no room for, in the order of the fields. */
const values64 = (view: DataView, from: number, to: number): readonly number[] => {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== EXTRA_64) continue
    const until = Math.min(to, at + 4 + view.getUint16(at + 2, true))
    const values: number[] = []
    for (let value = at + 4; value + 8 <= until; value += 8) values.push(uint64(view, value))
    return values
  }
  return []
}

/**
 * The entries of a zip, as its directory lists them. Undefined where it is none, is cut off, or counts other entries than
 * there are; an array of `most + 1` where it holds more than `most`.
 */
export const readDirectory = (bytes: Uint8Array, most: number): readonly ZipEntry[] | undefined => {
  const view = viewOf(bytes)
  const directory = directoryOf(view)
  if (directory === undefined) return undefined
  const entries: ZipEntry[] = []
  let { at } = directory
  while (entries.length < directory.count && entries.length <= most) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) return undefined
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    if (extraEnd > view.byteLength) return undefined
    const large = [...values64(view, nameEnd, extraEnd)]
    const sizeAt = (field: number): number => {
      const value = view.getUint32(field, true)
      return value === ELSEWHERE_32 ? (large.shift() ?? value) : value
    }
    const originalSize = sizeAt(at + 24)
    const packedSize = sizeAt(at + 20)
    entries.push({
      name: nameIn(bytes.subarray(at + ENTRY_BYTES, nameEnd)),
      originalSize,
      packedSize,
      at: sizeAt(at + 42),
      checksum: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

const inflated = (packed: Uint8Array, mostBytes: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => {
    // Never more than the directory promised: a few bytes can hold as much as no memory does.
    inflateRaw(packed, { maxOutputLength: Math.max(1, mostBytes) }, (error, content) =>
      resolve(error === null ? content : undefined),
    )
  })

/** The bytes of an entry; `damaged` where they are not what the directory says of them. */
export const unpackEntry = async (
  bytes: Uint8Array,
  { at, packedSize, originalSize, checksum, method, isEncrypted }: ZipEntry,
): Promise<Uint8Array | 'damaged' | 'encrypted' | 'unknown'> => {
  if (isEncrypted) return 'encrypted'
  if (method !== STORED && method !== DEFLATED) return 'unknown'
  const view = viewOf(bytes)
  if (at + LOCAL_BYTES > view.byteLength || view.getUint32(at, true) !== LOCAL) return 'damaged'
  const start = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const packed = bytes.subarray(start, start + packedSize)
  const content = method === STORED ? packed.slice() : await inflated(packed, originalSize)
  return content?.byteLength === originalSize && crc32(content) === checksum ? content : 'damaged'
}
