import { sha256InSteps, sha256Text } from './hash.ts'
import { jsonInSteps, utf8InSteps } from './json-in-steps.ts'
import { utf8Length } from './utf8-length.ts'
import type { Json, JsonObject, Sha256 } from './json.ts'
import type { Steps } from './turns.ts'

/** The JSON text of a value that stays as it is: serialised once, hashed once, counted once. */
export class KeptText {
  readonly #value: object
  readonly #parts: readonly object[] | undefined
  #text: string | undefined
  #hash: Sha256 | undefined
  #bytes: number | undefined
  #length: number | undefined
  #utf8: Uint8Array | undefined

  /** `parts`: what a list was joined of. */
  constructor(value: object, parts?: readonly object[]) {
    this.#value = value
    this.#parts = parts
  }

  get text(): string {
    return (this.#text ??= this.#parts ? joinedText(this.#parts) : textOfWhole(this.#value))
  }

  /** Makes all of it before somebody asks, in steps. */
  *prepare(): Steps<void> {
    const utf8 = (this.#utf8 ??= yield* utf8InSteps(yield* this.textInSteps()))
    this.#bytes = utf8.length
    this.#hash ??= yield* sha256InSteps(utf8)
  }

  /** The text as UTF-8, where it was prepared. */
  get utf8(): Uint8Array | undefined {
    return this.#utf8
  }

  *textInSteps(): Steps<string> {
    const others = (member: object): Steps<string> | undefined =>
      member === this.#value ? undefined : keptText(member)?.textInSteps()
    // The kept value is JSON.
    return (this.#text ??= this.#parts
      ? yield* joinedInSteps(this.#parts, others)
      : yield* jsonInSteps(this.#value as Json, others))
  }

  /** The text of a joined list is put together again for the next who asks: its members keep theirs. */
  forget(): void {
    if (this.#parts) {
      this.#length ??= this.#text?.length
      this.#text = undefined
    }
    this.#utf8 = undefined
  }

  /** The text's length; a list need not be joined for it. */
  get length(): number {
    return (this.#length ??= this.#text === undefined && this.#parts ? joinedLength(this.#parts) : this.text.length)
  }

  get hash(): Sha256 {
    return (this.#hash ??= sha256Text(this.text))
  }

  /** The text's length as UTF-8. */
  get bytes(): number {
    return (this.#bytes ??= utf8Length(this.text))
  }
}

/** Not enumerable: copies, JSON and comparisons pass it by. In a weak map texts would outlive their values until the next full collection. */
const KEPT = Symbol('kept text')
interface Keeping {
  readonly [KEPT]?: KeptText
}

/** A list of kept members, joined from their texts. */
function textOfWhole(value: object): string
function textOfWhole(value: unknown): string | undefined
function textOfWhole(value: unknown): string | undefined {
  return Array.isArray(value) && value.some((member) => keptText(member) !== undefined)
    ? `[${value.map(memberText).join(',')}]`
    : JSON.stringify(value)
}

/** The text of one member of a list, where `JSON.stringify` would write null for nothing. */
const memberText = (member: unknown): string => keptText(member)?.text ?? JSON.stringify(member) ?? 'null'

/** The text of a list that was joined of members and of lists of them. */
const joinedText = (parts: readonly object[]): string => {
  let joined = ''
  for (const part of parts) {
    const text = Array.isArray(part) ? memberText(part).slice(1, -1) : memberText(part)
    if (text !== '') joined += joined === '' ? text : `,${text}`
  }
  return `[${joined}]`
}

function* joinedInSteps(parts: readonly object[], known: (member: object) => Steps<string> | undefined): Steps<string> {
  let joined = ''
  for (const part of parts) {
    const written = yield* jsonInSteps(part as Json, known) // what is kept is JSON
    const text = Array.isArray(part) ? written.slice(1, -1) : written
    if (text !== '') joined += joined === '' ? text : `,${text}`
  }
  return `[${joined}]`
}

const joinedLength = (parts: readonly object[]): number => {
  let length = 1 // two brackets, and one comma fewer than members
  for (const part of parts) {
    const own = lengthOf(part)
    if (Array.isArray(part) ? own > 2 : true) length += Array.isArray(part) ? own - 1 : own + 1
  }
  return Math.max(2, length)
}
const lengthOf = (value: unknown): number => keptText(value)?.length ?? memberText(value).length

/** Says of a value made here that it never changes and is written often (a composed schema, the functions of a Loop): its text is kept with it. */
export function keepText<T extends object>(value: T): T {
  // A frozen value holds nothing more; it is written each time.
  if (keptText(value) === undefined && Object.isExtensible(value))
    Object.defineProperty(value, KEPT, { value: new KeptText(value) })
  return value
}

/** One list of members and of lists of them, kept: a list that is kept itself is written once for all that it is joined to. */
export function keepJoined<T extends object>(parts: readonly (T | readonly T[])[]): readonly T[] {
  const list: T[] = []
  for (const part of parts) {
    if (Array.isArray(part)) for (const member of part as readonly T[]) list.push(member)
    else list.push(part as T) // as the line before says
  }
  Object.defineProperty(list, KEPT, { value: new KeptText(list, parts) })
  return list
}

export const keptText = (value: unknown): KeptText | undefined =>
  typeof value === 'object' && value !== null ? (value as Keeping)[KEPT] : undefined // any object may keep one

/** A name that needs no escape in JSON. */
const PLAIN = /^\w*$/
const nameText = (name: string): string => (PLAIN.test(name) ? `"${name}":` : `${JSON.stringify(name)}:`)

/** `JSON.stringify` of an object that puts the kept texts of its members in their places. */
export function textOf(value: JsonObject): string {
  let text = ''
  for (const name of Object.keys(value)) {
    const member = keptText(value[name])?.text ?? textOfWhole(value[name])
    if (member !== undefined) text += `${text === '' ? '{' : ','}${nameText(name)}${member}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** The length of `textOf(value)`, without putting it together. */
export function textLength(value: JsonObject): number {
  let length = 1 // two braces, and one comma fewer than members
  for (const name of Object.keys(value)) {
    const member = keptText(value[name])?.length ?? JSON.stringify(value[name])?.length
    if (member !== undefined) length += nameText(name).length + member + 1
  }
  return Math.max(2, length)
}

/** Up to this length a member is hashed as itself in `hashOf`: its own hash would cost more. */
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
