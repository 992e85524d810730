import { parse, type JSONPath, type ParseError } from 'jsonc-parser'
import { isBroken, type FileRecord } from '../../document/texts/document.ts'
import { shownText, sliceAt } from './slice.ts'
import type { SliceView } from './use-slice.ts'

/** Facts about a schema use this text of it. */
export interface ReadableText {
  readonly text: string
  /** The typed text is unreadable (for now), so this is the last readable one. */
  readonly isEarlier: boolean
}

/** Comments and trailing commas do no harm to reading. */
const isReadable = (text: string): boolean => {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { allowTrailingComma: true })
  } catch {
    return false // nested deeper than the stack
  }
  return errors.length === 0
}

/** A part's text as typed if readable, else as in the file's last JSON. */
export function readableText(
  { text, isWide }: SliceView,
  record: FileRecord | undefined,
  path: JSONPath,
): ReadableText {
  const isTyped = record === undefined || !isBroken(record) || (!isWide && isReadable(text))
  if (isTyped || record.valid === null) return { text, isEarlier: false }
  return { text: shownText(record.valid, sliceAt(record.valid, path)) ?? text, isEarlier: true }
}
