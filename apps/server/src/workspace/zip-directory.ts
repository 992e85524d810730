import { crc32, inflateRaw } from 'node:zlib'
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl'

const STORED = 0
const DEFLATED = 8

/** A file as the directory of a zip lists it: the claims are checked when the file is unpacked. */
export interface ZipEntry {
  readonly name: string
  readonly originalSize: number
  /** Its bytes, or the reason they are missing. */
  readonly unpack: () => Promise<Uint8Array | 'damaged' | 'encrypted' | 'unknown'>
}

/** UTF-8, as nearly all programs write it, flagged or not; other names are read a byte a character. */
const nameIn = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** Undefined for more than `mostBytes`: a few packed bytes can hold more than the memory does. */
const inflated = (packed: Uint8Array, mostBytes: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => {
    inflateRaw(packed, { maxOutputLength: Math.max(1, mostBytes) }, (error, content) =>
      resolve(error === null ? content : undefined),
    )
  })

const unpack = async (bytes: Uint8Array, zip: ZipFile, entry: Entry): ReturnType<ZipEntry['unpack']> => {
  const { compressionMethod: method, compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted()) return 'encrypted'
  if (method !== STORED && method !== DEFLATED) return 'unknown'
  const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => undefined)
  if (header === undefined) return 'damaged'
  const packed = bytes.subarray(header.fileDataStart, header.fileDataStart + compressedSize)
  const content = method === STORED ? packed.slice() : await inflated(packed, uncompressedSize)
  return content?.byteLength === uncompressedSize && crc32(content) === entry.crc32 ? content : 'damaged'
}

/**
 * The entries in a zip's directory. Undefined if it isn't a whole zip; an array of `most + 1` if it holds more than
 * `most`.
 */
export const readDirectory = async (bytes: Uint8Array, most: number): Promise<readonly ZipEntry[] | undefined> => {
  const entries: ZipEntry[] = []
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const zip = await fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: false })
    for await (const entry of zip.eachEntry()) {
      const { fileNameRaw, uncompressedSize: originalSize } = entry
      entries.push({ name: nameIn(fileNameRaw), originalSize, unpack: () => unpack(bytes, zip, entry) })
      if (entries.length > most) break
    }
  } catch {
    return undefined
  }
  return entries
}
