import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { readLogFrames } from './log-frames.ts'

/** The pages of a database file with its log, read without SQLite: damaged bytes end nothing here. */
export interface Pages {
  readonly pageSize: number
  /** The highest number of a page. */
  readonly count: number
  /** The images of page `number`, the newest whole one first, damaged ones last. */
  images(number: number): readonly Buffer[]
  /** Pages that hold nothing any more; `isKnown` where their list is whole. */
  readonly free: { readonly pages: ReadonlySet<number>; readonly isKnown: boolean }
  close(): void
}

/** libsql's page size. */
const USUAL_PAGE = 4096
const MAGIC = 'SQLite format 3\0'

const pageSizeIn = (header: Buffer): number => {
  const size = header.length < 100 ? 0 : header.readUInt16BE(16)
  const isPower = size >= 512 && (size & (size - 1)) === 0
  return isPower && header.toString('latin1', 0, 16) === MAGIC ? size : USUAL_PAGE
}

const bytesAt = (file: number, at: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

export const pageSizeOf = (path: string): number => {
  if (!existsSync(path)) return USUAL_PAGE
  const file = openSync(path, 'r')
  try {
    return pageSizeIn(bytesAt(file, 0, 100))
  } finally {
    closeSync(file)
  }
}

export const openPages = (path: string, log: Buffer): Pages => {
  const file = openSync(path, existsSync(path) ? 'r' : 'w+')
  const pageSize = pageSizeIn(bytesAt(file, 0, 100))
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
