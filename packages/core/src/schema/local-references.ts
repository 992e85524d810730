import type { Json, JsonObject, JsonSchema, Pointer } from './json.ts'
import { escapePointer, hasOwn, isObject } from './json.ts'
import { getByPointer } from './pointer.ts'
import { subschemasOf, withParts } from './subschemas.ts'

const NAMES = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef']
/** The address of a schema without one. */
const NO_ADDRESS = 'https://schema.invalid/'

/**
 * The schema with local references as pointers from its root, without `$id` and `$anchor`: names of two schemas can't
 * be confused. A dynamic reference leads to the root's anchor. Outside references stay. The same object if nothing has
 * a name.
 */
export const withLocalReferences = (schema: JsonSchema, draft07: boolean): JsonSchema => {
  if (!isObject(schema) || !hasNames(schema)) return schema
  const index = indexOf(schema, draft07)
  return rewrite(schema, index.base, index)
}

const hasNames = (schema: JsonObject): boolean =>
  NAMES.some((name) => hasOwn(schema, name)) ||
  subschemasOf(schema).some(({ schema: inner }) => isObject(inner) && hasNames(inner))

interface Index {
  readonly root: JsonObject
  readonly draft07: boolean
  /** The root's address. */
  readonly base: string
  /** The place of the schema with an address. */
  readonly resources: Map<string, Pointer>
  /** The place of `address#name`. */
  readonly anchors: Map<string, Pointer>
  readonly dynamic: Set<string>
}

const indexOf = (root: JsonObject, draft07: boolean): Index => {
  const base = baseOf(root, NO_ADDRESS, draft07)
  const index: Index = { root, draft07, base, resources: new Map(), anchors: new Map(), dynamic: new Set() }
  const visit = (schema: JsonObject, outer: string, pointer: Pointer): void => {
    const address = baseOf(schema, outer, draft07)
    if (address !== outer || pointer === '') index.resources.set(address, pointer)
    if (draft07 && isText(schema.$id) && schema.$id.startsWith('#')) index.anchors.set(address + schema.$id, pointer)
    for (const name of [schema.$anchor, schema.$dynamicAnchor])
      if (!draft07 && isText(name)) index.anchors.set(`${address}#${name}`, pointer)
    if (isText(schema.$dynamicAnchor)) index.dynamic.add(`${address}#${schema.$dynamicAnchor}`)
    for (const { segments, schema: inner } of subschemasOf(schema))
      if (isObject(inner)) visit(inner, address, pointer + segments.map((one) => `/${escapePointer(one)}`).join(''))
  }
  visit(root, NO_ADDRESS, '')
  return index
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

/** The base address of references in the schema. Next to a `$ref`, draft-07 ignores everything else. */
const baseOf = (schema: JsonObject, outer: string, draft07: boolean): string => {
  if (!isText(schema.$id) || (draft07 && (hasOwn(schema, '$ref') || schema.$id.startsWith('#')))) return outer
  return splitAddress(schema.$id, outer)?.address ?? outer
}

const splitAddress = (
  reference: string,
  base: string,
): { readonly address: string; readonly fragment: string } | undefined => {
  // The base of a name such as `urn:uuid:…` can't be followed further than into itself.
  if (!URL.canParse(reference, base)) return undefined
  const { href, hash } = new URL(reference, base)
  return {
    address: hash === '' ? href.replace(/#$/, '') : href.slice(0, -hash.length),
    fragment: decoded(hash.slice(1)),
  }
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Where a reference leads; undefined for out of the schema or to nothing. */
const locate = (reference: string, base: string, index: Index, isDynamic: boolean): Pointer | undefined => {
  const found = splitAddress(reference, base)
  const resource = found && index.resources.get(found.address)
  if (found === undefined || resource === undefined) return undefined
  const { address, fragment } = found
  if (fragment === '') return resource
  if (fragment.startsWith('/')) {
    const pointer = resource + fragment
    return getByPointer(index.root, pointer) === undefined ? undefined : pointer
  }
  const outermost = `${index.base}#${fragment}`
  const reached = isDynamic && index.dynamic.has(`${address}#${fragment}`) && index.dynamic.has(outermost)
  return index.anchors.get(reached ? outermost : `${address}#${fragment}`)
}

const rewrite = (schema: JsonObject, outer: string, index: Index): JsonObject => {
  const base = baseOf(schema, outer, index.draft07)
  const parts = new Map<Json, Json>()
  for (const { schema: inner } of subschemasOf(schema))
    if (isObject(inner)) parts.set(inner, rewrite(inner, base, index))
  const toPlace = (reference: string, isDynamic: boolean): string => {
    const pointer = locate(reference, base, index, isDynamic)
    return pointer === undefined ? reference : `#${encodeURI(pointer).replaceAll('#', '%23').replaceAll('?', '%3F')}`
  }
  const members: [string, Json][] = []
  const dynamic: Json[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref' && isText(value)) members.push([keyword, toPlace(value, false)])
    else if (keyword === '$dynamicRef' && isText(value)) dynamic.push({ $ref: toPlace(value, true) })
    else if (!NAMES.includes(keyword)) members.push([keyword, withParts(value, parts)])
  }
  const rewritten = Object.fromEntries(members)
  if (dynamic.length === 0) return rewritten
  return { ...rewritten, allOf: [...(Array.isArray(rewritten.allOf) ? rewritten.allOf : []), ...dynamic] }
}
