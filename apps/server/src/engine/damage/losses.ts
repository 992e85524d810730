import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isObject } from '@ensemble/core'

/** The recorded runs that a start found lost. */
export interface Loss {
  /** ISO 8601. */
  readonly at: string
  /**
   * `damaged`: pages of the database or its log were; what was whole is in a new file. `missing`: commits are gone, the
   * rest is sound. `found`: pages are damaged, which a server found while it works; its next start makes the new file.
   */
  readonly type: 'damaged' | 'missing' | 'found'
  /** Runs that are there. */
  readonly kept: number
  readonly lost: readonly { readonly run: string; readonly idea?: string }[]
  /** Runs that are there and lack a large value, what a person said about them, or the hash of their last event. */
  readonly incomplete: readonly string[]
  /** Recorded runs that are missing and cannot be named. */
  readonly unnamed: number
  /** The run whose last recorded fact is gone. */
  readonly behind?: string
  /** The name of the damaged file, which is kept. */
  readonly aside?: string
}

/** Losses not yet dismissed, across restarts. */
export interface Losses {
  list(): readonly Loss[]
  add(loss: Loss): void
  /** Lists a loss that the next start looks at again, until this process ends. */
  find(loss: Loss): void
  /** Somebody has seen them. */
  clear(): void
}

export const openLosses = (path: string): Losses => {
  let found: readonly Loss[] = []
  const recorded = (): readonly Loss[] => {
    try {
      const kept: unknown = JSON.parse(readFileSync(path, 'utf8'))
      return Array.isArray(kept) ? kept.filter((loss) => isObject(loss) && Array.isArray(loss.lost)) : []
    } catch {
      return []
    }
  }
  return {
    list: () => [...recorded(), ...found],
    add: (loss) => {
      writeFileSync(`${path}.new`, JSON.stringify([...recorded(), loss], null, 2))
      renameSync(`${path}.new`, path)
    },
    find: (loss) => (found = [loss]),
    clear: () => {
      found = []
      rmSync(path, { force: true })
    },
  }
}

/** Nothing is counted before the next start reads the pages. */
export const foundLoss = (at: Date): Loss => ({
  at: at.toISOString(),
  type: 'found',
  kept: 0,
  lost: [],
  incomplete: [],
  unnamed: 0,
})

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`)

/** The losses and the place of the damaged file, in sentences for the terminal. */
export const lossSentence = (file: string, { type, kept, lost, incomplete, unnamed, behind, aside }: Loss): string => {
  const named = lost.map(({ run, idea }) => (idea === undefined ? run : `${run} (${idea})`))
  const gone = lost.length + unnamed
  if (type === 'found')
    return `${file} is damaged, so nothing more is recorded. Restart the server: it then carries over every whole run into a new file, and keeps the damaged one.`
  return [
    type === 'damaged'
      ? `${file} or its log was damaged; ${many(kept, 'run was', 'runs were')} carried over into a new file.`
      : `Recorded changes are missing from ${file}: its write-ahead log is gone or was cut. ${many(kept, 'run is', 'runs are')} still here.`,
    gone > 0 && `Lost ${many(gone, 'run', 'runs')}${named.length > 0 ? `: ${named.join(', ')}` : ''}.`,
    named.length > 0 && unnamed > 0 && `${unnamed} of them cannot be named.`,
    behind !== undefined && `The last recorded change of run ${behind} is missing.`,
    incomplete.length > 0 &&
      `Kept, but without a large value, what people said about them or the hash of their last event: ${incomplete.join(', ')}.`,
    aside !== undefined && `The damaged file is kept as ${aside}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
