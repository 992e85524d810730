import { isObject } from '@ensemble/core'
import { draftNames, keepDraft, readDraft } from '../../platform/ui/drafts.ts'

/** Code that is written and not saved, kept over a reload of this window. */
export interface CodeDraft {
  readonly code: string
  /** The etag of the file it began from; null for a new one. */
  readonly etag: string | null
}

const OF_ACTIVITIES = 'activity/'

/** The names of all code that is written and not saved. */
export const codeDraftNames = (): readonly string[] => draftNames(OF_ACTIVITIES)

export function readCodeDraft(name: string): CodeDraft | null {
  const draft = readDraft(OF_ACTIVITIES + name)
  if (!isObject(draft) || typeof draft['code'] !== 'string') return null
  return { code: draft['code'], etag: typeof draft['etag'] === 'string' ? draft['etag'] : null }
}

export const keepCodeDraft = (name: string, draft: CodeDraft | null): void =>
  keepDraft(OF_ACTIVITIES + name, draft === null ? null : { ...draft })
