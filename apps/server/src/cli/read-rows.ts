import { EnsembleError, type Json, type JsonObject, isObject } from '@ensemble/core'
import { decodeStrictly } from '../workspace/decode-strictly.ts'
import { givenJson } from './given-json.ts'

/** A row of a data set, by the names of its columns. */
export type Row = JsonObject

/** UTF-8, or UTF-16 with a byte order mark, as Excel saves it. */
const decode = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  if (wide === undefined) return decodeStrictly(bytes)
  try {
    return new TextDecoder(wide, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of a data set. Throws EnsembleError `usage` for any other encoding. */
export const rowsText = (file: string, bytes: Uint8Array): string => {
  const text = decode(bytes)
  // UTF-16 without a byte order mark is full of NUL.
  if (text === undefined || text.includes('\0'))
    throw new EnsembleError('usage', `${file} is not text in UTF-8: save it as UTF-8 and import it again.`)
  return text
}

/** Rows of CSV (RFC 4180, with a head) or of JSON lines. Throws EnsembleError `usage` with the line that is wrong. */
export const readRows = (file: string, text: string): readonly Row[] =>
  (/\.(jsonl|ndjson)$/i.test(file) ? readJsonLines : readTable)(file, text.replace(/^\uFEFF/, ''))

const readJsonLines = (file: string, text: string): readonly Row[] =>
  text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const parsed = givenJson(line)
    if (!parsed.ok) throw wrong(file, at + 1, parsed.message)
    if (!isObject(parsed.value)) throw wrong(file, at + 1, 'a line is a JSON object')
    return [parsed.value]
  })

const readTable = (file: string, text: string): readonly Row[] => {
  const [head, ...records] = readCsv(file, text)
  const columns = head?.cells ?? []
  const doubled = columns.find((name, at) => columns.indexOf(name) !== at)
  if (doubled !== undefined) throw wrong(file, 1, `two columns are called "${doubled}"`)
  return records.map(({ cells, line }) => {
    if (cells.length !== columns.length)
      throw wrong(file, line, `${cells.length} cells, but the head has ${columns.length}`)
    return Object.fromEntries(columns.map((name, at): [string, Json] => [name, cells[at] ?? '']))
  })
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

interface Cell {
  readonly value: string
  /** A comma, the end of a line, or nothing at the end of the text. */
  readonly end: string
  /** Where the next one begins. */
  readonly next: number
}

const PLAIN_END = /[",\r\n]|$/g
const CELL_END = /,|\r?\n|$/y

/** The index of the quote that closes a cell, from the first character inside; -1 if none does. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Searches for ends instead of matching a whole cell, which may be too long for a regular expression. */
const readCell = (text: string, at: number): Cell | undefined => {
  const isQuoted = text[at] === '"'
  PLAIN_END.lastIndex = at
  const close = isQuoted ? closingQuote(text, at + 1) : (PLAIN_END.exec(text)?.index ?? text.length)
  if (close < 0) return undefined
  CELL_END.lastIndex = isQuoted ? close + 1 : close
  const end = CELL_END.exec(text)?.[0]
  if (end === undefined) return undefined
  const value = isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, close)
  return { value, end, next: (isQuoted ? close + 1 : close) + end.length }
}

/** Records of CSV; empty lines count for nothing. */
const readCsv = (file: string, text: string): readonly CsvRecord[] => {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let [at, line, began] = [0, 1, 1]
  while (at < text.length) {
    const cell = readCell(text, at)
    if (cell === undefined) throw wrong(file, line, 'a quote must enclose a whole cell, and is doubled inside one')
    const { value, end, next } = cell
    cells.push(value)
    line += text.slice(at, next).split('\n').length - 1
    at = next
    // A comma at the very end is followed by an empty cell.
    if (end === ',' && at === text.length) cells.push('')
    if (end !== ',' || at === text.length) {
      if (cells.length > 1 || cells[0] !== '') records.push({ line: began, cells })
      cells = []
      began = line
    }
  }
  return records
}

const wrong = (file: string, line: number, why: string): EnsembleError =>
  new EnsembleError('usage', `${file}, line ${line}: ${why}.`)
