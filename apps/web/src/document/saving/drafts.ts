import type { StoreApi } from 'zustand/vanilla'
import { ApiError } from '../../platform/api/client.ts'
import { isBroken, isDirty, isDraft, type Document, type FileRecord } from '../texts/document.ts'
import type { SavePort } from './save-port.ts'

export interface Drafts {
  /** Its text is not JSON: it may have a draft from now on. */
  expect(file: string): void
  has(file: string): boolean
  /** Saving a file made the server drop its draft; what was typed since is one again. */
  forget(file: string): void
  /** Keeps each text that `isNoFile` when its turn comes. */
  keep(records: Iterable<FileRecord>, isNoFile: (record: FileRecord) => boolean): Promise<void>
  /** A text equal to the saved one leaves no draft; `save` writes one with errors again. */
  drop(save: (record: FileRecord) => Promise<void>): Promise<void>
}

/** Texts that aren't files, because they are not JSON or the server refuses them: they are stored next to the file. */
export function createDrafts(store: StoreApi<Document>, port: Pick<SavePort, 'saveDraft' | 'dropDraft'>): Drafts {
  /** As the server has them. */
  const kept = new Map<string, string>()
  /** Files that may have a draft: their text is not JSON, or was not. */
  const unfinished = new Set<string>()
  const recordOf = (file: string): FileRecord | undefined => store.getState().files.get(file)

  return {
    expect: (file) => void unfinished.add(file),
    has: (file) => unfinished.has(file),
    forget(file) {
      kept.delete(file)
      const now = recordOf(file)
      if (now === undefined || !isDirty(now) || !isBroken(now)) unfinished.delete(file)
    },
    async keep(records, isNoFile) {
      for (const record of records) {
        const { file, text, etag } = record
        if (text === null || kept.get(file) === text || !isNoFile(record)) continue
        kept.set(file, text)
        unfinished.add(file)
        await port.saveDraft(file, text, etag).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.isAway) kept.delete(file)
        })
      }
    },
    async drop(save) {
      for (const file of unfinished) {
        const record = recordOf(file)
        if (record !== undefined && isDirty(record)) continue
        unfinished.delete(file)
        kept.delete(file)
        if (record !== undefined && isDraft(record)) await save(record)
        else await port.dropDraft(file).catch(() => undefined)
      }
    },
  }
}
