import { parse, type JSONPath, type ParseError } from 'jsonc-parser'
import { isBroken, type FileRecord } from '../../document/texts/document.ts'
import { shownText, sliceAt } from './slice.ts'
import type { SliceView } from './use-slice.ts'

/** What is told of a schema is told of this text of it. */
export interface ReadableText {
  readonly text: string
  /** What is typed cannot be read (yet), so that this is the last text that could be. */
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

/** The text of a part as it is typed where it can be read, else as it stood in the file's last text that was JSON. */
export function readableText(
  { text, isWide }: SliceView,
  record: FileRecord | undefined,
  path: JSONPath,
): ReadableText {
  const isTyped = record === undefined || !isBroken(record) || (!isWide && isReadable(text))
  if (isTyped || record.valid === null) return { text, isEarlier: false }
  return { text: shownText(record.valid, sliceAt(record.valid, path)) ?? text, isEarlier: true }
}
