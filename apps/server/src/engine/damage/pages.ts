import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { readLogFrames } from './log-frames.ts'

/** The pages of a database file with its log, read without SQLite: damaged bytes end nothing here. */
export interface Pages {
  readonly pageSize: number
  /** The highest number of a page. */
  readonly count: number
  /** The stored versions of page `number`: whole ones first, newest first; then damaged ones. */
  images(number: number): readonly Buffer[]
  /** Pages that hold nothing any more; `isKnown` where their list is whole. */
  readonly free: { readonly pages: ReadonlySet<number>; readonly isKnown: boolean }
  close(): void
}

/** The size of pages of a file that was made by version 6 or later, and before. */
const PAGE_SIZES = [8192, 4096] as const
const MAGIC = 'SQLite format 3\0'

const isPageSize = (size: number): boolean => size >= 512 && size <= 65_536 && (size & (size - 1)) === 0

/** Undefined where the header doesn't say. */
const pageSizeIn = (header: Buffer): number | undefined => {
  const size = header.length < 100 ? 0 : header.readUInt16BE(16)
  return isPageSize(size) && header.toString('latin1', 0, 16) === MAGIC ? size : undefined
}

/** The first byte of pages that hold rows. */
const PAGE_TYPES: ReadonlySet<number | undefined> = new Set([2, 5, 10, 13])

/** Whether these bytes begin as a page of rows does: a type, and a number of cells that leaves room for them. */
const beginsPage = (bytes: Buffer): boolean =>
  bytes.length >= 8 && PAGE_TYPES.has(bytes[0]) && 8 + 2 * bytes.readUInt16BE(3) <= bytes.readUInt16BE(5)

/** Small pages begin in the middle of large ones as often as at their beginning. */
const guessPageSize = (file: number): number => {
  const [large, small] = PAGE_SIZES
  const size = fstatSync(file).size
  const begins = (from: number): number => {
    let count = 0
    for (let at = from; at < size; at += large) if (beginsPage(bytesAt(file, at, 8))) count += 1
    return count
  }
  return begins(small) * 2 > begins(large) ? small : large
}

const bytesAt = (file: number, at: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

/** By the header of the file, else of its log, else by its pages. */
const pageSizeFrom = (file: number, log: Buffer): number =>
  pageSizeIn(bytesAt(file, 0, 100)) ?? pageSizeInLog(log) ?? guessPageSize(file)

const pageSizeInLog = (log: Buffer): number | undefined => {
  const size = log.length < 32 ? 0 : log.readUInt32BE(8)
  return isPageSize(size) ? size : undefined
}

export const pageSizeOf = (path: string, log: Buffer): number => {
  if (!existsSync(path)) return pageSizeInLog(log) ?? PAGE_SIZES[0]
  const file = openSync(path, 'r')
  try {
    return pageSizeFrom(file, log)
  } finally {
    closeSync(file)
  }
}

export const openPages = (path: string, log: Buffer): Pages => {
  const file = openSync(path, existsSync(path) ? 'r' : 'w+')
  const pageSize = pageSizeFrom(file, log)
  const inFile = Math.ceil(fstatSync(file).size / pageSize)
  const { frames } = readLogFrames(log, pageSize)
  const whole = new Map(frames.filter(({ isWhole }) => isWhole).map(({ page, at }) => [page, at]))
  const count = Math.max(inFile, ...whole.keys())
  const broken = frames.filter(({ isWhole }) => !isWhole)
  /** Frames whose page number is what was damaged. */
  const strays = broken.filter(({ page }) => page < 1 || page > count)
  const inLog = (at: number): Buffer => log.subarray(at, at + pageSize)
  const fromFile = (number: number): readonly Buffer[] => {
    if (number < 1 || number > inFile) return []
    const bytes = bytesAt(file, (number - 1) * pageSize, pageSize)
    return [bytes.length === pageSize ? bytes : Buffer.concat([bytes, Buffer.alloc(pageSize - bytes.length)])]
  }
  const images = (number: number): readonly Buffer[] => {
    const stray = strays[number - count - 1]
    if (stray !== undefined) return [inLog(stray.at)]
    const at = whole.get(number)
    const sound = at === undefined ? fromFile(number) : [inLog(at)]
    return [...sound, ...broken.filter(({ page }) => page === number).map(({ at }) => inLog(at))]
  }
  return {
    pageSize,
    count: count + strays.length,
    images,
    free: freePages(images, count, pageSize),
    close: () => closeSync(file),
  }
}

/** Follows the list of free pages, which the first page names. */
const freePages = (images: Pages['images'], count: number, pageSize: number): Pages['free'] => {
  const pages = new Set<number>()
  const [first] = images(1)
  if (first?.toString('latin1', 0, 16) !== MAGIC) return { pages, isKnown: false }
  let trunk = first.readUInt32BE(32)
  while (trunk > 0 && trunk <= count && !pages.has(trunk)) {
    const [image] = images(trunk)
    if (image === undefined) break
    pages.add(trunk)
    const leaves = Math.min(image.readUInt32BE(4), pageSize / 4 - 2)
    for (let index = 0; index < leaves; index++) {
      const leaf = image.readUInt32BE(8 + 4 * index)
      if (leaf > 0 && leaf <= count) pages.add(leaf)
    }
    trunk = image.readUInt32BE(0)
  }
  // A list that is not whole may name pages that are in use.
  const isKnown = trunk === 0 && pages.size === first.readUInt32BE(36)
  return { pages: isKnown ? pages : new Set(), isKnown }
}
