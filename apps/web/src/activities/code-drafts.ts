/** Code that is written and not saved, kept over a reload of this window. */
export interface CodeDraft {
  readonly code: string
  /** Of the file it was begun from; null for a new one. */
  readonly etag: string | null
}

const PREFIX = 'ensemble:activity:'
const keyOf = (name: string): string => `${PREFIX}${name}`

/** The names of all code that is written and not saved. */
export function draftNames(): readonly string[] {
  try {
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []))
  } catch {
    return []
  }
}

export function readDraft(name: string): CodeDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(name))
    return text === null ? null : (JSON.parse(text) as CodeDraft) // written below
  } catch {
    return null
  }
}

export function keepDraft(name: string, draft: CodeDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // A browser without storage keeps it only as long as the page is open.
  }
}
