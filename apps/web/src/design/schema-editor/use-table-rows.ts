import type { FlatRow } from '@ensemble/core/editor'
import { useMemo, useState } from 'react'
import { useRows } from './use-rows.ts'

export interface TableRows {
  /** Those of the text, whether or not they are shown. */
  readonly all: readonly FlatRow[]
  /** Definitions that rows of the schema may refer to. */
  readonly definitions: readonly FlatRow[]
  readonly rows: readonly FlatRow[]
  /** The key of the line that shows each of `rows`. */
  readonly keys: readonly string[]
  open(key: string): void
  toggle(key: string): void
  /** A property that was renamed keeps its line, and with it the focus. */
  keepLine(row: FlatRow, renamedTo: string): void
}

/** The rows of a table, of which a person opens some. */
export function useTableRows(text: string, pointer: string, withoutMeta = false): TableRows {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [lines, setLines] = useState<ReadonlyMap<string, string>>(new Map())
  const all = useRows(text, pointer, opened)
  const rows = useMemo(
    () => (withoutMeta ? all.filter(({ level, isMeta, owner }) => level > 0 || owner !== pointer || !isMeta) : all),
    [all, withoutMeta, pointer],
  )
  const keys = useMemo(() => keysOf(rows, lines), [rows, lines])
  const definitions = useMemo(() => all.filter(({ kind }) => kind === 'definition'), [all])
  return {
    all,
    definitions,
    rows,
    keys,
    open: (row) => setOpened((before) => new Set(before).add(row)),
    toggle: (row) =>
      setOpened((before) => {
        const after = new Set(before)
        if (!after.delete(row)) after.add(row)
        return after
      }),
    keepLine(row, renamedTo) {
      const line = keys[rows.indexOf(row)] ?? row.key
      setLines((before) => new Map(before).set(renamedTo, line))
    },
  }
}

/** The keys of rows: of their places, or of the lines that they had before they were renamed; each once. */
function keysOf(rows: readonly FlatRow[], lines: ReadonlyMap<string, string>): readonly string[] {
  const taken = new Set<string>()
  return rows.map(({ pointer, key }) => {
    const wanted = lines.get(pointer) ?? key
    const free = taken.has(wanted) ? `${key} again` : wanted
    taken.add(free)
    return free
  })
}
