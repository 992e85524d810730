/**
 * Whether this page is visible. A browser has six connections per server and keeps left pages: a hidden one must hold
 * no stream.
 */
export type Absence = 'hidden' | 'gone'

/** A glance at another tab changes nothing. */
const HIDDEN_MS = 5000

let absence: Absence | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const leaving = new Set<(why: Absence) => void>()
const returning = new Set<() => void>()

function leave(why: Absence): void {
  clearTimeout(timer)
  if (absence === 'gone' || absence === why) return
  absence = why
  for (const listener of leaving) listener(why)
}

function comeBack(): void {
  clearTimeout(timer)
  if (absence === null || document.hidden) return
  absence = null
  for (const listener of returning) listener()
}

function look(): void {
  clearTimeout(timer)
  if (document.hidden) timer = setTimeout(() => leave('hidden'), HIDDEN_MS)
  else comeBack()
}

if (typeof document === 'object') {
  addEventListener('pagehide', () => leave('gone'))
  addEventListener('pageshow', comeBack)
  document.addEventListener('visibilitychange', look)
  // One opened in the background may never be looked at.
  look()
}

/** Calls `listener` when the page is hidden. Returns how to stop. */
export function onLeft(listener: (why: Absence) => void): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

/** Calls `listener` when the page is seen again. Returns how to stop. */
export function onBack(listener: () => void): () => void {
  returning.add(listener)
  return () => returning.delete(listener)
}

/** Resolves at once, or when the page is seen again. */
export const untilBack = (): Promise<void> =>
  absence === null
    ? Promise.resolve()
    : new Promise((resolve) => {
        const stop = onBack(() => {
          stop()
          resolve()
        })
      })

/** Only a page of this machine or over https has locks. */
const locksOfPage = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager | null }).locks ?? undefined

/** Whether the windows of one workspace can agree on which of them does something, and tell the others of it. */
export const canShare = (): boolean => locksOfPage() !== undefined && 'BroadcastChannel' in globalThis

/** Acts in one of all windows, the next one when that ends, is hidden or seen, as it asked for; `until` ends it. */
export async function inOneTab(name: string, until: Promise<void>, act: () => void): Promise<void> {
  const locks = locksOfPage()
  if (locks === undefined) return act()
  const waiting = new AbortController()
  void until.then(() => waiting.abort())
  await locks
    .request(name, { signal: waiting.signal }, async () => {
      act()
      await until
    })
    .catch(() => undefined)
}

/** Takes one of `count` places that all windows share; null where none is free. Returns how to give it back. */
export async function takePlace(name: string, count: number): Promise<(() => void) | null> {
  const locks = locksOfPage()
  if (locks === undefined) return () => undefined
  for (let place = 0; place < count; place += 1) {
    const giveBack = await new Promise<(() => void) | null>((taken) => {
      locks
        .request(`${name}.${place}`, { ifAvailable: true }, (lock) => {
          if (lock === null) return taken(null)
          return new Promise<void>((done) => taken(done))
        })
        .catch(() => taken(null))
    })
    if (giveBack !== null) return giveBack
  }
  return null
}
