import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { isOfSelection } from './of-selection.ts'
import type { TraceRow } from './rows.ts'
import { useShown } from './use-run.ts'

const selectionOf = ({ selection }: Session): Session['selection'] => selection

/** Tells the rows of the selection on the canvas; scrolls to the first of them when the selection changes. */
export function useMarked(rows: readonly TraceRow[], scrollTo: (index: number) => void): (row: TraceRow) => boolean {
  const selection = useStore(sessionStore, selectionOf)
  const cursor = useShown()?.cursor
  const isMarked = ({ span: id }: TraceRow): boolean => {
    const span = cursor?.span(id)
    return span !== undefined && isOfSelection(span, selection)
  }
  const showFirst = useEffectEvent(() => {
    const at = rows.findIndex(isMarked)
    if (at >= 0) scrollTo(at)
  })
  useEffect(() => showFirst(), [selection])
  return isMarked
}
