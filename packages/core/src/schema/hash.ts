import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Json, Sha256 } from './json.ts'

/** Bytes (or a text as UTF-8) to lower-case hex sha256, synchronously. */
type Sha256Function = (data: Uint8Array | string) => Sha256

const encoder = new TextEncoder()
/** For hosts whose own hashing is asynchronous only: pages and Workers. */
export const portableSha256: Sha256Function = (data) =>
  bytesToHex(sha256(typeof data === 'string' ? encoder.encode(data) : data))

interface Host {
  readonly process?: {
    getBuiltinModule?(name: string): { hash?(algorithm: string, data: Uint8Array | string): string } | undefined
  }
}
/** Node's own is ten times as fast; asked for by name at run time, so that a page's bundle knows nothing of it. */
const native = (globalThis as Host).process?.getBuiltinModule?.('node:crypto')?.hash
const sha256Of: Sha256Function = native ? (data) => native('sha256', data) : portableSha256

export const sha256Text = (text: string): Sha256 => sha256Of(text)
export const sha256Bytes = (bytes: Uint8Array): Sha256 => sha256Of(bytes)

/**
 * The one text of a JSON value (RFC 8785): no spaces, keys in order of UTF-16 units, numbers as ECMAScript writes them.
 * Lone surrogates stay escaped, so that different strings never share a text. Throws RangeError beyond the stack's
 * depth; parsed values are bounded by `parseJson`.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Array.isArray does not narrow readonly arrays out of the union.
  const object = value as { readonly [key: string]: Json | undefined }
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const member = object[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

/** sha256 of the canonical text: equal for equal values, whatever the order of keys. */
export const hashJson = (value: Json): Sha256 => sha256Text(canonicalJson(value))
