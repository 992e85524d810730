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

/** The steps of at most so many tabs are kept; those of the tab that was opened first go first. */
const MOST_TABS = 8

/** The steps of one tab of a workspace: of two windows, neither takes away the other's. */
const keyOf = (workspace: string, tab: string): string[] => [workspace, tab]

/**
 * The history that this browser keeps of a workspace: this tab's, else that of the tab which wrote last; undefined if it
 * keeps none. Never throws.
 */
export async function readHistory(workspace: string, tab: string): Promise<unknown> {
  const read = async (): Promise<unknown> => {
    const store = (await open()).transaction(STORE).objectStore(STORE)
    const own: unknown = await answerOf(store.get(keyOf(workspace, tab)))
    if (own !== undefined) return own
    const last: unknown = await answerOf(store.get(workspace))
    // Before histories were kept by tab, the workspace's own was here.
    return typeof last === 'string' ? answerOf<unknown>(store.get(keyOf(workspace, last))) : last
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS))
  return Promise.race([read().catch(() => undefined), late])
}

/** Keeps a tab's history over a reload and a crash. Never throws: a browser without storage forgets steps, not edits. */
export async function writeHistory(workspace: string, tab: string, kept: KeptHistory): Promise<void> {
  try {
    const store = (await open()).transaction(STORE, 'readwrite').objectStore(STORE)
    store.put(tab, workspace)
    store.put(kept, keyOf(workspace, tab))
    const all = await answerOf(store.getAllKeys(IDBKeyRange.bound([workspace], [workspace, []])))
    const others = all.filter((key) => Array.isArray(key) && key[1] !== tab)
    for (const key of others.slice(0, Math.max(0, others.length + 1 - MOST_TABS))) store.delete(key)
  } catch {
    opened = null
  }
}
