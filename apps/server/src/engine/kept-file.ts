import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Db } from './database.ts'

/**
 * The file behind an open database: SQLite keeps writing to a deleted one, and the records would end with the process.
 */
export interface KeptFile {
  /** Whether somebody took the file away, or put another in its place (`git clean` in a workspace that is served). */
  isGone(): boolean
  /** If the file is gone, writes the whole database to its place, or next to a file already there. Gives a sentence. */
  restore(): string | undefined
}

const identityOf = (path: string): bigint | undefined => statSync(path, { throwIfNoEntry: false, bigint: true })?.ino

export const keepFile = (db: Db, path: string): KeptFile => {
  const own = identityOf(path)
  const isGone = (): boolean => identityOf(path) !== own
  return {
    isGone,
    restore: () => {
      const folder = dirname(path)
      // Who took the whole workspace away wants none of it back.
      if (!isGone() || !existsSync(dirname(folder))) return undefined
      const isTaken = identityOf(path) !== undefined
      const to = isTaken ? `${path}.kept-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` : path
      mkdirSync(folder, { recursive: true })
      db.prepare('vacuum into ?').run(to)
      return isTaken
        ? `Another file took the place of ${basename(path)} while it was open; its runs are kept as ${basename(to)}.`
        : `${basename(path)} was taken away while it was open; it is back, with every run.`
    },
  }
}
