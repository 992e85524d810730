import type { JsonObject, Pointer } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { jsonOf, nodeAt, parseDocument, type JsonNode } from '../schema/json-document.ts'
import { pointerOf } from '../schema/pointer.ts'
import { countReferences } from './definition-edits.ts'
import { discriminatorOf, valueOfDiscriminator } from './discriminator.ts'
import { isOwnRoot } from './own-root.ts'
import type { Combination, PropertyGroup, PropertyRow } from './property-table.ts'
import { DEFINITIONS, readDefinitions, readSchema, typeLabel } from './property-table.ts'

/** One line of a property table that is drawn: a property, a definition, or the schema of items or of an alternative. */
export interface FlatRow extends Omit<PropertyRow, 'children'> {
  /** Stable while the property keeps its place; another one for each reference that it is reached through. */
  readonly key: string
  readonly kind: 'property' | 'definition' | Exclude<PropertyGroup['kind'], 'properties'>
  /** The object schema that has this property: the target of a property's edits. */
  readonly owner: Pointer
  /** The schema that references inside this row start from. */
  readonly base: Pointer
  readonly level: number
  /** Place among its siblings, counted from 0, and how many there are. */
  readonly place: readonly [index: number, count: number]
  readonly typeLabel: string
  readonly hasChildren: boolean
  /** The keywords that combine schemas here, as written. */
  readonly combinations: readonly Combination[]
  /** The property that tells the alternatives apart, where one does. */
  readonly discriminator: string | undefined
  /** An alternative's own name: its title, its discriminator's value or its definition. */
  readonly said: string | undefined
  /** References to a definition from outside it. */
  readonly uses: number
  /** Where a reference leads in this text. */
  readonly target: Pointer | undefined
  readonly isOpen: boolean
}

interface Reading {
  readonly root: JsonNode | undefined
  readonly open: ReadonlySet<string>
  /** Targets of references, read once each. */
  readonly targets: Map<Pointer, PropertyRow | undefined>
}

/** Where rows are: the schema that references start from, the depth, and the references followed so far. */
interface Place {
  readonly base: Pointer
  readonly level: number
  readonly prefix: string
}

/**
 * The visible rows while those with the keys in `open` are open: properties, alternatives and items of the schema at
 * `pointer`, then its definitions. One list, top to bottom.
 */
export const flatRows = (text: string, pointer: Pointer, open: ReadonlySet<string>): readonly FlatRow[] => {
  const { root } = parseDocument(text)
  const node = nodeAt(root, pointer)
  if (node === undefined) return []
  const reading: Reading = { root, open, targets: new Map() }
  const place = { base: pointer, level: 0, prefix: '' }
  return [...inside(readSchema(node, pointer), place, reading), ...definitions(place, reading)]
}

const inside = (row: PropertyRow, place: Place, reading: Reading): readonly FlatRow[] => {
  const told = discriminators(row, place.base, reading)
  return row.children.flatMap((group): readonly FlatRow[] => {
    const { kind, schema } = group
    if (kind === 'properties' || schema === undefined)
      return group.rows.flatMap((one, index) =>
        flatten(one, { kind: 'property', owner: group.pointer, place: [index, group.rows.length] }, place, reading),
      )
    const siblings = row.children.filter((other) => other.kind === kind)
    const discriminator = kind === 'items' || kind === 'allOf' ? undefined : told.get(kind)
    return flatten(
      schema,
      {
        kind,
        owner: group.pointer,
        place: [siblings.indexOf(group), siblings.length],
        said: saidBy(schema, discriminator, place.base, reading),
      },
      place,
      reading,
    )
  })
}

const definitions = (place: Place, reading: Reading): readonly FlatRow[] => {
  const node = nodeAt(reading.root, place.base)
  const rows = node === undefined ? [] : readDefinitions(node, place.base)
  if (rows.length === 0 || node === undefined) return []
  const uses = countReferences(node)
  return rows.flatMap((row, index) =>
    flatten(
      row,
      {
        kind: 'definition',
        owner: place.base,
        place: [index, rows.length],
        uses: uses.get(row.pointer.slice(place.base.length)) ?? 0,
      },
      place,
      reading,
    ),
  )
}

