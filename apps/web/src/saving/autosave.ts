import type { StoreApi } from 'zustand/vanilla'
import { ApiError } from '../api/client.ts'
import { isBroken, isDirty, isDraft, receive, saved, type Document, type FileRecord } from '../document/document.ts'
import { LAYOUT_FILE } from '../document/files.ts'

/** The routes that autosave needs. */
export interface SavePort {
  saveFile(
    file: string,
    text: string | null,
    etag: string | null,
  ): Promise<{ readonly etag: string | null; readonly draft?: string }>
  saveFiles(
    edits: readonly { readonly file: string; readonly text: string | null; readonly ifMatch: string | null }[],
  ): Promise<ReadonlyMap<string, string | null>>
  saveDraft(file: string, text: string, base: string | null): Promise<unknown>
  dropDraft(file: string): Promise<unknown>
  readFile(file: string): Promise<{ readonly text: string | null; readonly etag: string | null }>
}
export interface AutosaveOptions {
  readonly port: SavePort
  /** A pause in typing after which is saved. */
  readonly delayMs: number
  /** So long after the first unsaved change at the latest, however the typing goes on. */
  readonly longestMs: number
  readonly retryMs: number
  /** Called with true when a save begins, false when all is quiet again. */
  onSaving(saving: boolean): void
  /** A save that the server refused; null when one went through. */
  onError(file: string, error: ApiError | null): void
}
export interface Autosave {
  /** Saves at once what can be saved. */
  flush(): Promise<void>
  /** A file as the server holds it: somebody else's change, unless it is what this page sent and has no answer to yet. */
  take(file: string, text: string | null, etag: string | null): void
  /** What the server says of a file: that it has another text now, by its etag; null where it is gone. */
  follow(file: string, etag: string | null): Promise<void>
  stop(): void
}

/** A full disk, a server about to stop: over by itself, or once somebody has made room. */
const isPassing = ({ status }: ApiError): boolean => status === 503 || status === 507

const isReady = (record: FileRecord): boolean => isDirty(record) && record.theirs === undefined && !isBroken(record)

/**
 * Saves every text that is JSON a moment after it changed: one file with If-Match, several all or none. A text that is
 * not JSON yet is kept as a draft. A file that changed meanwhile is read again and becomes a choice.
 */
