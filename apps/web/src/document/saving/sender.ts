import type { StoreApi } from 'zustand/vanilla'
import { ApiError } from '../../platform/api/client.ts'
import { isDirty, type Document, type FileRecord } from '../texts/document.ts'
import { saved, type Taken } from '../texts/receive.ts'
import { inBatches } from './batches.ts'
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
  /** All or none, as many as one request takes; after a refusal one by one, so that only the faulty file waits. */
  saveTogether(records: readonly FileRecord[]): Promise<void>
  /** Whether the server will not take this text: it is not sent again until it changes. */
  isRefused(file: string, text: string | null): boolean
  /** The file has this text now: the refusal of another one is over. */
  forgetRefusal(record: FileRecord): void
}

/** `held`: nothing more can be sent just now. `refused`: the server takes these texts never. */
type Outcome = 'saved' | 'held' | 'refused'

const isDeleted = ({ text }: FileRecord): boolean => text === null

/** A full disk, a server about to stop: over by itself, or once somebody has made room. */
const isPassing = ({ status }: ApiError): boolean => status === 503 || status === 507

/** The texts that the server won't take, by file, and the last report on each. */
function createRefusals() {
  const texts = new Map<string, string | null>()
  /** The last report on a file: once is enough. */
  const reported = new Map<string, string>()
  const has = (file: string, text: string | null): boolean => texts.get(file) === text
  return {
    has,
    add: (file: string, text: string | null): void => void texts.set(file, text),
    forget(file: string): void {
      texts.delete(file)
      reported.delete(file)
    },
    forgetOthers(file: string, text: string | null): void {
      if (!has(file, text)) texts.delete(file)
    },
    /** Whether this was not the last report; it is from now on. */
    isNews(file: string, message: string): boolean {
      const isNews = reported.get(file) !== message
      reported.set(file, message)
      return isNews
    },
  }
}

/** Sends texts over those that they began from, and knows what the server said to each. */
export function createSender(store: StoreApi<Document>, options: SenderOptions): Sender {
  const { port, incoming, retryMs, retryAfter, onSaved, onError } = options
  const refusals = createRefusals()

  const took = (taken: readonly Taken[]): void => store.setState((document) => saved(document, taken))

  async function attempt(records: readonly FileRecord[], send: () => Promise<readonly Taken[]>): Promise<Outcome> {
    const [{ file, text } = { file: '', text: null }] = records
    try {
      incoming.sending(records)
      took(await send())
      incoming.answered(records)
      refusals.forget(file)
      for (const record of records) onSaved(record.file)
      onError(file, null)
      return 'saved'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const outcome = await recover(records, error)
      if (outcome === 'refused') {
        // Nothing is known of each where there are several.
        if (records.length > 1) return outcome
        refusals.add(file, text)
      }
      if (refusals.isNews(file, error.message) && error.status !== 412) onError(file, error)
      return outcome
    }
  }

  /** Does what an error asks for before anything is sent again. */
  async function recover(records: readonly FileRecord[], error: ApiError): Promise<Outcome> {
    if (error.isAway) {
      // They may have been written anyway: they stay on their way.
      retryAfter(retryMs)
      return 'held'
    }
    if (error.status === 412) {
      // An up-to-date file has no change to save.
      retryAfter(retryMs)
      const stale = Array.isArray(error.body.files) ? error.body.files : records.map(({ file }) => file)
      await Promise.all(stale.map((name) => incoming.reread(String(name))))
    }
    incoming.answered(records)
    if (error.status === 412) return 'held'
    if (!isPassing(error)) return 'refused'
    retryAfter(retryMs * 5)
    return 'held'
  }

  async function saveOne(record: FileRecord): Promise<void> {
    const { file, text, etag } = record
    await attempt([record], async () => {
      // A new file that had errors is a draft and nothing else: with it goes the file.
      if (text === null && etag === null) await port.dropDraft(file)
      return [{ file, text, ...(await port.saveFile(file, text, etag)) }]
    })
  }

  /** A record that is still to be saved so: much can be undone while earlier requests are under way. */
  function asItIs({ file, text }: FileRecord): readonly FileRecord[] {
    const now = store.getState().files.get(file)
    return now?.text === text && isDirty(now) && now.theirs === undefined ? [now] : []
  }

  async function saveTogether(records: readonly FileRecord[]): Promise<void> {
    const isLost = (): boolean => records.some(({ file, text }) => text !== null && refusals.has(file, text))
    /** A deletion may be half of a rename: while the new file is refused, the old one stays. */
    const withoutHalves = (some: readonly FileRecord[]): readonly FileRecord[] => {
      if (!isLost()) return some
      for (const { file } of some.filter(isDeleted)) refusals.add(file, null)
      return some.filter((record) => !isDeleted(record))
    }
    for (const batch of inBatches(records)) {
      const sent = withoutHalves(batch.flatMap(asItIs))
      const outcome = sent.length === 0 ? 'saved' : await attempt(sent, () => sendTogether(sent))
      if (outcome === 'held') return
      if (outcome === 'saved' || sent.length === 1) continue
      for (const record of sent.filter((one) => !isDeleted(one))) await saveOne(record)
      for (const record of withoutHalves(sent.filter(isDeleted))) await saveOne(record)
    }
  }

  async function sendTogether(records: readonly FileRecord[]): Promise<readonly Taken[]> {
    const etags = await port.saveFiles(records.map(({ file, text, etag }) => ({ file, text, ifMatch: etag })))
    return records.map(({ file, text }) => ({ file, text, etag: etags.get(file) ?? null }))
  }

  return {
    saveOne,
    saveTogether,
    isRefused: refusals.has,
    forgetRefusal: ({ file, text }) => refusals.forgetOthers(file, text),
  }
}
