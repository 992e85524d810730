import type { FlatRow } from '@ensemble/core/editor'
import type { KeyboardEvent, RefObject } from 'react'
import type { RowFocus } from './use-row-focus.ts'

interface Keys {
  readonly root: RefObject<HTMLElement | null>
  readonly rows: readonly FlatRow[]
  readonly focus: RowFocus
  /** The row whose details are open. */
  readonly detailed: string | null
  readonly closeDetails: () => void
  /** The last row was left: the focus goes below it. */
  readonly onEnd: (last: FlatRow) => void
}

/** Enter leads down a column; after the last row, and by Tab in its last cell, it leads to the new one. */
export const tableKeys =
  ({ root, rows, focus, detailed, closeDetails, onEnd }: Keys) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && detailed !== null && !event.defaultPrevented) {
      // One thing at a time: the details of a row close before the editor does.
      event.preventDefault()
      event.stopPropagation()
      const row = root.current?.querySelector(
        `[data-row="${CSS.escape(detailed)}"] [aria-expanded="true"][data-details]`,
      )
      if (row instanceof HTMLElement) row.focus()
      closeDetails()
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined
    if (cell === undefined || (event.key !== 'Enter' && event.key !== 'Tab')) return
    const own = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row // an element, as cell is known
    const index = rows.findIndex(({ key }) => key === own)
    const row = rows[index]
    const following = rows[index + 1]
    const isLast = row?.kind !== 'definition' && (following === undefined || following.kind === 'definition')
    if (row === undefined || (event.key === 'Tab' && !(isLast && cell === 'description'))) return
    if (!isLast && following === undefined) return
    event.preventDefault()
    if (!isLast) focus.goToLine(index + 1, cell)
    else {
      onEnd(row)
      root.current?.querySelector<HTMLElement>('[data-new]')?.focus()
    }
  }
