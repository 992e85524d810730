import { sha256Text } from './hash.ts'
import { utf8Length } from './utf8-length.ts'
import type { JsonObject, Sha256 } from './json.ts'

/** The JSON text of a value that stays as it is: serialised once, hashed once. */
export interface KeptText {
  readonly text: string
  readonly hash: Sha256
  /** Of the text as UTF-8. */
  readonly bytes: number
}

const kept = new WeakMap<object, KeptText>()

/** The text of one member of a list, where `JSON.stringify` would write null for nothing. */
const memberText = (member: unknown): string => keptText(member)?.text ?? JSON.stringify(member) ?? 'null'

/**
 * Says that a value never changes and is written often (a composed schema, the functions of a Loop): its text is kept
 * with it. The text of a list is put together of the kept texts of its members.
 */
export function keepText<T extends object>(value: T): T {
  if (kept.has(value)) return value
  let text: string | undefined
  let hash: Sha256 | undefined
  let bytes: number | undefined
  kept.set(value, {
    get text() {
      return (text ??= Array.isArray(value) ? `[${value.map(memberText).join(',')}]` : JSON.stringify(value))
    },
    get hash() {
      return (hash ??= sha256Text(this.text))
    },
    get bytes() {
      return (bytes ??= utf8Length(this.text))
    },
  })
  return value
}

export const keptText = (value: unknown): KeptText | undefined =>
  typeof value === 'object' && value !== null ? kept.get(value) : undefined

/** `JSON.stringify` of an object that puts the kept texts of its members in their places. */
export function textOf(value: JsonObject): string {
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const text = keptText(member)?.text ?? JSON.stringify(member)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(',')}}`
}

/** The length of `textOf(value)`, without putting it together. */
export function textLength(value: JsonObject): number {
  let length = 1 // two braces, and one comma fewer than members
  for (const [name, member] of Object.entries(value)) {
    const text = keptText(member)?.text ?? JSON.stringify(member)
    if (text !== undefined) length += JSON.stringify(name).length + text.length + 2
  }
  return Math.max(2, length)
}

/** A hash of the hashes of an object's members, in their order: what is kept is not hashed again. */
export function hashOf(value: JsonObject): Sha256 {
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    members.push(`${JSON.stringify(name)}:${keptText(member)?.hash ?? sha256Text(JSON.stringify(member))}`)
  }
  return sha256Text(members.join(','))
}
