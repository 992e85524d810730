import type { JsonObject } from '@ensemble/core'
import { definitionPointer, readTyped, type FlatRow, type TypedProperty } from '@ensemble/core/editor'
import type { FieldOwner } from '../../document/edits/rename-field.ts'
import { freeName } from '../../document/texts/files.ts'
import { renameEverywhere } from './rename-everywhere.ts'
import { say } from './say.ts'
import { edited, type TableEdit } from './table-edits.ts'
import type { RowFocus } from './use-row-focus.ts'
import type { TableRows } from './use-table-rows.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/u

/** Edits of which a burst is one step of undo; any other edit is a separate step. */
const TYPED: ReadonlySet<TableEdit['type']> = new Set(['describe', 'constrain'])
let step = 0
const markOf = (edit: TableEdit): string => {
  if ('row' in edit && TYPED.has(edit.type)) return `table/${edit.type}/${edit.row.pointer}`
  step += 1
  return `table/${edit.type}/${step}`
}

interface Table extends Pick<TableRows, 'all' | 'definitions' | 'rows' | 'open' | 'keepLine'> {
  readonly text: string
  /** The pointer to the shown object schema. */
  readonly pointer: string
  readonly place: FieldOwner
  readonly change: (change: (text: string) => string, mark: string) => void
  readonly focus: RowFocus
  /** The object that gets what is typed below the rows. */
  readonly into: string
  /** Shows why an edit wasn't made; null removes the last reason. */
  readonly refuse: (why: string | null) => void
}

export interface TableActions {
  apply(edit: TableEdit): void
  /** Adds a property without a name yet to the object `owner`, whose row is `key`. */
  addTo(owner: string, key: string): void
  /** Adds what was typed below the rows. */
  addTyped(typed: TypedProperty, then: 'type' | 'describe'): void
  /** A text typed below the rows as a property, or why it cannot be one. */
  readNew(typed: string): TypedProperty | string
  addDefinition(): void
  declareResult(): void
}

/** The edits that a person makes in a table of properties, with the focus that follows. */
export const tableActions = (table: Table): TableActions => {
  const { text, pointer, place, change, focus, into, all, definitions, rows, open, keepLine, refuse } = table
  const typedAs = (word: string): TypedProperty | undefined => readTyped(word, definitionIn(definitions, pointer))

  const rename = (row: FlatRow, name: string): void => {
    const typed = row.kind === 'property' && name.includes(':') ? typedAs(name) : undefined
    const to = typed?.name ?? name
    if (!NAME.test(to)) {
      refuse(name.includes(':') && typed === undefined ? say('table.notTyped') : say('table.notName', { name: to }))
      return
    }
    if (isTaken(row, to)) {
      refuse(say('table.taken', { name: to }))
      return
    }
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
  const isTaken = ({ kind, owner, key }: FlatRow, name: string): boolean =>
    all.some((one) => one.kind === kind && one.owner === owner && one.key !== key && one.name === name)
  /** Why an edit would change nothing, for those of which that isn't plain from the row. */
  const whyNot = (edit: TableEdit): string | null => {
    if (edit.type === 'extract') {
      if (!NAME.test(edit.name)) return say('table.notName', { name: edit.name })
      const isKnown = definitions.some(({ base, name }) => base === edit.row.base && name === edit.name)
      return isKnown ? say('table.taken', { name: edit.name }) : null
    }
    if (edit.type !== 'discriminate' && edit.type !== 'moveInto') return null
    if (edited(text, edit) !== text) return null
    return edit.type === 'discriminate' ? say('table.notObjects') : say('table.taken', { name: edit.row.name })
  }
  const apply = (edit: TableEdit): void => {
    const why = whyNot(edit)
    refuse(why)
    if (why !== null) return
    if (edit.type === 'remove') focus.leave(edit.row)
    if (edit.type === 'move') focus.stay(edit.row)
    if (edit.type === 'addAlternative') {
      open(keyOf(rows, edit.pointer))
      focus.show(`${edit.pointer}/${edit.kind}/`)
    }
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
    const added = propertyPointer(into, name)
    if (then === 'describe') focus.goTo(added, 'description')
    else focus.show(added)
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
  return { apply, addTo, addTyped, readNew, addDefinition, declareResult }
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
