import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../document/texts/document.ts'
import { readableText } from './readable-text.ts'
import type { SliceView } from './use-slice.ts'

const PATH = ['context', 0]
const fileOf = (part: string): string => `{ "context": [${part}] }`
const record = (text: string, valid: string | null): FileRecord => ({
  file: 'ideas/a.json',
  text,
  valid,
  saved: valid,
  inForce: valid,
  etag: null,
})
const shown = (text: string, isWide = false): SliceView => ({
  file: 'ideas/a.json',
  text,
  fileText: text,
  isWide,
  change: () => undefined,
  toShown: () => null,
  toFile: (offset) => offset,
})

describe('what is told of a schema', () => {
  it('is told of the text as it is typed where that can be read, comments and trailing commas and all', () => {
    for (const part of ['{ "a": 1 }', '{ "a": 1, }', '{ "a": 1 /* one */ }']) {
      const text = fileOf(part)
      expect(readableText(shown(part), record(text, fileOf('{}')), PATH)).toEqual({ text: part, isEarlier: false })
    }
  })

  it('is told of the last text that was JSON while what is typed is none', () => {
    const broken = record(fileOf('{ "a": '), fileOf('{ "a": 1 }'))
    expect(readableText(shown('{ "a": '), broken, PATH)).toEqual({ text: '{ "a": 1 }', isEarlier: true })
    const deep = '['.repeat(200_000)
    expect(readableText(shown(deep), record(fileOf(deep), fileOf('{}')), PATH)).toEqual({ text: '{}', isEarlier: true })
  })

  it('is told of the last text that was JSON where the file is broken around the part', () => {
    const wide = shown('{ "context": [{}', true)
    expect(readableText(wide, record(wide.text, fileOf('{ "a": 1 }')), PATH)).toEqual({
      text: '{ "a": 1 }',
      isEarlier: true,
    })
  })

  it('is told of what is typed where no text was JSON yet, and where the file is gone', () => {
    expect(readableText(shown('{ "a": '), record(fileOf('{ "a": '), null), PATH).isEarlier).toBe(false)
    expect(readableText(shown('{ "a": '), undefined, PATH)).toEqual({ text: '{ "a": ', isEarlier: false })
  })
})
