import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'

/** Completes the new file before it replaces the old one. */
const READY = '.salvaged'
const SUFFIXES = ['', '-wal', '-shm'] as const

export const draftOf = (path: string): string => `${path}.salvaging`

/** Removes what a crash left of a salvage, or finishes one that was complete. */
export const finishSwap = (path: string): void => {
  for (const suffix of SUFFIXES) rmSync(draftOf(path) + suffix, { force: true })
  if (existsSync(path + READY)) takePlace(path)
}

/** Keeps the old file and its log as `aside` and puts the finished draft in its place. A crash at any point leaves one of the two whole. */
export const swapIn = (path: string, aside: string): void => {
  for (const suffix of SUFFIXES) if (existsSync(path + suffix)) keepAs(path + suffix, aside + suffix)
  renameSync(draftOf(path), path + READY)
  takePlace(path)
}

/** The log first: it would be read into the new file. */
const takePlace = (path: string): void => {
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  renameSync(path + READY, path)
}

const keepAs = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch {
    // No file system has to know links.
    copyFileSync(from, to)
  }
}
