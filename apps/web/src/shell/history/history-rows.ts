import type { History, HistoryEntry } from '../../document/texts/history.ts'

/** A row of the history list, the newest first. */
export interface HistoryRow {
  readonly key: string
  /** Null for the state before all steps. */
  readonly entry: HistoryEntry | null
  /** How many steps lead there: below 0 back, above 0 forward, 0 for the current state. */
  readonly steps: number
  /** Someone else's change: listed, and never taken back. */
  readonly isForeign: boolean
}

/** The states that undo and redo lead to, and others' changes between them. */
export function historyRows({ past, future }: History): readonly HistoryRow[] {
  const later = future.map((entry, index) => ({ key: `later ${index}`, entry, steps: index + 1, isForeign: false }))
  let steps = 0
  const earlier: HistoryRow[] = []
  for (const [index, entry] of [...past.entries()].toReversed()) {
    const isForeign = entry.from === 'disk'
    earlier.push({ key: `earlier ${index}`, entry, steps, isForeign })
    if (!isForeign) steps -= 1
  }
  if (later.length === 0 && earlier.length === 0) return []
  return [...later.toReversed(), ...earlier, { key: 'start', entry: null, steps, isForeign: false }]
}
