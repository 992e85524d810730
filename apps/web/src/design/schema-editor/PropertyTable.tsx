import type { JsonObject, Problem } from '@ensemble/core'
import {
  definitionPointer,
  isResultField,
  isTooDeep,
  readTyped,
  type FlatRow,
  type TypedProperty,
} from '@ensemble/core/editor'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { freeName } from '../../document/texts/files.ts'
import type { FieldOwner } from '../../document/edits/rename-field.ts'
import { NewProperty } from './NewProperty.tsx'
import { PropertyLine } from './PropertyLine.tsx'
import styles from './property-table.module.css'
import { renameEverywhere } from './rename-everywhere.ts'
import { rowAround, rowMarks } from './row-marks.ts'
import { say } from './say.ts'
import { COMBINATIONS, edited, type TableEdit } from './table-edits.ts'
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
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/u

/** Edits of which a burst is one step of undo; any other edit is a separate step. */
const TYPED: ReadonlySet<TableEdit['type']> = new Set(['describe', 'constrain'])
let step = 0
const markOf = (edit: TableEdit): string => {
  if ('row' in edit && TYPED.has(edit.type)) return `table/${edit.type}/${edit.row.pointer}`
  step += 1
  return `table/${edit.type}/${step}`
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
    problems,
    revealed = null,
    onProblem,
  } = props
  const { all, definitions, rows, keys, open, toggle, keepLine } = useTableRows(text, pointer, withoutMeta)
  const [detailed, setDetailed] = useState<string | null>(null)
  /** The object that what is typed below the rows goes into. */
  const [into, setInto] = useState(pointer)
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
  const typedAs = (word: string): TypedProperty | undefined => readTyped(word, definitionIn(definitions, pointer))

  const rename = (row: FlatRow, name: string): void => {
    const typed = row.kind === 'property' && name.includes(':') ? typedAs(name) : undefined
    const to = typed?.name ?? name
    if (!NAME.test(to)) return
    const retype = (now: string, base: string): string =>
      typed === undefined ? now : edited(now, { type: 'typed', row: movedRow(row, base, to), typed })
    if (to === row.name) {
      if (typed !== undefined) apply({ type: 'typed', row, typed })
      return
    }
    keepLine(row, row.kind === 'property' ? propertyPointer(row.owner, to) : row.pointer)
    if (row.kind === 'property' && renameEverywhere(place, row.owner, row.name, to, retype)) return
    change(
      (now) => retype(edited(now, { type: 'rename', row, name: to }), ''),
      markOf({ type: 'rename', row, name: to }),
    )
  }
  const apply = (edit: TableEdit): void => {
    if (edit.type === 'remove') focus.leave(edit.row)
    if (edit.type === 'move') focus.stay(edit.row)
    if (edit.type === 'extract' && !NAME.test(edit.name)) return
    if (edit.type === 'addAlternative') open(keyOf(rows, edit.pointer))
    if (edit.type === 'rename') rename(edit.row, edit.name)
    else change((now) => edited(now, edit), markOf(edit))
  }
  const addTo = (owner: string, key: string): void => {
    const names = all.filter((row) => row.owner === owner).map(({ name }) => name)
    if (owner !== pointer) open(key)
    const name = freeName('value', names)
    focus.goTo(propertyPointer(owner, name))
    apply({ type: 'add', owner, name, schema: { type: 'string', description: '' } })
  }
  const addTyped = ({ name, schema, required }: TypedProperty, then: 'type' | 'describe'): void => {
    if (then === 'describe') focus.goTo(propertyPointer(into, name), 'description')
    const own = schema ?? { type: 'string' }
    apply({ type: 'add', owner: into, name, schema: { ...own, description: '' }, ...(required && { required }) })
  }
  const readNew = (typed: string): TypedProperty | string => {
    const read = typedAs(typed)
    if (read === undefined) return say('table.notTyped')
    if (!NAME.test(read.name)) return say('table.notName', { name: read.name })
    const isTaken = all.some(({ kind, owner, name }) => kind === 'property' && owner === into && name === read.name)
    return isTaken ? say('table.taken', { name: read.name }) : read
  }
  const addDefinition = (): void => {
    const name = freeName(
      'definition',
      definitions.map((row) => row.name),
    )
    focus.goTo(definitionPointer(text, pointer, name))
    apply({ type: 'addDefinition', base: pointer, name })
  }
  const declareResult = (): void => {
    const result = propertyPointer(pointer, '_output')
    open(result)
    apply({ type: 'add', owner: pointer, name: '_output', schema: RESULT })
    focus.goTo(propertyPointer(result, 'value'))
  }
  /** Enter leads down a column; after the last row, and by Tab in its last cell, it leads to the new one. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && detailed !== null && !event.defaultPrevented) {
      // One thing at a time: the details of a row close before the editor does.
      event.preventDefault()
      event.stopPropagation()
      const row = root.current?.querySelector(
        `[data-row="${CSS.escape(detailed)}"] [aria-expanded="true"][data-details]`,
      )
      if (row instanceof HTMLElement) row.focus()
      setDetailed(null)
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
      setInto(row.kind === 'property' ? row.owner : pointer)
      root.current?.querySelector<HTMLElement>('[data-new]')?.focus()
    }
  }
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
        onEdit={apply}
        onToggle={() => toggle(row.key)}
        onDetails={() => setDetailed(detailed === row.key ? null : row.key)}
        onAddInside={() => addTo(row.pointer, row.key)}
        onFollow={row.target === undefined ? undefined : () => focus.find(row.target ?? '')}
        onReveal={onReveal && (() => onReveal(row))}
      />
    </>
  )
  const atRoot = COMBINATIONS.filter((kind) => all.some((row) => row.level === 0 && row.kind === kind))

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
      <div className={styles.foot}>
        <NewProperty
          into={into === pointer ? null : (all.find((row) => row.pointer === into)?.name ?? null)}
          read={readNew}
          onAdd={addTyped}
          onLeave={() => setInto(pointer)}
          onAddUnnamed={() => addTo(pointer, pointer)}
        />
        {atRoot.map((kind) => (
          <Button key={kind} size="small" look="quiet" onClick={() => apply({ type: 'addAlternative', pointer, kind })}>
            <Plus size={13} aria-hidden />
            {say('table.addAtRoot', { kind })}
          </Button>
        ))}
        {!isInline && (
          <Button size="small" look="quiet" onClick={addDefinition}>
            <Plus size={13} aria-hidden />
            {say('table.addDefinition')}
          </Button>
        )}
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

/** The same row once its property is called otherwise, in a text in which the schema is at `base`. */
const movedRow = (row: FlatRow, base: string, name: string): FlatRow => ({
  ...row,
  name,
  owner: base + row.owner,
  base: base + row.base,
  pointer: base + propertyPointer(row.owner, name),
})

/** The key of the row that shows what is at `pointer`. */
const keyOf = (rows: readonly FlatRow[], pointer: string): string =>
  rows.find((row) => row.pointer === pointer)?.key ?? pointer

/** A definition's name as a type. */
const definitionIn =
  (definitions: readonly FlatRow[], base: string) =>
  (word: string): JsonObject | undefined => {
    const found = definitions.find((row) => row.base === base && row.name === word)
    return found && { $ref: `#${found.pointer.slice(base.length).replaceAll('%', '%25')}` }
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
    .map(({ pointer, name }) => ({ pointer, label: name })),
]
