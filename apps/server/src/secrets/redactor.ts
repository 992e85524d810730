import { REDACTED } from '@ensemble/core'
import { waysOfWriting } from './ways-of-writing.ts'

/** Takes secret values out of whatever is written, by value (RELIABILITY.md, secrets). */
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

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>()
  /** The secrets in every way of writing. */
  const known = new Set<string>()
  let longestFirst: readonly string[] = []
  let byFirst = new Map<string, string[]>()
  /** One pass over a text for all of them. */
  let pattern: RegExp | undefined

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
      for (let start = Math.max(0, text.length - longest + 1); start < text.length; start++) {
        const rest = text.slice(start)
        const isOpen = byFirst.get(rest.charAt(0))?.some((way) => way.length > rest.length && way.startsWith(rest))
        if (isOpen) return rest.length
      }
      return 0
    },
    isIn: (bytes) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return longestFirst.some((secret) => buffer.includes(secret))
    },
  }
}
