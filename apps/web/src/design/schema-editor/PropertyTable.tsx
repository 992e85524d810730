import type { JsonObject } from '@ensemble/core'
import { isResultField, isTooDeep, type FlatRow } from '@ensemble/core/editor'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { useRef, useState, type CSSProperties } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { freeName } from '../../document/texts/files.ts'
import type { FieldOwner } from '../../document/edits/rename-field.ts'
import { PropertyLine } from './PropertyLine.tsx'
import styles from './property-table.module.css'
import { renameEverywhere } from './rename-everywhere.ts'
import { say } from './say.ts'
import { edited, type TableEdit } from './table-edits.ts'
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
}

const ROW = 32
/** Rows that a form shows; longer tables are for the schema editor, which draws only what is in sight. */
const MOST_INLINE = 60
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/u

/** One step of undo: a burst of typing in one cell. */
const markOf = (edit: TableEdit): string => {
  if (edit.type === 'add') return `table/add/${edit.owner}/${edit.name}`
  return `table/${edit.type}/${edit.row.pointer}`
}

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
  } = props
  const { all, rows, keys, open, toggle, keepLine } = useTableRows(text, pointer, withoutMeta)
  const [detailed, setDetailed] = useState<string | null>(null)
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

  const focus = useRowFocus({ root, rows, reveal: (index) => virtual.scrollToIndex(index), first })

  const apply = (edit: TableEdit): void => {
    if (edit.type === 'remove') focus.leave(edit.row)
    if (edit.type === 'move') focus.stay(edit.row)
    if (edit.type === 'rename') {
      if (!NAME.test(edit.name)) return
      keepLine(edit.row, propertyPointer(edit.row.owner, edit.name))
      if (renameEverywhere(place, edit.row.owner, edit.row.name, edit.name)) return
    }
    change((now) => edited(now, edit), markOf(edit))
  }
  const add = (owner: string, name: string, schema: JsonObject): void => {
    focus.goTo(propertyPointer(owner, name))
    apply({ type: 'add', owner, name, schema })
  }
  const addTo = (owner: string): void => {
    const names = all.filter((row) => row.owner === owner).map(({ name }) => name)
    if (owner !== pointer) open(owner)
    add(owner, freeName('value', names), { type: 'string', description: '' })
  }
  const declareResult = (): void => {
    const result = propertyPointer(pointer, '_output')
    open(result)
    apply({ type: 'add', owner: pointer, name: '_output', schema: RESULT })
    focus.goTo(propertyPointer(result, 'value'))
  }
  const line = (row: FlatRow) => (
    <PropertyLine
      row={row}
      owners={owners(all, row, pointer)}
      isDetailed={detailed === row.key}
      onEdit={apply}
      onToggle={() => toggle(row.pointer)}
      onDetails={() => setDetailed(detailed === row.key ? null : row.key)}
      onAddInside={() => addTo(row.pointer)}
      onReveal={onReveal && (() => onReveal(row))}
    />
  )

  return (
    <section ref={root} className={isInline ? styles.inline : styles.table} style={roomFor(rows)} aria-label={label}>
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
      <div className={styles.foot}>
        <Button size="small" look="quiet" data-add onClick={() => addTo(pointer)}>
          <Plus size={13} aria-hidden />
          {say('table.add')}
        </Button>
        {hasResult && !all.some(({ owner, name }) => owner === pointer && isResultField(name)) && (
          <Button size="small" look="quiet" onClick={declareResult}>
            <Plus size={13} aria-hidden />
            {say('table.declareResult')}
          </Button>
        )}
        {note !== null && <span className={styles.note}>{note}</span>}
      </div>
    </section>
  )
}

/** An object with a first property, which is named at once. */
const RESULT: JsonObject = { type: 'object', properties: { value: { type: 'string', description: '' } } }

const propertyPointer = (owner: string, name: string): string =>
  `${owner}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const BUTTON = 24
const COMMON_BUTTONS = 4

/** As much room for buttons in every row as the row with the most of them takes, so that columns stay in line. */
const roomFor = (rows: readonly FlatRow[]): CSSProperties => {
  const more = rows.map(({ types, hasAlternatives }) => Number(types.includes('object')) + Number(hasAlternatives))
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
    .map(({ pointer, name }) => ({ pointer, label: name })),
]