type Own = Pick<FlatRow, 'kind' | 'owner' | 'place'> & Partial<Pick<FlatRow, 'said' | 'uses'>>

const flatten = (row: PropertyRow, own: Own, place: Place, reading: Reading): readonly FlatRow[] => {
  // A Tool's result is a separate schema, so references in it start there.
  const base = own.kind === 'property' && isOwnRoot(row.name) ? row.pointer : place.base
  const here = { ...place, base }
  const target = targetOf(row, base, reading)
  const { children, ...rest } = row
  const key = place.prefix + row.pointer
  const hasDefinitions = base !== place.base && DEFINITIONS.some((keyword) => row.constraints[keyword] !== undefined)
  const hasChildren = children.length > 0 || hasDefinitions || (target !== undefined && target.children.length > 0)
  const combinations = [...new Set(children.map(({ kind }) => kind))].filter(isCombination)
  const told = discriminators(row, base, reading)
  const flat: FlatRow = {
    ...rest,
    said: undefined,
    uses: 0,
    ...own,
    key,
    base,
    level: place.level,
    typeLabel: typeLabel(row),
    hasChildren,
    combinations,
    discriminator: told.get('oneOf') ?? told.get('anyOf'),
    target: target?.pointer,
    isOpen: hasChildren && reading.open.has(key),
  }
  if (!flat.isOpen) return [flat]
  const level = place.level + 1
  return [
    flat,
    ...inside(row, { ...here, level }, reading),
    ...(hasDefinitions ? definitions({ ...here, level }, reading) : []),
    ...(target === undefined ? [] : inside(target, { base, level, prefix: `${key}>` }, reading)),
  ]
}

const isCombination = (kind: PropertyGroup['kind']): kind is Combination =>
  kind === 'anyOf' || kind === 'oneOf' || kind === 'allOf'

/** The row that a row's reference leads to. */
const targetOf = ({ ref }: PropertyRow, base: Pointer, { root, targets }: Reading): PropertyRow | undefined => {
  const inner = ref === undefined ? undefined : pointerOf(ref)
  if (inner === undefined) return undefined
  const pointer = base + inner
  if (!targets.has(pointer)) {
    const node = nodeAt(root, pointer)
    targets.set(pointer, node?.type === 'object' ? readSchema(node, pointer) : undefined)
  }
  return targets.get(pointer)
}

const schemaOf = (pointer: Pointer, { root }: Reading): JsonObject | undefined => {
  const node = nodeAt(root, pointer)
  const value = node && jsonOf(node)
  return value !== undefined && isObject(value) ? value : undefined
}

/** The schema of an alternative itself, behind its reference. */
const alternativeOf = (row: PropertyRow, base: Pointer, reading: Reading): JsonObject | undefined =>
  schemaOf(targetOf(row, base, reading)?.pointer ?? row.pointer, reading)

const discriminators = (row: PropertyRow, base: Pointer, reading: Reading): ReadonlyMap<Combination, string> => {
  const found = new Map<Combination, string>()
  for (const kind of ['oneOf', 'anyOf'] as const) {
    const alternatives = row.children.filter((group) => group.kind === kind)
    if (alternatives.length === 0) continue
    const name = discriminatorOf(alternatives.map(({ schema }) => schema && alternativeOf(schema, base, reading)))
    if (name !== undefined) found.set(kind, name)
  }
  return found
}

const saidBy = (
  row: PropertyRow,
  discriminator: string | undefined,
  base: Pointer,
  reading: Reading,
): string | undefined => {
  const schema = alternativeOf(row, base, reading)
  const value = schema && discriminator && valueOfDiscriminator(schema, discriminator)
  if (value !== undefined && value !== '') return value
  const { title } = row.constraints
  return typeof title === 'string' && title !== '' ? title : undefined
}
