import type { Problem } from '@ensemble/core'
import { decodeStrictly } from './decode-strictly.ts'
import type { StoredFile } from './folder-files.ts'

/** A file of an Idea or a Tool as text. */
export interface TextFile {
  readonly file: string
  readonly name: string
  readonly etag: string
  readonly text: string
  readonly isUtf8: boolean
}

export const toText = ({ file, name, etag, bytes }: StoredFile): TextFile => {
  const text = decodeStrictly(bytes)
  const shown = text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { file, name, etag, text: shown, isUtf8: text !== undefined }
}

const NOT_UTF8 =
  'This file is not UTF-8, and some of its characters are lost: save it as UTF-8 before it is edited here.'

export const textsOf = (stored: readonly TextFile[]): ReadonlyMap<string, string> =>
  new Map(stored.map(({ name, text }) => [name, text]))

export const encodingProblems = (kind: 'idea' | 'tool', stored: readonly TextFile[]): readonly Problem[] =>
  stored
    .filter(({ isUtf8 }) => !isUtf8)
    .map(({ file, name }) => ({
      code: `${kind}.json`,
      severity: 'error',
      message: NOT_UTF8,
      path: '',
      file,
      ...(kind === 'idea' && { idea: name }),
    }))
