const KEY = 'ensemble:tab'

function readTab(): string {
  try {
    const kept = sessionStorage.getItem(KEY)
    if (kept !== null) return kept
  } catch {
    // A browser without storage: every load is a new tab.
  }
  return renewTab()
}

/** Names sort by the time that their tabs were opened. */
function renewTab(): string {
  const made = `${Date.now()}-${crypto.randomUUID?.() ?? Math.random()}`
  try {
    sessionStorage.setItem(KEY, made)
  } catch {
    // As above.
  }
  return made
}

let tab: string | undefined

/** The name of this tab; it stays over reloads. */
export const tabName = (): string => (tab ??= readTab())

/** A duplicated tab has the name of the first one, which holds a lock on it: it gets its own name. */
export async function claimTab(): Promise<void> {
  const { locks } = navigator
  if (locks === undefined) return
  await new Promise<void>((resolve) => {
    const hold = (): Promise<never> => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    void locks
      .request(`${KEY}:${tabName()}`, { ifAvailable: true }, (lock) => {
        if (lock !== null) return hold()
        tab = renewTab()
        return resolve()
      })
      .catch(() => resolve())
  })
}
