import type { EventType } from '../../journal/events.ts'
import type { Json, JsonObject, Pointer } from '../../schema/json.ts'
import { escapePointer, isObject } from '../../schema/json.ts'

/** Fields that may differ between two executions with the same decisions: times, prices, hashes of code, where a kept fact came from. */
const INCIDENTAL: { readonly [T in EventType]?: readonly string[] } = {
  'run.created': ['engine'],
  'request.completed': ['source', 'edited'],
  'request.failed': ['ms', 'source', 'edited'],
  'call.proposed': ['edited'],
  'approval.decided': ['source', 'edited'],
  'call.started': ['activityHash'],
  'call.completed': ['ms', 'source', 'edited'],
  'call.failed': ['ms', 'source', 'edited'],
  'run.completed': ['usage'],
  'run.failed': ['usage'],
  'run.cancelled': ['usage'],
}

/** Composed bytes and hashes, which another version of the engine may make in another way: taken from the record (docs/contract/protocol.md#the-journal, replay). */
const COMPOSED: { readonly [T in EventType]?: readonly string[] } = {
  'request.started': ['messages', 'schema', 'inputs'],
  'call.started': ['inputs'],
}

/** Content hashes of Ideas, which differ wherever a byte of a file does. */
const PINNED: { readonly [T in EventType]?: readonly string[] } = { 'module.entered': ['hash', 'pins'] }

/** Hashes of what was there before a secret was taken out of it: nothing that is recorded has them any more. What they are of is compared itself. */
const HASHES: { readonly [T in EventType]?: readonly string[] } = {
  'request.started': ['inputs'],
  'approval.requested': ['hash'],
  'call.started': ['inputs'],
  'state.written': ['before'],
}

export interface Leniency {
  readonly isOtherEngine: boolean
  readonly otherIdeas: boolean
  readonly isRedacted: boolean
}

/**
 * The part of a fact that must repeat. For some errors only the code: versions and redacted places change the sentence.
 */
export function decided(
  type: EventType,
  data: object,
  { isOtherEngine, otherIdeas, isRedacted }: Leniency,
): JsonObject {
  const skipped = [
    ...(INCIDENTAL[type] ?? []),
    ...(isOtherEngine ? (COMPOSED[type] ?? []) : []),
    ...(otherIdeas ? (PINNED[type] ?? []) : []),
    ...(isRedacted ? (HASHES[type] ?? []) : []),
  ]
  const isWordedAnew = isOtherEngine || isRedacted
  const kept = Object.entries(data).filter(([name]) => !skipped.includes(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isWordedAnew && name === 'error' && isObject(value) ? value.code : value]),
  ) as JsonObject // what an event holds is JSON
}

/** The first place where two JSON values differ; a missing member equals an undefined one. */
export function firstDifference(
  expected: unknown,
  actual: unknown,
  path: Pointer = '',
): { readonly path: Pointer; readonly expected: Json; readonly actual: Json } | null {
  if (Object.is(expected, actual)) return null
  if (Array.isArray(expected) && Array.isArray(actual)) {
    for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
      const found = firstDifference(expected[index], actual[index], `${path}/${index}`)
      if (found) return found
    }
    return null
  }
  if (isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = firstDifference(expected[name], actual[name], `${path}/${escapePointer(name)}`)
      if (found) return found
    }
    return null
  }
  return { path, expected: (expected ?? null) as Json, actual: (actual ?? null) as Json } // both came from JSON
}
