/** Any JSON value. Data from outside is `unknown` until parsed into this. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
/** A JSON Schema 2020-12 document or subschema. */
export type JsonSchema = boolean | JsonObject

/** An RFC 6901 pointer: `""` is the whole value, `/a/0` the first item of `a`. */
export type Pointer = string

/** Lower-case hex sha256, 64 characters. */
export type Sha256 = string

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for an own property only: `toString` is not a member of `{}`. */
export const hasOwn = (value: object, key: string): boolean => Object.prototype.hasOwnProperty.call(value, key)

/** An equal value that shares no part with this one. */
export const copyJson = <T extends Json>(value: T): T => copy(value) as T // a copy has the shape of what it copies

const copy = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]))
}

/** Names that would reach a prototype; refused in every path. */
export const isPrototypeName = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype'

export const escapePointer = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1')
