import type { Pointer } from '../schema/json.ts'
import type { PropertyGroup, PropertyRow } from './property-table.ts'
import { readProperties, typeLabel } from './property-table.ts'

/** One line of a property table that is drawn: a property, or the schema of items or of an alternative. */
export interface FlatRow extends Omit<PropertyRow, 'children'> {
  /** Stable while the property keeps its place. */
  readonly key: string
  readonly kind: 'property' | Exclude<PropertyGroup['kind'], 'properties'>
  /** The object schema that has this property: the target of a property's edits. */
  readonly owner: Pointer
  readonly level: number
  /** Place among its siblings, counted from 0, and how many there are. */
  readonly place: readonly [index: number, count: number]
  readonly typeLabel: string
  readonly hasChildren: boolean
  /** It is one of several schemas: `anyOf` or `oneOf`. */
  readonly hasAlternatives: boolean
  readonly isOpen: boolean
}

/** The visible rows while those with the pointers in `open` are open: one list, top to bottom. */
export const flatRows = (text: string, pointer: Pointer, open: ReadonlySet<Pointer>): readonly FlatRow[] =>
  flatten(readProperties(text, pointer), pointer, 0, open)

const flatten = (
  rows: readonly PropertyRow[],
  owner: Pointer,
  level: number,
  open: ReadonlySet<Pointer>,
): readonly FlatRow[] =>
  rows.flatMap((row, index): readonly FlatRow[] => {
    const flat = toFlat(row, 'property', owner, level, [index, rows.length], open)
    return flat.isOpen ? [flat, ...inside(row, level + 1, open)] : [flat]
  })

const inside = (row: PropertyRow, level: number, open: ReadonlySet<Pointer>): readonly FlatRow[] =>
  row.children.flatMap((group): readonly FlatRow[] => {
    const { kind, schema } = group
    if (kind === 'properties' || schema === undefined) return flatten(group.rows, group.pointer, level, open)
    const flat = toFlat(schema, kind, group.pointer, level, [0, 1], open)
    return flat.isOpen ? [flat, ...inside(schema, level + 1, open)] : [flat]
  })

const toFlat = (
  row: PropertyRow,
  kind: FlatRow['kind'],
  owner: Pointer,
  level: number,
  place: FlatRow['place'],
  open: ReadonlySet<Pointer>,
): FlatRow => {
  const { children, ...own } = row
  return {
    ...own,
    key: row.pointer,
    kind,
    owner,
    level,
    place,
    typeLabel: typeLabel(row),
    hasChildren: children.length > 0,
    hasAlternatives: children.some(({ kind: group }) => group === 'anyOf' || group === 'oneOf'),
    isOpen: children.length > 0 && open.has(row.pointer),
  }
}
