import type { StoreApi } from 'zustand/vanilla'
import { receive, saved, type Document, type FileRecord } from '../document/document.ts'
import type { SavePort } from './save-port.ts'

type Sent = readonly Pick<FileRecord, 'file' | 'text'>[]

export interface Incoming {
  /** These texts are on their way, and may be written before an answer says so. */
  sending(records: Sent): void
  answered(records: Sent): void
  /** A file as the server holds it: somebody else's change, unless it is what this page sent and has no answer to yet. */
  take(file: string, text: string | null, etag: string | null): void
  /** What the server says of a file: that it has another text now, by its etag; null where it is gone. */
  follow(file: string, etag: string | null): Promise<void>
  reread(file: string): Promise<void>
}

/** Takes into the document what the server holds, and tells this page's own texts from those of others. */
export function createIncoming(store: StoreApi<Document>, port: Pick<SavePort, 'readFile'>): Incoming {
  const sent = new Map<string, Set<string | null>>()

  const take: Incoming['take'] = (file, text, etag) => {
    const isOwn = sent.get(file)?.has(text) === true
    store.setState((document) => (isOwn ? saved(document, file, text, { etag }) : receive(document, file, text, etag)))
  }
  const knownEtag = (file: string): string | null | undefined => {
    const record = store.getState().files.get(file)
    return record?.theirs === undefined ? record?.etag : record.theirs.etag
  }

  return {
    sending(records) {
      for (const { file, text } of records) sent.set(file, (sent.get(file) ?? new Set()).add(text))
    },
    answered(records) {
      for (const { file } of records) sent.delete(file)
    },
    take,
    async follow(file, etag) {
      if (knownEtag(file) === etag) return
      // A file that is gone is not asked for: the browser would report the answer as a fault.
      const read = etag === null ? { text: null, etag: null } : await port.readFile(file)
      // A save of this page may have been answered while the file was being read.
      if (knownEtag(file) !== read.etag) take(file, read.text, read.etag)
    },
    async reread(file) {
      const { text, etag } = await port.readFile(file)
      take(file, text, etag)
    },
  }
}
