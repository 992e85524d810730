/** A text as bytes: in a damaged file they may be anything. */
export interface StoredText {
  readonly text: Buffer
}
/** A value as SQLite stores it. */
export type Stored = null | number | StoredText | Buffer

export const isText = (value: Stored | undefined): value is StoredText =>
  typeof value === 'object' && value !== null && 'text' in value

/** One row of a page: where it begins, and its bytes as far as they are in the page. */
export interface Cell {
  /** Bytes of the whole row. */
  readonly size: number
  readonly rowid: number | undefined
  readonly local: Buffer
  /** The page that continues it; 0 if it is whole. */
  readonly overflow: number
}

const TABLE_LEAF = 13
const INDEX_LEAF = 10
const INDEX_INTERIOR = 2
const MOST_COLUMNS = 64

/** SQLite's number of one to nine bytes; undefined beyond the end. */
const varintAt = (bytes: Buffer, at: number): readonly [value: number, next: number] | undefined => {
  let value = 0
  for (let index = 0; index < 9; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return undefined
    if (index === 8) return [value * 256 + byte, at + 9]
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + index + 1]
  }
  return undefined
}

/** The rows of a page of a table or of an index (https://sqlite.org/fileformat2.html#b_tree_pages); those that make no sense are left out. */
export function* cellsOf(image: Buffer, isFirst: boolean): Generator<Cell> {
  const start = isFirst ? 100 : 0
  const type = image[start]
  if (type !== TABLE_LEAF && type !== INDEX_LEAF && type !== INDEX_INTERIOR) return
  const pointers = start + (type === INDEX_INTERIOR ? 12 : 8)
  const most = Math.min(image.readUInt16BE(start + 3), Math.floor((image.length - pointers) / 2))
  for (let index = 0; index < most; index++) {
    const cell = cellAt(image, image.readUInt16BE(pointers + 2 * index), type)
    if (cell !== undefined) yield cell
  }
}

const cellAt = (image: Buffer, start: number, type: number): Cell | undefined => {
  const size = varintAt(image, start + (type === INDEX_INTERIOR ? 4 : 0))
  const rowid = type === TABLE_LEAF && size !== undefined ? varintAt(image, size[1]) : undefined
  if (size === undefined || (type === TABLE_LEAF && rowid === undefined)) return undefined
  const from = rowid?.[1] ?? size[1]
  const bytes = localBytes(size[0], image.length, type)
  const isOver = bytes < size[0]
  if (from + bytes + (isOver ? 4 : 0) > image.length) return undefined
  return {
    size: size[0],
    rowid: rowid?.[0],
    local: image.subarray(from, from + bytes),
    overflow: isOver ? image.readUInt32BE(from + bytes) : 0,
  }
}

/** How much of a row of `size` bytes is in its own page. */
const localBytes = (size: number, page: number, type: number): number => {
  const most = type === TABLE_LEAF ? page - 35 : Math.floor(((page - 12) * 64) / 255) - 23
  if (size <= most) return size
  const least = Math.floor(((page - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (page - 4))
  return fitting <= most ? fitting : least
}

/** The bytes of a whole row; undefined where its other pages are lost. */
export const wholeRow = (
  { size, local, overflow }: Cell,
  pageAt: (number: number) => Buffer | undefined,
): Buffer | undefined => {
  if (overflow === 0) return local
  const parts = [local]
  const seen = new Set<number>()
  let left = size - local.length
  for (let next = overflow; left > 0;) {
    const page = pageAt(next)
    if (page === undefined || seen.has(next)) return undefined
    seen.add(next)
    const part = page.subarray(4, 4 + Math.min(left, page.length - 4))
    parts.push(part)
    left -= part.length
    next = page.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8] as const

/**
 * The columns of a row of `size` bytes (https://sqlite.org/fileformat2.html#record_format); undefined past `bytes`, or
 * if they aren't a row.
 */
export const columnsOf = (bytes: Buffer, size: number): readonly (Stored | undefined)[] | undefined => {
  const header = varintAt(bytes, 0)
  if (header === undefined || header[0] > bytes.length) return undefined
  const types: number[] = []
  for (let at = header[1]; at < header[0];) {
    const type = varintAt(bytes, at)
    if (type === undefined || types.length === MOST_COLUMNS) return undefined
    types.push(type[0])
    at = type[1]
  }
  const columns: (Stored | undefined)[] = []
  let at = header[0]
  for (const type of types) {
    const length = type >= 12 ? Math.floor((type - 12) / 2) : type === 7 ? 8 : (INTEGER_BYTES[type] ?? 0)
    if (at + length > size) return undefined
    columns.push(at + length <= bytes.length ? valueOf(type, bytes.subarray(at, at + length)) : undefined)
    at += length
  }
  return at === size ? columns : undefined
}

const valueOf = (type: number, bytes: Buffer): Stored => {
  if (type >= 12) return type % 2 === 1 ? { text: bytes } : bytes
  if (type === 8 || type === 9) return type - 8
  if (type === 0 || type > 9) return null
  if (type === 7) return bytes.readDoubleBE(0)
  return bytes.length === 8 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, bytes.length)
}
