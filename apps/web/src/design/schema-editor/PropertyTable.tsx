import type { Problem } from '@ensemble/core'
import { isTooDeep, type FlatRow } from '@ensemble/core/editor'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type CSSProperties } from 'react'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import type { FieldOwner } from '../../document/edits/rename-field.ts'
import { PropertyLine } from './PropertyLine.tsx'
import styles from './property-table.module.css'
import { rowAround, rowMarks } from './row-marks.ts'
import { rowName } from './row-name.ts'
import { say } from './say.ts'
import { tableActions } from './table-actions.ts'
import { tableKeys } from './table-keys.ts'
import { TableFoot } from './TableFoot.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useTableRows } from './use-table-rows.ts'

interface PropertyTableProps {
  readonly text: string
  /** The pointer to the shown object schema. */
  readonly pointer: string
  readonly change: (change: (text: string) => string, mark: string) => void
  /** The text's place, so that a new name is followed everywhere. */
  readonly place: FieldOwner
  readonly label?: string
  /** Notes about the text besides the rows, such as a partial reading. */
  readonly note?: string | null
  /** Meta fields have their own controls in a form. */
  readonly withoutMeta?: boolean
  /** Fits its content instead of scrolling by itself. */
  readonly isInline?: boolean
  /** Offers to say what comes back: the schema is a Tool's. */
  readonly hasResult?: boolean
  /** A property that is named as soon as the table is there, by its pointer. */
  readonly first?: string
  readonly onReveal?: (row: FlatRow) => void
  /** Problems of the text: their rows are marked. */
  readonly problems?: readonly Problem[]
  /** The last place that was asked for: its row comes into sight. */
  readonly revealed?: { readonly path: string } | null
  readonly onProblem?: (problem: Problem) => void
}

const ROW = 32
/** Rows that a form shows; longer tables are for the schema editor, which draws only what is in sight. */
const MOST_INLINE = 60

/** The properties of an object schema as a table, bound to its text both ways. */
export function PropertyTable(props: PropertyTableProps) {
  const {
    text,
    pointer,
    change,
    place,
    label = say('table.label'),
    note = null,
    withoutMeta,
    isInline,
    hasResult,
    first,
    onReveal,
    problems,
    revealed = null,
    onProblem,
  } = props
  const { all, definitions, rows, keys, open, toggle, keepLine } = useTableRows(text, pointer, withoutMeta)
  const [detailed, setDetailed] = useState<string | null>(null)
  /** The object that what is typed below the rows goes into. */
  const [into, setInto] = useState(pointer)
  const [refused, setRefused] = useState<string | null>(null)
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 12,
    enabled: isInline !== true,
  })

  const marks = useMemo(() => rowMarks(rows, problems ?? []), [rows, problems])
  const scrollTo = useEffectEvent((path: string): void => {
    const around = rowAround(new Map(rows.map((row) => [row.pointer, row.key])), path)
    if (around !== undefined) virtual.scrollToIndex(rows.findIndex(({ key }) => key === around))
  })
  useEffect(() => {
    if (revealed !== null) scrollTo(revealed.path)
  }, [revealed])

  const focus = useRowFocus({ root, rows, reveal: (index) => virtual.scrollToIndex(index), first })
  const actions = tableActions({
    text,
    pointer,
    place,
    change,
    focus,
    into,
    all,
    definitions,
    rows,
    open,
    keepLine,
    refuse: setRefused,
  })
  const onKeyDown = tableKeys({
    root,
    rows,
    focus,
    detailed,
    closeDetails: () => setDetailed(null),
    onEnd: (last) => setInto(last.kind === 'property' ? last.owner : pointer),
  })
  const line = (row: FlatRow) => (
    <>
      {row.kind === 'definition' && row.level === 0 && row.place[0] === 0 && (
        <h3 className={styles.section}>{say('table.definitions')}</h3>
      )}
      <PropertyLine
        row={row}
        owners={owners(all, row, pointer)}
        problems={marks.get(row.key)}
        onProblem={onProblem}
        definitions={definitions.filter(({ base }) => base === row.base)}
        isDetailed={detailed === row.key}
        onEdit={actions.apply}
        onToggle={() => toggle(row.key)}
        onDetails={() => setDetailed(detailed === row.key ? null : row.key)}
        onAddInside={() => actions.addTo(row.pointer, row.key)}
        onFollow={row.target === undefined ? undefined : () => focus.find(row.target ?? '')}
        onReveal={onReveal && (() => onReveal(row))}
      />
    </>
  )
  return (
    <section
      ref={root}
      className={isInline ? styles.inline : styles.table}
      style={roomFor(rows)}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {rows.length > 0 && (
        <div className={styles.heads} aria-hidden>
          <span>{say('table.name')}</span>
          <span>{say('table.type')}</span>
          <span title={say('table.required')}>*</span>
          <span>{say('table.description')}</span>
        </div>
      )}
      {isInline ? (
        <ul className={styles.list}>
          {rows.slice(0, MOST_INLINE).map((row, index) => (
            <li key={keys[index]}>{line(row)}</li>
          ))}
          {rows.length > MOST_INLINE && (
            <li className={styles.empty}>{say('table.more', { count: rows.length - MOST_INLINE })}</li>
          )}
        </ul>
      ) : (
        <div ref={scroller} className={styles.rows}>
          {rows.length === 0 && note === null && (
            <p className={styles.empty}>{say(isTooDeep(text) ? 'table.tooDeep' : 'table.empty')}</p>
          )}
          <VirtualList virtual={virtual} render={(index) => rows[index] !== undefined && line(rows[index])} />
        </div>
      )}
      <TableFoot
        pointer={pointer}
        into={into}
        rows={all}
        actions={actions}
        onLeave={() => setInto(pointer)}
        hasDefinitions={!isInline}
        hasResult={hasResult}
        note={note}
        refused={refused}
      />
    </section>
  )
}

const BUTTON = 24
const COMMON_BUTTONS = 4

/** As much room for buttons in every row as the row with the most of them takes, so that columns stay in line. */
const roomFor = (rows: readonly FlatRow[]): CSSProperties => {
  const more = rows.map(({ types, combinations }) => Number(types.includes('object')) + combinations.length)
  const width = BUTTON * (COMMON_BUTTONS + more.reduce((most, count) => Math.max(most, count), 0))
  return { '--actions': `${width}px` } as CSSProperties // custom properties are not in its type
}

/** Object schemas that a property may be moved into: those in sight that are not inside it. */
const owners = (
  rows: readonly FlatRow[],
  row: FlatRow,
  root: string,
): readonly { pointer: string; label: string }[] => [
  { pointer: root, label: say('root') },
  ...rows
    .filter(({ types, pointer }) => types.includes('object') && !`${pointer}/`.startsWith(`${row.pointer}/`))
    .map((one) => ({ pointer: one.pointer, label: placeName(rows, one) })),
]

/** `payment › card`: an alternative or an item needs its holder's name. */
const placeName = (rows: readonly FlatRow[], row: FlatRow): string => {
  const isNamed = row.kind === 'property' || row.kind === 'definition'
  const at = row.pointer.replace(/\/(?:(?:any|one|all)Of\/\d+|items)$/u, '')
  const holder = isNamed ? undefined : rows.find(({ pointer }) => pointer === at)
  return holder === undefined ? rowName(row) : `${placeName(rows, holder)} › ${rowName(row)}`
}
