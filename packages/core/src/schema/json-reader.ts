import type { Json, Pointer } from './json.ts'
import { escapePointer, hasOwn } from './json.ts'
import { cutOfString, findClosingQuote, unescape } from './long-string.ts'

export type JsonProblemCode = 'json.invalid' | 'json.duplicateKey' | 'json.tooLarge' | 'json.tooDeep' | 'json.nonFinite'

interface OpenObject {
  readonly members: { [key: string]: Json }
  /** The property whose value comes next; undefined while its name is being read. */
  key: string | undefined
}
interface OpenArray {
  readonly members?: undefined
  readonly items: Json[]
}
/** A container whose end has not been read. */
type Open = OpenObject | OpenArray

/** Why a text isn't acceptable JSON; thrown by `JsonReader` alone. */
export class Refusal {
  constructor(
    readonly code: JsonProblemCode,
    readonly message: string,
    readonly offset: number,
  ) {}
}

/** Units of a string that are looked at one by one. */
const SHORT = 48

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /-?[A-Za-z_$][\w$]*/y
const LITERALS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const NON_FINITE = new Set(['NaN', 'Infinity', '-Infinity', '-NaN'])
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

const matchAt = (pattern: RegExp, text: string, offset: number): string | undefined => {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0]
}

/** The length of the text already read and dropped. */
interface Dropped {
  readonly units: number
  readonly lines: number
  /** Units since the last line break. */
  readonly column: number
}

/** Units of a text in pieces that are put together at least; so many that were read are dropped. */
const PIECE = 256 * 1024
/** Units of a string that are read in one step: a few milliseconds, even if each is an escape. */
const LONG = 128 * 1024
/** A number may continue after `1.`, `1e` and `1e+`. */
const NUMBER_TAIL = 4
/** Units that a problem shows of the text. */
const SHOWN = 20

/** Reads one JSON text from left to right, never recursing: depth costs no stack. Throws `Refusal`. */
export class JsonReader {
  at = 0
  readonly open: Open[] = []
  private text: string
  private pieces: Iterator<string> | undefined
  private dropped: Dropped = { units: 0, lines: 0, column: 0 }
  /** The part of a long string before its end. */
  private long: string | undefined

  /** A text in pieces is never put together: doing so takes 45 ms for 40 MB. */
  constructor(
    source: string | Iterator<string>,
    readonly maxDepth: number,
  ) {
    this.text = typeof source === 'string' ? source : ''
    this.pieces = typeof source === 'string' ? undefined : source
  }

  /** The whole value; undefined after `most` values or units, where the next call continues. */
  read(most = Infinity, mostUnits = Infinity): Json | undefined {
    if (this.pieces && this.at >= PIECE) this.drop()
    const until = this.at + mostUnits
    if (this.text === '') this.extend()
    if (this.dropped.units === 0 && this.text.charCodeAt(0) === 0xfeff)
      this.refuse('a byte-order mark stands before the JSON; leave it out', 0)
    for (let count = 0; count < most && this.at < until; count++) {
      const value = this.long === undefined ? this.readValueStart() : this.readOnString()
      if (value === undefined) continue
      const whole = this.place(value)
      if (whole !== undefined) return whole
    }
    return undefined
  }

  /** A complete scalar or empty container; undefined if a container or a string continues. */
  private readValueStart(): Json | undefined {
    this.skipSpace()
    switch (this.text[this.at]) {
      case '{':
        return this.openObject()
      case '[':
        return this.openArray()
      case '"':
        return this.beginString()
    }
    const number = this.match(NUMBER)
    if (number !== undefined) return this.readNumber(number)
    return this.readWord()
  }

  private openObject(): Json | undefined {
    this.enter()
    const members: { [key: string]: Json } = {}
    this.skipSpace()
    if (this.text[this.at] === '}') {
      this.at++
      return members
    }
    const object: OpenObject = { members, key: undefined }
    this.open.push(object)
    this.readKey(object)
    return undefined
  }

  private openArray(): Json | undefined {
    this.enter()
    this.skipSpace()
    if (this.text[this.at] === ']') {
      this.at++
      return []
    }
    this.open.push({ items: [] })
    return undefined
  }

  private enter(): void {
    if (this.open.length >= this.maxDepth) {
      this.refuse(`values are nested more than ${this.maxDepth} levels deep`, this.at, 'json.tooDeep')
    }
    this.at++
  }

  private readKey(object: OpenObject): void {
    object.key = undefined
    const start = this.at
    if (this.text[start] !== '"') {
      this.refuse(
        this.text[start] === '}'
          ? 'a comma must not stand before "}"'
          : `expected a property name in double quotes but ${this.found()}`,
      )
    }
    const key = this.readString()
    object.key = key
    if (hasOwn(object.members, key)) {
      this.refuse(`the property ${JSON.stringify(shorten(key))} is written twice`, start, 'json.duplicateKey')
    }
    this.skipSpace()
    if (this.text[this.at] !== ':') this.refuse(`expected ":" after the property name but ${this.found()}`)
    this.at++
  }

  /** Puts a complete value where it belongs and closes what ends after it; the whole value once all is closed. */
  private place(complete: Json): Json | undefined {
    let value = complete
    for (;;) {
      const container = this.open.at(-1)
      this.skipSpace()
      const next = this.text[this.at]
      if (container === undefined) {
        if (next !== undefined) this.refuse(`nothing may follow the JSON value but ${this.found()}`)
        return value
      }
      if (!container.members) container.items.push(value)
      else if (container.key !== undefined) setOwn(container.members, container.key, value)
      if (next === ',') {
        this.at++
        this.skipSpace()
        if (container.members) this.readKey(container)
        else if (this.text[this.at] === ']') this.refuse('a comma must not stand before "]"')
        return undefined
      }
      const end = container.members ? '}' : ']'
      if (next !== end) this.refuse(`expected "," or "${end}" but ${this.found()}`)
      this.at++
      this.open.pop()
      value = container.members ?? container.items
    }
  }

