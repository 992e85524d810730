import type { StoreApi } from 'zustand/vanilla'
import { type Document, type FileRecord } from '../texts/document.ts'
import { codeNameOf } from '../texts/files.ts'
import { receive, saved } from '../texts/receive.ts'
import type { SavePort } from './save-port.ts'

type Sent = readonly Pick<FileRecord, 'file' | 'text'>[]

/** A file as the server held it when it was read; null if there is but a draft of it. */
interface Held {
  readonly file: string
  readonly text: string | null
  readonly etag: string | null
}

/**
 * The code files that the server has and this page holds: no list of Ideas and Tools names them. One that was deleted
 * here counts until the server knows of it.
 */
export const codesHeld = ({ files }: Document): readonly string[] =>
  [...files.values()].flatMap(({ file, etag }) => (etag !== null && codeNameOf(file) !== null ? [file] : []))

export interface Incoming {
  /** These texts are on their way, and may be written before an answer says so. */
  sending(records: Sent): void
  answered(records: Sent): void
  /** A file as the server holds it: somebody else's change, unless it is what this page sent and has no answer to yet. */
  take(file: string, text: string | null, etag: string | null): void
  /**
   * Everything as the server holds it, with the `codes` that this page holds. What came in while it was read is newer,
   * and is asked for by itself.
   */
  takeAll(read: (codes: readonly string[]) => Promise<readonly Held[]>): Promise<void>
  /** Follows every file by its etag alone. What this page saves while they are read is newer. */
  followAll(readEtags: (codes: readonly string[]) => Promise<ReadonlyMap<string, string>>): Promise<void>
  /** The server's news of a file: its new etag; null if it is gone. */
  follow(file: string, etag: string | null): Promise<void>
  reread(file: string): Promise<void>
}

/** Takes into the document what the server holds, and tells this page's own texts from those of others. */
export function createIncoming(store: StoreApi<Document>, port: Pick<SavePort, 'readFile'>): Incoming {
  const sent = new Map<string, Set<string | null>>()
  /** Answers overtake one another: what was asked for before a file last came in may be older than that. */
  const cameIn = new Map<string, number>()
  let moment = 0
  const isOlder = (asked: number, file: string): boolean => (cameIn.get(file) ?? 0) > asked

  const take: Incoming['take'] = (file, text, etag) => {
    cameIn.set(file, ++moment)
    const isOwn = sent.get(file)?.has(text) === true
    store.setState((document) =>
      isOwn ? saved(document, [{ file, text, etag }]) : receive(document, file, text, etag),
    )
  }
  const knownEtag = (file: string): string | null | undefined => {
    const record = store.getState().files.get(file)
    return record?.theirs === undefined ? record?.etag : record.theirs.etag
  }

  const follow: Incoming['follow'] = async (file, etag) => {
    if (knownEtag(file) === etag) return
    // A file that is gone is not asked for: the browser would report the answer as a fault.
    if (etag === null) return take(file, null, null)
    const asked = moment
    const read = await port.readFile(file)
    if (isOlder(asked, file)) return await follow(file, etag)
    // A save of this page may have been answered while the file was being read.
    if (knownEtag(file) !== read.etag) take(file, read.text, read.etag)
  }

  return {
    sending(records) {
      for (const { file, text } of records) sent.set(file, (sent.get(file) ?? new Set()).add(text))
    },
    answered(records) {
      for (const { file } of records) {
        sent.delete(file)
        cameIn.set(file, ++moment)
      }
    },
    take,
    follow,
    async takeAll(read) {
      const asked = moment
      const held = await read(codesHeld(store.getState()))
      const present = new Set(held.map(({ file }) => file))
      const gone = [...store.getState().files.values()].filter(({ file, etag }) => etag !== null && !present.has(file))
      for (const { file } of gone) if (!isOlder(asked, file)) take(file, null, null)
      const older = held.filter(({ file }) => isOlder(asked, file))
      for (const { file, text, etag } of held) if (!older.some((one) => one.file === file)) take(file, text, etag)
      for (const { file, etag } of older) if (etag !== null) await follow(file, etag)
    },
    async followAll(readEtags) {
      const etagsHere = (): ReadonlyMap<string, string | null> =>
        new Map([...store.getState().files.values()].map(({ file, etag }) => [file, etag]))
      const before = etagsHere()
      const etags = await readEtags(codesHeld(store.getState()))
      const now = etagsHere()
      const isAsked = (file: string): boolean => before.get(file) === now.get(file)
      for (const [file, etag] of etags) if (isAsked(file)) await follow(file, etag)
      for (const [file, etag] of before)
        if (etag !== null && !etags.has(file) && isAsked(file)) await follow(file, null)
    },
    async reread(file) {
      const { text, etag } = await port.readFile(file)
      take(file, text, etag)
    },
  }
}
