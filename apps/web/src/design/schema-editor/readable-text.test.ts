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

describe('the text that facts about a schema use', () => {
  it('uses the text as typed if it is readable, even with comments and trailing commas', () => {
    for (const part of ['{ "a": 1 }', '{ "a": 1, }', '{ "a": 1 /* one */ }']) {
      const text = fileOf(part)
      expect(readableText(shown(part), record(text, fileOf('{}')), PATH)).toEqual({ text: part, isEarlier: false })
    }
  })

  it('uses the last text that was JSON while the typed one isn’t', () => {
    const broken = record(fileOf('{ "a": '), fileOf('{ "a": 1 }'))
    expect(readableText(shown('{ "a": '), broken, PATH)).toEqual({ text: '{ "a": 1 }', isEarlier: true })
    const deep = '['.repeat(200_000)
    expect(readableText(shown(deep), record(fileOf(deep), fileOf('{}')), PATH)).toEqual({ text: '{}', isEarlier: true })
  })

  it('uses the last text that was JSON if the file is broken around the part', () => {
    const wide = shown('{ "context": [{}', true)
    expect(readableText(wide, record(wide.text, fileOf('{ "a": 1 }')), PATH)).toEqual({
      text: '{ "a": 1 }',
      isEarlier: true,
    })
  })

  it('uses the typed text if no text was JSON yet, and if the file is gone', () => {
    expect(readableText(shown('{ "a": '), record(fileOf('{ "a": '), null), PATH).isEarlier).toBe(false)
    expect(readableText(shown('{ "a": '), undefined, PATH)).toEqual({ text: '{ "a": ', isEarlier: false })
  })
})
