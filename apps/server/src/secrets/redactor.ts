import { REDACTED } from '@ensemble/core/host'
import { waysOfWriting } from './ways-of-writing.ts'

/** Takes secret values out of whatever is written, by value (docs/reliability.md#secrets). */
export interface Redactor {
  /** From now on this value is taken out. Values too short to tell from ordinary text are left. */
  readonly know: (secret: string) => void
  readonly redact: (text: string) => string
  /** How many characters at the end of a text may be the beginning of a known value. */
  readonly openEnd: (text: string) => number
  /** Whether a file's bytes hold a known value: a file cannot be changed without breaking it. */
  readonly isIn: (bytes: Uint8Array) => boolean
}

/** A shorter word than this would be found in ordinary text. */
export const SECRET_LENGTH = 8

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const NOTHING = /$^/g

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>()
  /** The secrets in every way of writing. */
  const known = new Set<string>()
  let longestFirst: readonly string[] = []
  let byFirst = new Map<string, string[]>()
  /** One pass over a text for all of them. */
  let pattern: RegExp | undefined

  /** Where the first value begins that the text may break off in, from `from` on; its end where none does. */
  const openFrom = (text: string, from: number): number => {
    for (let start = from; start < text.length; start++) {
      const length = text.length - start
      const isOpen = byFirst
        .get(text.charAt(start))
        ?.some((way) => way.length > length && text.endsWith(way.slice(0, length)))
      if (isOpen) return start
    }
    return text.length
  }

  const redact = (text: string): string => (pattern === undefined ? text : text.replace(pattern, REDACTED))

  return {
    know: (secret) => {
      if (secret.length < SECRET_LENGTH || secrets.has(secret)) return
      secrets.add(secret)
      for (const way of waysOfWriting(secret)) known.add(way)
      // One secret may begin another: the longer goes first, or its end would stay.
      longestFirst = [...known].toSorted((left, right) => right.length - left.length)
      pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g')
      byFirst = new Map()
      for (const way of longestFirst) byFirst.set(way.charAt(0), [...(byFirst.get(way.charAt(0)) ?? []), way])
    },
    redact,
    openEnd: (text) => {
      const longest = longestFirst[0]?.length ?? 0
      let start = openFrom(text, Math.max(0, text.length - longest + 1))
      if (start === text.length) return 0
      // A whole value is taken out as it is: another may begin at its end.
      for (const { index, 0: whole } of text.matchAll(pattern ?? NOTHING))
        if (index < start && start < index + whole.length) start = openFrom(text, index + whole.length)
      return text.length - start
    },
    isIn: (bytes) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return longestFirst.some((secret) => buffer.includes(secret))
    },
  }
}
