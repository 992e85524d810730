import type { KeptHistory } from './kept-history.ts'

const DATABASE = 'ensemble'
const STORE = 'histories'
/** A browser that does not answer in time starts without a history rather than late. */
const PATIENCE_MS = 3000

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing'))
  })

let opened: Promise<IDBDatabase> | null = null
function open(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    return answerOf(request)
  })()
  return opened
}

/** The history that this browser keeps of a workspace; undefined if it keeps none. Never throws. */
export async function readHistory(key: string): Promise<unknown> {
  const read = async (): Promise<unknown> => {
    const database = await open()
    return answerOf<unknown>(database.transaction(STORE).objectStore(STORE).get(key))
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS))
  return Promise.race([read().catch(() => undefined), late])
}

/** Keeps a history over a reload and a crash. Never throws: a browser without storage forgets steps, not edits. */
export async function writeHistory(key: string, kept: KeptHistory): Promise<void> {
  try {
    const database = await open()
    await answerOf(database.transaction(STORE, 'readwrite').objectStore(STORE).put(kept, key))
  } catch {
    opened = null
  }
}
