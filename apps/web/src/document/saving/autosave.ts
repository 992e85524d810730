import type { StoreApi } from 'zustand/vanilla'
import { isBroken, isDirty, type Document, type FileRecord } from '../texts/document.ts'
import { LAYOUT_FILE, codeNameOf } from '../texts/files.ts'
import { createDrafts } from './drafts.ts'
import { createIncoming, type Incoming } from './incoming.ts'
import { createRhythm, type RhythmOptions } from './rhythm.ts'
import type { SavePort } from './save-port.ts'
import { createSender, type SenderOptions } from './sender.ts'

export interface AutosaveOptions extends RhythmOptions, Pick<SenderOptions, 'retryMs' | 'onError'> {
  readonly port: SavePort
}
export interface Autosave extends Pick<Incoming, 'take' | 'takeAll' | 'follow' | 'followAll'> {
  /** Saves at once what can be saved. */
  flush(): Promise<void>
  stop(): void
}

/**
 * Saves each JSON text shortly after its change: one file with If-Match, several all or none. Others become drafts; a
 * conflict is a choice.
 */
export function startAutosave(store: StoreApi<Document>, options: AutosaveOptions): Autosave {
  const { port, retryMs, onError } = options
  const incoming = createIncoming(store, port)
  const drafts = createDrafts(store, port)
  const rhythm = createRhythm(saveAll, options)
  const { saveOne, saveTogether, isRefused, forgetRefusal } = createSender(store, {
    port,
    incoming,
    retryMs,
    retryAfter: rhythm.after,
    onSaved: drafts.forget,
    onError,
  })

  const isReady = (record: FileRecord): boolean =>
    isDirty(record) && !hasChoice(record) && !isBroken(record) && !isRefused(record.file, record.text)
  const isNoFile = (record: FileRecord): boolean =>
    isDirty(record) && !hasChoice(record) && (isBroken(record) || isRefused(record.file, record.text))

  async function saveAll(): Promise<void> {
    const all = [...store.getState().files.values()]
    const ready = all.filter(isReady)
    // An Activity is there before a Tool names it; its route and the layout's take one file.
    for (const record of ready) if (codeNameOf(record.file) !== null) await saveOne(record)
    const together = ready.filter(({ file }) => file !== LAYOUT_FILE && codeNameOf(file) === null)
    const layout = ready.find(({ file }) => file === LAYOUT_FILE)
    const [only] = together
    if (together.length > 1) await saveTogether(together)
    else if (only) await saveOne(only)
    if (layout) await saveOne(layout)
    await saveLastValid(all)
    await drafts.keep(all, isNoFile)
    await drafts.drop(saveOne)
  }

  /** Where a text was changed and broken in one go, its last valid form is what runs use and the graph shows. */
  async function saveLastValid(records: Iterable<FileRecord>): Promise<void> {
    for (const record of records) {
      const { file, saved: known, valid } = record
      if (!isBroken(record) || valid === null || valid === known || hasChoice(record)) continue
      if (!isRefused(file, valid)) await saveOne({ ...record, text: valid })
    }
  }

  const consider = (record: FileRecord): void => {
    if (isDirty(record) && isBroken(record)) drafts.expect(record.file)
    forgetRefusal(record)
    if (isDirty(record) || drafts.has(record.file)) rhythm.soon()
  }
  const unsubscribe = store.subscribe((document, before) => {
    if (document.files === before.files) return
    for (const record of document.files.values()) if (record !== before.files.get(record.file)) consider(record)
  })
  // The page draws first and loads this afterwards: what was typed until then is saved too.
  for (const record of store.getState().files.values()) consider(record)

  return {
    flush: rhythm.now,
    take: incoming.take,
    takeAll: incoming.takeAll,
    follow: incoming.follow,
    followAll: incoming.followAll,
    stop() {
      rhythm.stop()
      unsubscribe()
    },
  }
}

/** Whether somebody else's text waits for a person to choose. */
const hasChoice = ({ theirs }: FileRecord): boolean => theirs !== undefined
