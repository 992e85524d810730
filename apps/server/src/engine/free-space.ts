import { rest } from '../rest.ts'
import type { Db } from './database.ts'

/** Free pages that stay for what is recorded next: 2 MB. */
const KEPT_PAGES = 256
/** Pages that are given back at once: some milliseconds. */
const PAGES_AT_ONCE = 200

/** Gives the pages that deleted Runs leave back to the disk, in steps; one made before version 6 of the file keeps them for later Runs. */
export const createSpaceGiver = (db: Db, isOpen: () => boolean): (() => Promise<void>) => {
  const countFree = db.prepare('pragma freelist_count')
  const freePages = (): number => (countFree.get() as { readonly freelist_count: number }).freelist_count // one row
  let giving: Promise<void> | undefined
  const give = async (): Promise<void> => {
    for (let before = Number.POSITIVE_INFINITY; isOpen();) {
      const free = freePages()
      if (free <= KEPT_PAGES || free >= before) return
      before = free
      try {
        db.exec(`pragma incremental_vacuum(${Math.min(PAGES_AT_ONCE, free - KEPT_PAGES)})`)
      } catch {
        // A disk that refuses it is reported by the next commit.
        return
      }
      await rest()
    }
  }
  return () => {
    giving ??= give().finally(() => (giving = undefined))
    return giving
  }
}