  private readString(): string {
    let value = this.beginString()
    while (value === undefined) value = this.readOnString()
    return value
  }

  /** A whole string, or undefined if it is long and continues. */
  private beginString(): string | undefined {
    const { text } = this
    const start = ++this.at
    // Most are names and words: looked through here, faster than by asking the engine.
    for (const near = start + SHORT; this.at < near; this.at++) {
      const unit = text.charCodeAt(this.at)
      if (unit === 0x22) return text.slice(start, this.at++)
      if (unit === 0x5c || !(unit >= 0x20)) break
    }
    const end = findClosingQuote(text, start, this.at, start + LONG)
    const value = end < 0 ? undefined : unescape(text.slice(start, end))
    if (value === undefined) {
      this.at = start
      this.long = ''
      return this.readOnString()
    }
    this.at = end + 1
    return value
  }

  /** The next piece of a long string; the whole once its end was read. */
  private readOnString(): string | undefined {
    const start = this.at
    if (this.text.length - start < LONG) this.extend()
    const isLast = this.pieces === undefined && this.text.length - start <= LONG
    const piece = this.text.slice(start, isLast ? undefined : cutOfString(this.text, start, start + LONG))
    const end = findClosingQuote(piece, 0, 0)
    const part = piece === '' ? undefined : unescape(end < 0 ? piece : piece.slice(0, end))
    if (part === undefined) return this.refuseString(start)
    const whole = (this.long ?? '') + part
    this.at = start + (end < 0 ? piece.length : end + 1)
    this.long = end < 0 ? whole : undefined
    return end < 0 ? undefined : whole
  }

  /** Names the place and reason of a bad string. */
  private refuseString(start: number): never {
    for (this.at = start; ;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit === 0x5c) {
        const escape = matchAt(ESCAPE, this.text, this.at)
        if (escape === undefined)
          this.refuse(`${JSON.stringify(this.text.slice(this.at, this.at + 2))} is no JSON escape`)
        this.at += escape.length
      } else if (unit < 0x20) {
        this.refuse('a line break, tab or control character inside a string must be escaped (\\n, \\t, \\u00XX)')
      } else if (Number.isNaN(unit)) {
        this.refuse('the text ends inside a string')
      } else this.at++
    }
  }

  private readNumber(digits: string): number {
    const value = Number(digits)
    if (!Number.isFinite(value)) {
      this.refuse(`the number ${shorten(digits)} is too large to be finite`, this.at, 'json.nonFinite')
    }
    this.at += digits.length
    return value
  }

  private readWord(): Json {
    const word = this.match(WORD)
    const literal = word === undefined ? undefined : LITERALS.get(word)
    if (word === undefined || literal === undefined) {
      if (word !== undefined && NON_FINITE.has(word)) {
        this.refuse(`${word} is no JSON number; write a finite number or null`, this.at, 'json.nonFinite')
      }
      const hint = this.text[this.at] === "'" ? '; strings stand in double quotes' : ''
      this.refuse(`expected a JSON value but ${this.found()}${hint}`)
    }
    this.at += word.length
    return literal
  }

  private skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) this.at++
      else if (!Number.isNaN(unit) || !this.extend()) return
    }
  }

  private found(): string {
    if (this.at + SHOWN > this.text.length) this.extend()
    const rest = this.text.slice(this.at, this.at + SHOWN)
    return rest === '' ? 'the text ends' : `found ${JSON.stringify(rest)}`
  }

  private refuse(message: string, offset = this.at, code: JsonProblemCode = 'json.invalid'): never {
    throw new Refusal(code, `${message} (${this.lineAndColumn(offset)})`, this.dropped.units + offset)
  }

  private lineAndColumn(offset: number): string {
    const { lines, column } = linesIn(this.text.slice(0, offset), this.dropped)
    return `line ${lines + 1}, column ${column + 1}`
  }

  /** The text here that matches a pattern: a match may continue in the next piece. */
  private match(pattern: RegExp): string | undefined {
    for (;;) {
      const found = matchAt(pattern, this.text, this.at)
      const end = this.at + (found?.length ?? 0)
      if (end + NUMBER_TAIL <= this.text.length || !this.extend()) return found
    }
  }

  /** Appends the next part, twice as long as the last, so that a long string is joined few times; false at the end. */
  private extend(): boolean {
    if (this.pieces === undefined) return false
    const most = Math.max(PIECE, this.text.length - this.at)
    let more = ''
    while (more.length < most) {
      const next = this.pieces.next()
      if (next.done === true) {
        this.pieces = undefined
        break
      }
      more += next.value
    }
    this.text += more
    return more !== ''
  }

  /** Drops text already read; only between two values. */
  private drop(): void {
    this.dropped = linesIn(this.text.slice(0, this.at), this.dropped)
    this.text = this.text.slice(this.at)
    this.at = 0
  }

  /** The value being read. */
  path(): Pointer {
    return this.open
      .map((one) => (one.members ? one.key : String(one.items.length)))
      .filter((segment) => segment !== undefined)
      .map((segment) => `/${escapePointer(segment)}`)
      .join('')
  }
}

/** The result after the whole text was read. */
const linesIn = (text: string, before: Dropped): Dropped => {
  let { lines } = before
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  const last = text.lastIndexOf('\n')
  const column = last < 0 ? before.column + text.length : text.length - last - 1
  return { units: before.units + text.length, lines, column }
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** `__proto__` becomes an own property like any other. */
const setOwn = (target: { [key: string]: Json }, key: string, value: Json): void => {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else target[key] = value
}
