import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Json, JsonObject, Sha256 } from './json.ts'
import type { Steps } from './turns.ts'

/** Bytes (or a text as UTF-8) to lower-case hex sha256, synchronously. */
type Sha256Function = (data: Uint8Array | string) => Sha256

const encoder = new TextEncoder()
/** For hosts whose own hashing is asynchronous only: pages and Workers. */
export const portableSha256: Sha256Function = (data) =>
  bytesToHex(sha256(typeof data === 'string' ? encoder.encode(data) : data))

/** A hash that is fed piece by piece. */
interface HashInPieces {
  update(piece: Uint8Array): unknown
  digest(encoding: 'hex'): string
}
interface Crypto {
  hash?(algorithm: string, data: Uint8Array | string): string
  createHash?(algorithm: string): HashInPieces
}
interface Host {
  readonly process?: { getBuiltinModule?(name: string): Crypto | undefined }
}
const nodeCrypto = (): Crypto | undefined => (globalThis as Host).process?.getBuiltinModule?.('node:crypto')

/** Node's hash is ten times as fast. It is looked up by name at run time, so that the page's bundle doesn't include it. */
const findSha256 = (): Sha256Function => {
  const native = nodeCrypto()?.hash
  return native ? (data) => native('sha256', data) : portableSha256
}
let found: Sha256Function | undefined
/** Found for the first who hashes: loading it is a tenth of what importing the core takes. */
const sha256Of: Sha256Function = (data) => (found ??= findSha256())(data)

/** The sha256 of a text in UTF-8, in lower-case hex. */
export const sha256Text = (text: string): Sha256 => sha256Of(text)
/** The sha256 of bytes, in lower-case hex. */
export const sha256Bytes = (bytes: Uint8Array): Sha256 => sha256Of(bytes)
/** The same in steps, of any number of bytes. */
export function* sha256InSteps(bytes: Uint8Array): Steps<Sha256> {
  const hash = nodeCrypto()?.createHash?.('sha256') ?? portableInPieces()
  for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
    const piece = bytes.subarray(from, from + BYTES_AT_ONCE)
    hash.update(piece)
    yield piece.length
  }
  return hash.digest('hex')
}
/** A millisecond or two. */
const BYTES_AT_ONCE = 512 * 1024
const portableInPieces = (): HashInPieces => {
  const hash = sha256.create()
  return { update: (piece) => hash.update(piece), digest: () => bytesToHex(hash.digest()) }
}

/**
 * The canonical text of a JSON value (RFC 8785). Lone surrogates stay escaped, so that texts stay unique. Throws
 * RangeError beyond the stack's depth.
 */
export const canonicalJson = (value: Json): string => {
  // The engine writes values several times faster than code; only unsorted ones are rebuilt.
  const ordered = inOrder(value)
  return ordered === undefined ? writeInOrder(value) : JSON.stringify(ordered)
}

/** The value with the names of its objects in order, itself where they are; undefined where no object can have that order. */
const inOrder = (value: Json): Json | undefined => {
  if (typeof value !== 'object' || value === null) return value
  // Array.isArray does not narrow readonly arrays out of the union.
  return Array.isArray(value) ? itemsInOrder(value) : membersInOrder(value as JsonObject)
}

const itemsInOrder = (items: readonly Json[]): Json | undefined => {
  let copy: Json[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (typeof item !== 'object' || item === null) continue
    const ordered = inOrder(item)
    if (ordered === undefined) return undefined
    if (ordered !== item) (copy ??= [...items])[index] = ordered
  }
  return copy ?? items
}

const membersInOrder = (object: JsonObject): Json | undefined => {
  const names = Object.keys(object)
  let copy: { [name: string]: Json } | undefined
  if (!isSorted(names)) {
    if (names.some(hasOwnPlace)) return undefined
    names.sort()
    copy = {}
  }
  for (const name of names) {
    const member = object[name]
    const ordered = typeof member === 'object' && member !== null ? inOrder(member) : member
    if (copy === undefined) {
      if (ordered === member) continue
      if (ordered === undefined || hasOwnPlace(name)) return undefined
      copy = { ...object }
    }
    if (ordered !== undefined) copy[name] = ordered
    else if (member !== undefined) return undefined
  }
  return copy ?? object
}

const isSorted = (names: readonly string[]): boolean => {
  for (let index = 1; index < names.length; index++) if ((names[index - 1] ?? '') > (names[index] ?? '')) return false
  return true
}
/** An index comes before every other name, in any order; `__proto__` can't be assigned. */
const hasOwnPlace = (name: string): boolean => name === '__proto__' || /^(?:0|[1-9]\d*)$/.test(name)

const writeInOrder = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(writeInOrder).join(',')}]`
  const object = value as { readonly [key: string]: Json | undefined } // as above
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const member = object[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${writeInOrder(member)}`)
  }
  return `{${members.join(',')}}`
}

/** sha256 of the canonical text: equal for equal values, whatever the order of keys. */
export const hashJson = (value: Json): Sha256 => sha256Text(canonicalJson(value))
