import {
  addAlternative,
  addDefinition,
  addProperty,
  applyTextEdits,
  changeCombination,
  editBetween,
  extractDefinition,
  movePropertyInto,
  movePropertyTo,
  removeAlternative,
  removeDefinition,
  removeProperty,
  renameDefinition,
  renameProperty,
  retypeSchema,
  setDiscriminator,
  setEnum,
  setKeywords,
  setRequired,
  type Combination,
  type FlatRow,
  type TextEdit,
  type TypedProperty,
} from '@ensemble/core/editor'
import type { Json, JsonObject } from '@ensemble/core'

/** A person's actions in a property table. */
export type TableEdit =
  | { readonly type: 'rename'; readonly row: FlatRow; readonly name: string }
  | { readonly type: 'retype'; readonly row: FlatRow; readonly to: string }
  | { readonly type: 'require'; readonly row: FlatRow; readonly required: boolean }
  | { readonly type: 'describe'; readonly row: FlatRow; readonly description: string }
  | { readonly type: 'constrain'; readonly row: FlatRow; readonly keyword: string; readonly value: Json | undefined }
  | { readonly type: 'move'; readonly row: FlatRow; readonly by: number }
  | { readonly type: 'moveInto'; readonly row: FlatRow; readonly owner: string }
  | { readonly type: 'remove'; readonly row: FlatRow }
  | {
      readonly type: 'add'
      readonly owner: string
      readonly name: string
      readonly schema: JsonObject
      readonly required?: boolean
    }
  | {
      readonly type: 'addAlternative'
      readonly pointer: string
      readonly kind: Combination
      readonly discriminator?: string
    }
  /** A type typed after a property's name, and whether it is required. */
  | { readonly type: 'typed'; readonly row: FlatRow; readonly typed: TypedProperty }
  | { readonly type: 'addDefinition'; readonly base: string; readonly name: string }
  | { readonly type: 'extract'; readonly row: FlatRow; readonly name: string }
  | { readonly type: 'discriminate'; readonly row: FlatRow; readonly name: string }

export const COMBINATIONS = ['anyOf', 'oneOf', 'allOf'] as const
const isCombination = (word: string): word is Combination => COMBINATIONS.some((one) => one === word)

export const NULLABLE = ' | null'

/** The text after an edit: every byte outside what it concerns stays as it was. */
export const edited = (text: string, edit: TableEdit): string => applyTextEdits(text, editsOf(text, edit))

const editsOf = (text: string, edit: TableEdit): readonly TextEdit[] => {
  switch (edit.type) {
    case 'rename':
      return edit.row.kind === 'definition'
        ? renameDefinition(text, edit.row.base, edit.row.pointer, edit.name)
        : renameProperty(text, edit.row.owner, edit.row.name, edit.name)
    case 'retype':
      return retype(text, edit.row, edit.to)
    case 'require':
      return setRequired(text, edit.row.owner, edit.row.name, edit.required)
    case 'describe':
      return setKeywords(text, edit.row.pointer, {
        description: edit.description === '' ? undefined : edit.description,
      })
    case 'constrain':
      if (edit.keyword === 'enum') return setEnum(text, edit.row.pointer, edit.value)
      return setKeywords(text, edit.row.pointer, { [edit.keyword]: edit.value })
    case 'move':
      return movePropertyTo(text, edit.row.owner, edit.row.name, edit.row.place[0] + edit.by)
    case 'moveInto':
      return movePropertyInto(text, edit.row.owner, edit.row.name, edit.owner)
    case 'remove':
      return remove(text, edit.row)
    case 'add':
      return addProperty(text, edit.owner, edit.name, {
        schema: edit.schema,
        ...(edit.required !== undefined && { required: edit.required }),
      })
    case 'addAlternative':
      return addAlternative(text, edit.pointer, edit.kind, edit.discriminator)
    case 'typed':
      return editBetween(text, retyped(text, edit.row, edit.typed))
    case 'addDefinition':
      return addDefinition(text, edit.base, edit.name, { type: 'object', description: '', properties: {} })
    case 'extract':
      return extractDefinition(text, edit.row.base, edit.row.pointer, edit.name)
    case 'discriminate':
      return edit.row.combinations
        .filter((kind) => kind !== 'allOf')
        .flatMap((kind) => setDiscriminator(text, edit.row.base, edit.row.pointer, kind, edit.name))
  }
}

const remove = (text: string, row: FlatRow): readonly TextEdit[] => {
  switch (row.kind) {
    case 'property':
      return removeProperty(text, row.owner, row.name)
    case 'definition':
      return removeDefinition(text, row.base, row.pointer)
    case 'items':
      return setKeywords(text, row.pointer.replace(/\/items$/u, ''), { items: undefined })
    default:
      return removeAlternative(text, row.pointer)
  }
}

const retyped = (text: string, row: FlatRow, { schema, required }: TypedProperty): string => {
  let now = text
  if (schema !== undefined) {
    const { type, ...rest } = schema
    now = applyTextEdits(now, retypeSchema(now, row.pointer, types(type)))
    const replaced = { $ref: undefined, anyOf: undefined, oneOf: undefined, allOf: undefined, ...rest }
    now = applyTextEdits(now, setKeywords(now, row.pointer, replaced))
  }
  if (required !== undefined) now = applyTextEdits(now, setRequired(now, row.owner, row.name, required))
  return now
}

const types = (type: Json | undefined): readonly string[] =>
  (Array.isArray(type) ? type : [type]).filter((one: Json | undefined) => typeof one === 'string')

/** `string`, `string | null`, `integer[]`, `any`, a combination or a reference. */
const retype = (text: string, row: FlatRow, to: string): readonly TextEdit[] => {
  if (to.startsWith('#')) return setKeywords(text, row.pointer, { $ref: to, type: undefined, ...NO_COMBINATION })
  if (isCombination(to)) return combine(text, row, to)
  const item = /^(\w+)\[\]$/u.exec(to)?.[1]
  const list = item === undefined ? (to === 'any' ? [] : to.split(' | ')) : ['array']
  // The value that the type replaces goes last, so that the object keeps its layout.
  const typed = applyTextEdits(text, retypeSchema(text, row.pointer, list))
  const only = applyTextEdits(typed, setKeywords(typed, row.pointer, { $ref: undefined, ...NO_COMBINATION }))
  return editBetween(
    text,
    item === undefined ? only : applyTextEdits(only, setKeywords(only, row.pointer, { items: { type: item } })),
  )
}

const NO_COMBINATION = { anyOf: undefined, oneOf: undefined, allOf: undefined }

const combine = (text: string, row: FlatRow, to: Combination): readonly TextEdit[] => {
  const [from] = row.combinations
  if (from !== undefined && row.types.length === 0 && row.ref === undefined)
    return changeCombination(text, row.pointer, from, to)
  const own: Json =
    row.ref !== undefined
      ? { $ref: row.ref }
      : { type: row.types.length === 1 ? (row.types[0] ?? 'string') : row.types.length > 1 ? [...row.types] : 'string' }
  const alternatives: Json = to === 'allOf' ? [own] : [own, { type: 'null' }]
  return setKeywords(text, row.pointer, { [to]: alternatives, type: undefined, $ref: undefined })
}
