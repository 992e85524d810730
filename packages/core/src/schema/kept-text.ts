import { sha256Text } from './hash.ts'
import { utf8Length } from './utf8-length.ts'
import type { JsonObject, Sha256 } from './json.ts'

/** The JSON text of a value that stays as it is: serialised once, hashed once, counted once. */
export class KeptText {
  readonly #value: object
  #text: string | undefined
  #hash: Sha256 | undefined
  #bytes: number | undefined

  constructor(value: object) {
    this.#value = value
  }

  /** Of a list, put together of the kept texts of its members. */
  get text(): string {
    return (this.#text ??= Array.isArray(this.#value)
      ? `[${this.#value.map(memberText).join(',')}]`
      : JSON.stringify(this.#value))
  }

  get hash(): Sha256 {
    return (this.#hash ??= sha256Text(this.text))
  }

  /** Of the text as UTF-8. */
  get bytes(): number {
    return (this.#bytes ??= utf8Length(this.text))
  }
}

/** Not enumerable: copies, JSON and comparisons pass it by. In a weak map texts would outlive their values until the next full collection. */
const KEPT = Symbol('kept text')
interface Keeping {
  readonly [KEPT]?: KeptText
}

/** The text of one member of a list, where `JSON.stringify` would write null for nothing. */
const memberText = (member: unknown): string => keptText(member)?.text ?? JSON.stringify(member) ?? 'null'

/** Says of a value made here that it never changes and is written often (a composed schema, the functions of a Loop): its text is kept with it. */
export function keepText<T extends object>(value: T): T {
  if (keptText(value) === undefined) Object.defineProperty(value, KEPT, { value: new KeptText(value) })
  return value
}

export const keptText = (value: unknown): KeptText | undefined =>
  typeof value === 'object' && value !== null ? (value as Keeping)[KEPT] : undefined // any object may keep one

/** A name that stands in JSON as it is. */
const PLAIN = /^\w*$/
const nameText = (name: string): string => (PLAIN.test(name) ? `"${name}":` : `${JSON.stringify(name)}:`)

/** `JSON.stringify` of an object that puts the kept texts of its members in their places. */
export function textOf(value: JsonObject): string {
  let text = ''
  for (const name of Object.keys(value)) {
    const member = keptText(value[name])?.text ?? JSON.stringify(value[name])
    if (member !== undefined) text += `${text === '' ? '{' : ','}${nameText(name)}${member}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** The length of `textOf(value)`, without putting it together. */
export function textLength(value: JsonObject): number {
  let length = 1 // two braces, and one comma fewer than members
  for (const name of Object.keys(value)) {
    const member = keptText(value[name])?.text ?? JSON.stringify(value[name])
    if (member !== undefined) length += nameText(name).length + member.length + 1
  }
  return Math.max(2, length)
}

/** Characters up to which a member stands in `hashOf` as itself: hashing it would cost more. */
const SHORT = 256

/** A hash of an object's members in their order, the long ones by their hashes: what is kept is not hashed again. */
export function hashOf(value: JsonObject): Sha256 {
  let text = ''
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    const kept = keptText(member)
    const whole = kept?.text ?? JSON.stringify(member)
    const short = whole.length > SHORT ? `#${kept?.hash ?? sha256Text(whole)}` : whole
    text += `${text === '' ? '' : ','}${nameText(name)}${short}`
  }
  return sha256Text(text)
}
