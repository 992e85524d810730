import type { Json } from '@ensemble/core'
import { BASE } from '../browser/base.ts'

/** Workspaces that share an origin have Ideas of the same names. */
const PREFIX = `ensemble:draft:${BASE}:`

/** A person's unused text under this name, stored over a reload of this window; null without one. */
export function readDraft(name: string): Json | null {
  try {
    const text = sessionStorage.getItem(PREFIX + name)
    return text === null ? null : (JSON.parse(text) as Json) // written below
  } catch {
    return null
  }
}

/** Keeps what is typed; null once it was used or is as it began. */
export function keepDraft(name: string, value: Json | null): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Without storage, or with a full one, it is there as long as the field is.
  }
}

/** The names of all drafts that begin so, without that beginning. */
export function draftNames(beginning: string): readonly string[] {
  try {
    const from = PREFIX + beginning
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(from) ? [key.slice(from.length)] : []))
  } catch {
    return []
  }
}