export function startAutosave(store: StoreApi<Document>, options: AutosaveOptions): Autosave {
  const { port, delayMs, longestMs, retryMs, onSaving, onError } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the first change was made that no save has begun with. */
  let waitingSince: number | null = null
  let running: Promise<void> | null = null
  /** The save after that one, where it was asked for meanwhile. */
  let following: Promise<void> | null = null
  const drafted = new Map<string, string>()
  /** Files that may have a draft: their text is not JSON, or was not. */
  const unfinished = new Set<string>()
  const refused = new Map<string, string | null>()
  /** What was said last about a file that cannot be saved: once is enough. */
  const told = new Map<string, string>()
  /** Texts that were sent and may have been written, while no answer has said so. */
  const sent = new Map<string, Set<string | null>>()

  const set = (change: (document: Document) => Document): void => store.setState(change)
  const plan = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  const planSoon = (): void => {
    waitingSince ??= Date.now()
    plan(Math.max(0, Math.min(delayMs, waitingSince + longestMs - Date.now())))
  }

  const take: Autosave['take'] = (file, text, etag) => {
    const isOwn = sent.get(file)?.has(text) === true
    set((document) => (isOwn ? saved(document, file, text, { etag }) : receive(document, file, text, etag)))
  }

  async function reread(file: string): Promise<void> {
    const { text, etag } = await port.readFile(file)
    take(file, text, etag)
  }

  /** Whether the server refused several files at once, and nothing is known of each. */
  async function attempt(records: readonly FileRecord[], send: () => Promise<void>): Promise<boolean> {
    const [{ file, text } = { file: '', text: null }] = records
    const settle = (): void => records.forEach((record) => sent.delete(record.file))
    try {
      for (const record of records) sent.set(record.file, (sent.get(record.file) ?? new Set()).add(record.text))
      await send()
      settle()
      refused.delete(file)
      told.delete(file)
      for (const record of records) forgetDraft(record.file)
      onError(file, null)
      return false
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isAway) {
        plan(retryMs)
      } else if (error.status === 412) {
        const stale = Array.isArray(error.body.files) ? error.body.files : [file]
        await Promise.all(stale.map((name) => reread(String(name))))
        settle()
      } else if (isPassing(error)) {
        plan(retryMs * 5)
        settle()
      } else if (records.length > 1) {
        settle()
        return true
      } else {
        refused.set(file, text)
        settle()
      }
      const isTold = told.get(file) === error.message
      told.set(file, error.message)
      if (error.status !== 412 && !isTold) onError(file, error)
      return false
    }
  }

  /** Saving a file makes the server drop its draft; what was typed since is one again. */
  function forgetDraft(file: string): void {
    drafted.delete(file)
    const now = store.getState().files.get(file)
    if (now === undefined || !isDirty(now) || !isBroken(now)) unfinished.delete(file)
  }

  async function saveOne(record: FileRecord): Promise<void> {
    const { file, text, etag } = record
    await attempt([record], async () => {
      // A new file that had errors is a draft and nothing else: with it goes the file.
      if (text === null && etag === null) await port.dropDraft(file)
      const answer = await port.saveFile(file, text, etag)
      set((document) => saved(document, file, text, answer))
    })
  }

  /** All or none; where the server takes them never, one by one, so that what is at fault holds nothing else back. */
  async function saveTogether(records: readonly FileRecord[]): Promise<void> {
    const isRefused = await attempt(records, async () => {
      const etags = await port.saveFiles(records.map(({ file, text, etag }) => ({ file, text, ifMatch: etag })))
      for (const { file, text } of records) {
        const etag = etags.get(file)
        if (etag === undefined && text !== null) {
          const now = await port.readFile(file)
          set((document) => saved(document, file, text, now))
        } else set((document) => saved(document, file, text, { etag: etag ?? null }))
      }
    })
    if (!isRefused) return
    const written = records.filter(({ text }) => text !== null)
    for (const record of written) await saveOne(record)
    const isLost = written.some(({ file, text }) => refused.get(file) === text)
    for (const record of records.filter(({ text }) => text === null)) {
      // It may be the other half of a rename: while the new file is refused, the old one stays.
      if (isLost) refused.set(record.file, null)
      else await saveOne(record)
    }
  }

  /** A text that is no file, because it is not JSON or the server refuses it, is kept beside the file all the same. */
  async function keepDrafts(records: Iterable<FileRecord>): Promise<void> {
    for (const record of records) {
      const { file, text, etag, theirs } = record
      const isKept = isBroken(record) || refused.get(file) === text
      if (text === null || theirs !== undefined || !isKept || drafted.get(file) === text) continue
      drafted.set(file, text)
      unfinished.add(file)
      await port.saveDraft(file, text, etag).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.isAway) drafted.delete(file)
      })
    }
  }

  /** Where a text was changed and broken in one go, its last valid form is what runs use and the graph shows. */
  async function saveLastValid(records: Iterable<FileRecord>): Promise<void> {
    for (const record of records) {
      const { file, saved: known, valid, theirs } = record
      if (!isBroken(record) || valid === null || valid === known || theirs !== undefined) continue
      if (refused.get(file) !== valid) await saveOne({ ...record, text: valid })
    }
  }

  /** A text that became the saved one again leaves no draft to be taken up later; one with errors is a draft itself. */
  async function dropDrafts(): Promise<void> {
    for (const file of unfinished) {
      const record = store.getState().files.get(file)
      if (record !== undefined && isDirty(record)) continue
      unfinished.delete(file)
      drafted.delete(file)
      if (record !== undefined && isDraft(record)) await saveOne(record)
      else await port.dropDraft(file).catch(() => undefined)
    }
  }

  async function saveAll(): Promise<void> {
    const all = [...store.getState().files.values()]
    const ready = all.filter((record) => isReady(record) && refused.get(record.file) !== record.text)
    const together = ready.filter(({ file }) => file !== LAYOUT_FILE)
    const layout = ready.find(({ file }) => file === LAYOUT_FILE)
    const [only] = together
    if (together.length > 1) await saveTogether(together)
    else if (only) await saveOne(only)
    if (layout) await saveOne(layout)
    await saveLastValid(all)
    await keepDrafts(all.filter(isDirty))
    await dropDrafts()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    if (running !== null) {
      // What was changed since that save began is not in it.
      following ??= running.then(() => {
        following = null
        return flush()
      })
      return following
    }
    waitingSince = null
    running = (async () => {
      onSaving(true)
      try {
        await saveAll()
      } finally {
        running = null
        onSaving(false)
      }
    })()
    return running
  }

  const unsubscribe = store.subscribe((document, before) => {
    if (document.files === before.files) return
    for (const record of document.files.values()) {
      if (record === before.files.get(record.file)) continue
      if (isDirty(record) && isBroken(record)) unfinished.add(record.file)
      if (refused.get(record.file) !== record.text) refused.delete(record.file)
      if (isDirty(record) || unfinished.has(record.file)) planSoon()
    }
  })

  async function follow(file: string, etag: string | null): Promise<void> {
    const known = (): string | null | undefined => {
      const record = store.getState().files.get(file)
      return record?.theirs === undefined ? record?.etag : record.theirs.etag
    }
    if (known() === etag) return
    // A file that is gone is not asked for: the browser would report the answer as a fault.
    const read = etag === null ? { text: null, etag: null } : await port.readFile(file)
    // A save of this page may have been answered while the file was being read.
    if (known() !== read.etag) take(file, read.text, read.etag)
  }

  return {
    flush,
    take,
    follow,
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
