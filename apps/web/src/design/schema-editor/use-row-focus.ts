import type { FlatRow } from '@ensemble/core/editor'
import { useEffect, useRef, type RefObject } from 'react'

/** Where the focus goes once the rows have followed an edit. */
type Goal =
  | { readonly to: 'property'; readonly pointer: string }
  | { readonly to: 'index'; readonly index: number; readonly before: readonly FlatRow[] }
  | { readonly to: 'same'; readonly pointer: string; readonly control: Element | null; readonly before: unknown }

export interface RowFocus {
  /** The name of a property that is about to be there, selected, so that what is typed replaces it. */
  goTo(pointer: string): void
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

function focusField(row: Element): void {
  const field = row.querySelector<HTMLInputElement | HTMLSelectElement>('input:not([type="checkbox"]), select')
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Keeps the focus in a table whose rows come and go, so that a schema is built by keyboard alone. */
export function useRowFocus({ root, rows, reveal, first }: Table): RowFocus {
  const goal = useRef<Goal | null>(first === undefined ? null : { to: 'property', pointer: first })

  // After every drawing: a row that was asked for may come with a later one.
  useEffect(() => {
    const wanted = goal.current
    if (wanted === null || (wanted.to !== 'property' && wanted.before === rows)) return
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
    const index =
      wanted.to === 'index'
        ? Math.min(wanted.index, rows.length - 1)
        : rows.findIndex(({ pointer }) => pointer === wanted.pointer)
    const pointer = rows[index]?.pointer
    if (pointer === undefined) return
    const row = root.current?.querySelector(`[data-row="${CSS.escape(pointer)}"]`)
    if (row) {
      goal.current = null
      focusField(row)
    } else reveal(index)
  })

  return {
    goTo: (pointer) => {
      goal.current = { to: 'property', pointer }
    },
    leave: (row) => {
      goal.current = { to: 'index', index: rows.indexOf(row), before: rows }
    },
    stay: ({ pointer }) => {
      goal.current = { to: 'same', pointer, control: document.activeElement, before: rows }
    },
  }
}
