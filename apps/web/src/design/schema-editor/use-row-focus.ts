import type { FlatRow } from '@ensemble/core/editor'
import { useEffect, useRef, type RefObject } from 'react'

/** Where the focus goes once the rows have followed an edit. */
type Goal =
  | { readonly to: 'property'; readonly pointer: string; readonly cell?: string }
  | { readonly to: 'sight'; readonly place: string; readonly before: readonly FlatRow[] }
  | { readonly to: 'line'; readonly index: number; readonly cell: string }
  | { readonly to: 'index'; readonly index: number; readonly before: readonly FlatRow[] }
  | { readonly to: 'same'; readonly pointer: string; readonly control: Element | null; readonly before: unknown }

export interface RowFocus {
  /** The name of a property that is about to be there, selected, so that what is typed replaces it. */
  goTo(pointer: string, cell?: string): void
  /** Brings the row that is about to be at `place` into sight, the last one inside it if it ends with `/`; the focus stays. */
  show(place: string): void
  /** The row of what already exists. */
  find(pointer: string): void
  /** A cell of the row with that number, which may not be drawn. */
  goToLine(index: number, cell: string): void
  /** The element that replaces `row` once that is gone. */
  leave(row: FlatRow): void
  /** The control that has the focus, or its row where it can be used no longer. */
  stay(row: FlatRow): void
}

interface Table {
  readonly root: RefObject<HTMLElement | null>
  readonly rows: readonly FlatRow[]
  /** Brings a row into sight that may not be drawn. */
  readonly reveal: (index: number) => void
  /** A property that is named as soon as the table is there. */
  readonly first: string | undefined
}

const FIELD = 'input:not([type="checkbox"]), select'

function focusField(row: Element, cell?: string): void {
  const wanted = cell === undefined ? null : row.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)
  const field = wanted ?? row.querySelector<HTMLInputElement | HTMLSelectElement>(FIELD)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Keeps the focus in a table whose rows come and go, so that a schema is built by keyboard alone. */
export function useRowFocus({ root, rows, reveal, first }: Table): RowFocus {
  const goal = useRef<Goal | null>(first === undefined ? null : { to: 'property', pointer: first })

  // After every drawing: a row that was asked for may come with a later one.
  const reach = (): void => {
    const wanted = goal.current
    if (wanted === null || ('before' in wanted && wanted.before === rows)) return
    if (wanted.to === 'index' && rows.length === 0) {
      goal.current = null
      root.current?.querySelector<HTMLElement>('[data-add]')?.focus()
      return
    }
    if (wanted.to === 'same' && wanted.control instanceof HTMLElement && wanted.control.isConnected) {
      wanted.control.focus()
      if (document.activeElement === wanted.control && !wanted.control.matches(':disabled')) {
        goal.current = null
        return
      }
    }
    if (wanted.to === 'sight') {
      goal.current = null
      const { place } = wanted
      const last = rows.findLastIndex(({ pointer }) =>
        place.endsWith('/') ? pointer.startsWith(place) : pointer === place,
      )
      if (last >= 0) reveal(last)
      return
    }
    const index =
      'index' in wanted
        ? Math.min(wanted.index, rows.length - 1)
        : rows.findIndex(({ pointer }) => pointer === wanted.pointer)
    const key = rows[index]?.key
    if (key === undefined) return
    const row = root.current?.querySelector(`[data-row="${CSS.escape(key)}"]`)
    if (row) {
      goal.current = null
      focusField(row, 'cell' in wanted ? wanted.cell : undefined)
    } else reveal(index)
  }
  useEffect(reach)

  return {
    goTo: (pointer, cell) => {
      goal.current = { to: 'property', pointer, ...(cell !== undefined && { cell }) }
    },
    show: (place) => {
      goal.current = { to: 'sight', place, before: rows }
    },
    find: (pointer) => {
      goal.current = { to: 'property', pointer }
      reach()
    },
    goToLine: (index, cell) => {
      goal.current = { to: 'line', index, cell }
      reach()
    },
    leave: (row) => {
      goal.current = { to: 'index', index: rows.indexOf(row), before: rows }
    },
    stay: ({ pointer }) => {
      goal.current = { to: 'same', pointer, control: document.activeElement, before: rows }
    },
  }
}
