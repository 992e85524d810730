import { type JournalEvent, type Run, type Sha256, isObject } from '@ensemble/core'
import type { Annotation } from '@ensemble/core/journal'
import { bodyRefs } from '@ensemble/core/host'

/** A long text is found by its beginning. */
const MOST_WORDS = 100_000

/** The searchable texts of a run: its Idea, input, output, error and notes. Large values are fetched by hash. */
export const wordsOf = (
  { idea, input, output, error, annotation }: Run,
  body: (hash: Sha256) => Uint8Array | undefined,
): string => {
  const textOf = (part: unknown): string => {
    if (part === undefined) return ''
    if (isObject(part) && typeof part.$body === 'string') return decoder.decode(body(part.$body))
    return typeof part === 'string' ? part : JSON.stringify(part)
  }
  return [idea, input, output, error?.message, annotation?.labels, annotation?.note]
    .map(textOf)
    .join('\n')
    .slice(0, MOST_WORDS)
}
const decoder = new TextDecoder()

/** A summary with a person's notes about the Run; damaged `text` of `putAnnotation` counts as none. */
export const withAnnotation = (run: Run, text: string | null): Run => {
  const annotation = text === null ? undefined : annotationIn(text)
  return annotation === undefined ? run : { ...run, annotation }
}
/** An annotation as stored; undefined if damaged. */
export const annotationIn = (text: string): Annotation | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const isWhole = isObject(value) && typeof value.star === 'boolean' && typeof value.note === 'string'
    const labels: unknown = isWhole ? value.labels : undefined
    const isLabelled = Array.isArray(labels) && labels.every((label) => typeof label === 'string')
    const scores: unknown = isWhole ? value.scores : undefined
    const isScored = scores === undefined || (Array.isArray(scores) && scores.every(isScore))
    return isLabelled && isScored ? (value as Annotation) : undefined // just looked at
  } catch {
    return undefined
  }
}

const isScore = (score: unknown): boolean =>
  isObject(score) && typeof score.by === 'string' && typeof score.score === 'number'

/** A person's words as a query of the index: all of them, by prefix; undefined without words. */
export const toMatch = (text: string): string | undefined => {
  const words = text.match(/[\p{L}\p{N}]+/gu)
  return words === null ? undefined : words.map((word) => `"${word}"*`).join(' ')
}

/** Content that an event pins: an Idea with its Tools. */
export const pinsOf = (event: JournalEvent): readonly Sha256[] => {
  if (event.type !== 'run.created' && event.type !== 'module.entered') return []
  const pins = isObject(event.data.pins) ? Object.values(event.data.pins) : []
  return [...pins, ...(event.type === 'module.entered' ? [event.data.hash] : [])].filter(
    (pin) => typeof pin === 'string',
  )
}

/** Whether an event can need more than its line and its large values. */
export const pinsOrNames = ({ type }: JournalEvent): boolean =>
  type === 'run.created' || type === 'module.entered' || type === 'artifact.created'

/** The parts of an event stored outside its line: large values (`bodies`), pinned content, the file it names. */
export const usedHashes = (
  event: JournalEvent,
  bodies: readonly { readonly hash: Sha256 }[] = bodyRefs(event).map(({ $body }) => ({ hash: $body })),
): readonly Sha256[] => [
  ...bodies.map(({ hash }) => hash),
  ...pinsOf(event),
  ...(event.type === 'artifact.created' ? [event.data.sha256] : []),
]
