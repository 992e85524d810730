import { linearPattern } from '../../schema/linear-pattern.ts'
import type { Seeded } from './seeded.ts'

/**
 * A text matching a simple pattern: literals, classes, groups, alternatives, counts. Undefined otherwise; callers check
 * it.
 */
export const patternString = (pattern: string, random: Seeded, minLength = 0): string | undefined => {
  const reader = new PatternReader(pattern, random)
  for (let extra = 0; extra <= minLength; extra = extra === 0 ? minLength : minLength + 1) {
    reader.restart(extra)
    const text = reader.read()
    if (text === undefined) return undefined
    if (text.length >= minLength || extra > 0) return text
  }
  return undefined
}

/** A longer one is useless. */
const LONGEST = 1_000_000

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const WORD = `${LOWER}${LOWER.toUpperCase()}${DIGITS}_`
const PRINTABLE = `${WORD} -.,`
const WITH_PROPERTIES = `${PRINTABLE}+$()\u0434\u0416\u03bb\u4e2d\u3042\u30a2\u0627\u05d0`
const CLASSES: { readonly [escape: string]: string } = { d: DIGITS, w: WORD, s: ' ', D: LOWER, W: ' ', S: WORD }
const CONTROLS: { readonly [escape: string]: string } = { n: '\n', t: '\t', r: '\r' }

class PatternReader {
  private at = 0
  private extra = 0
  constructor(
    private readonly pattern: string,
    private readonly random: Seeded,
  ) {}

  restart(extra: number): void {
    this.at = 0
    this.extra = extra
  }

  read(): string | undefined {
    const text = this.alternatives()
    return this.at < this.pattern.length ? undefined : text
  }

  private alternatives(): string | undefined {
    const options: string[] = []
    for (;;) {
      const option = this.sequence()
      if (option === undefined) return undefined
      options.push(option)
      if (this.pattern[this.at] !== '|') return this.random.pick(options)
      this.at++
    }
  }

  private sequence(): string | undefined {
    let text = ''
    while (this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')') {
      const start = this.at
      const atom = this.atom()
      if (atom === undefined) return undefined
      const end = this.at
      const [least, most] = this.count()
      const times = most === Infinity ? least + this.extra : least
      const after = this.at
      if (text.length + times * Math.max(1, atom.length) > LONGEST) return undefined
      let repeated = times > 0 ? atom : ''
      for (let round = 1; round < times; round++) {
        this.at = start
        repeated += this.atom() ?? ''
        if (this.at !== end) return undefined
      }
      this.at = after
      text += repeated
    }
    return text
  }

  private count(): readonly [least: number, most: number] {
    const match = /^(?:([?*+])|\{(\d+)(,(\d*))?\})[?+]?/.exec(this.pattern.slice(this.at))
    if (match === null) return [1, 1]
    this.at += match[0].length
    if (match[1] !== undefined) return match[1] === '?' ? [0, 1] : match[1] === '*' ? [0, Infinity] : [1, Infinity]
    const least = Number(match[2])
    return [least, match[3] === undefined ? least : match[4] === '' ? Infinity : Number(match[4])]
  }

  private atom(): string | undefined {
    const character = this.pattern[this.at++]
    switch (character) {
      case '^':
      case '$':
        return ''
      case '.':
        return this.random.pick([...LOWER])
      case '\\':
        return this.escape()
      case '[':
        return this.characterClass()
      case '(': {
        const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(this.pattern.slice(this.at))
        if (opening !== null) this.at += opening[0].length
        else if (this.pattern[this.at] === '?') return undefined
        const text = this.alternatives()
        return this.pattern[this.at++] === ')' ? text : undefined
      }
      default:
        return character
    }
  }

  private escape(): string | undefined {
    const character = this.pattern[this.at++]
    if (character === 'p' || character === 'P') {
      const members = this.property()
      return members === undefined ? undefined : this.random.pick([...members])
    }
    if (character === undefined || /[1-9bBkux]/.test(character)) return character === 'b' ? '' : undefined
    const members = CLASSES[character]
    return members === undefined ? (CONTROLS[character] ?? character) : this.random.pick([...members])
  }

  private characterClass(): string | undefined {
    const isNegated = this.pattern[this.at] === '^'
    if (isNegated) this.at++
    let members = ''
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']') {
      const first = this.member()
      if (first === undefined) return undefined
      if (first.length === 1 && this.pattern[this.at] === '-' && this.pattern[this.at + 1] !== ']') {
        this.at++
        const last = this.member()
        if (last === undefined || last.length !== 1) return undefined
        for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) members += String.fromCharCode(code)
      } else {
        members += first
      }
    }
    this.at++
    const choices = isNegated ? [...PRINTABLE].filter((character) => !members.includes(character)) : [...members]
    return this.random.pick(choices)
  }

  private member(): string | undefined {
    const character = this.pattern[this.at++]
    if (character !== '\\') return character
    const escaped = this.pattern[this.at++]
    if (escaped === 'p' || escaped === 'P') return this.property()
    return escaped === undefined ? undefined : (CLASSES[escaped] ?? CONTROLS[escaped] ?? escaped)
  }

  /** The available characters with the property behind `\\p`; undefined if none has it. */
  private property(): string | undefined {
    const [written] = /^\{[\w=]+\}/.exec(this.pattern.slice(this.at)) ?? []
    if (written === undefined) return undefined
    const escape = `\\${this.pattern[this.at - 1]}${written}`
    this.at += written.length
    try {
      const { test } = linearPattern(escape)
      const members = [...WITH_PROPERTIES].filter((character) => test(character)).join('')
      return members === '' ? undefined : members
    } catch {
      return undefined
    }
  }
}
