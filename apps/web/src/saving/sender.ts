import type { StoreApi } from 'zustand/vanilla'
import { ApiError } from '../api/client.ts'
import { saved, type Document, type FileRecord } from '../document/document.ts'
import type { Incoming } from './incoming.ts'
import type { SavePort } from './save-port.ts'

export interface SenderOptions {
  readonly port: SavePort
  readonly incoming: Incoming
  readonly retryMs: number
  /** Saves again so much later. */
  retryAfter(ms: number): void
  onSaved(file: string): void
  /** A save that the server refused; null when one went through. */
  onError(file: string, error: ApiError | null): void
}

export interface Sender {
  saveOne(record: FileRecord): Promise<void>
  /** All or none; where the server takes them never, one by one, so that what is at fault holds nothing else back. */
  saveTogether(records: readonly FileRecord[]): Promise<void>
  /** Whether the server will not take this text: it is not sent again until it changes. */
  isRefused(file: string, text: string | null): boolean
  /** The file has this text now: the refusal of another one is over. */
  forgetRefusal(record: FileRecord): void
}

/** A full disk, a server about to stop: over by itself, or once somebody has made room. */
const isPassing = ({ status }: ApiError): boolean => status === 503 || status === 507

/** Sends texts over those that they began from, and knows what the server said to each. */
export function createSender(store: StoreApi<Document>, options: SenderOptions): Sender {
  const { port, incoming, retryMs, retryAfter, onSaved, onError } = options
  const refused = new Map<string, string | null>()
  /** What was said last about a file that cannot be saved: once is enough. */
  const told = new Map<string, string>()

  const took = (file: string, text: string | null, answer: { etag: string | null; draft?: string }): void =>
    store.setState((document) => saved(document, file, text, answer))

  /** Whether the server refused several files at once, and nothing is known of each. */
  async function attempt(records: readonly FileRecord[], send: () => Promise<void>): Promise<boolean> {
    const [{ file } = { file: '' }] = records
    try {
      incoming.sending(records)
      await send()
      incoming.answered(records)
      refused.delete(file)
      told.delete(file)
      for (const record of records) onSaved(record.file)
      onError(file, null)
      return false
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (await recover(records, error)) return true
      const isTold = told.get(file) === error.message
      told.set(file, error.message)
      if (error.status !== 412 && !isTold) onError(file, error)
      return false
    }
  }

  /** Does what an error asks for; true where it was said of several files and nothing is known of each. */
  async function recover(records: readonly FileRecord[], error: ApiError): Promise<boolean> {
    const [{ file, text } = { file: '', text: null }] = records
    if (error.isAway) {
      // They may have been written all the same: they stay on their way.
      retryAfter(retryMs)
      return false
    }
    if (error.status === 412) {
      const stale = Array.isArray(error.body.files) ? error.body.files : [file]
      await Promise.all(stale.map((name) => incoming.reread(String(name))))
    }
    incoming.answered(records)
    if (error.status === 412) return false
    if (isPassing(error)) retryAfter(retryMs * 5)
    else if (records.length > 1) return true
    else refused.set(file, text)
    return false
  }

  async function saveOne(record: FileRecord): Promise<void> {
    const { file, text, etag } = record
    await attempt([record], async () => {
      // A new file that had errors is a draft and nothing else: with it goes the file.
      if (text === null && etag === null) await port.dropDraft(file)
      took(file, text, await port.saveFile(file, text, etag))
    })
  }

  async function saveTogether(records: readonly FileRecord[]): Promise<void> {
    const isRefused = await attempt(records, async () => {
      const etags = await port.saveFiles(records.map(({ file, text, etag }) => ({ file, text, ifMatch: etag })))
      for (const { file, text } of records) {
        const etag = etags.get(file)
        if (etag === undefined && text !== null) took(file, text, await port.readFile(file))
        else took(file, text, { etag: etag ?? null })
      }
    })
    if (isRefused) await saveEach(records)
  }

  async function saveEach(records: readonly FileRecord[]): Promise<void> {
    const written = records.filter(({ text }) => text !== null)
    for (const record of written) await saveOne(record)
    const isLost = written.some(({ file, text }) => refused.get(file) === text)
    for (const record of records.filter(({ text }) => text === null)) {
      // It may be the other half of a rename: while the new file is refused, the old one stays.
      if (isLost) refused.set(record.file, null)
      else await saveOne(record)
    }
  }

  return {
    saveOne,
    saveTogether,
    isRefused: (file, text) => refused.get(file) === text,
    forgetRefusal({ file, text }) {
      if (refused.get(file) !== text) refused.delete(file)
    },
  }
}
