import {
  addAlternative,
  addProperty,
  applyTextEdits,
  editBetween,
  movePropertyInto,
  movePropertyTo,
  removeAlternative,
  removeProperty,
  renameProperty,
  retypeSchema,
  setKeywords,
  setRequired,
  type FlatRow,
  type TextEdit,
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
  | { readonly type: 'add'; readonly owner: string; readonly name: string; readonly schema: JsonObject }
  | { readonly type: 'addAlternative'; readonly row: FlatRow; readonly kind: 'anyOf' | 'oneOf' | 'allOf' }

export const NULLABLE = ' | null'

/** The text after an edit: every byte outside what it concerns stays as it was. */
export const edited = (text: string, edit: TableEdit): string => applyTextEdits(text, editsOf(text, edit))

const editsOf = (text: string, edit: TableEdit): readonly TextEdit[] => {
  switch (edit.type) {
    case 'rename':
      return renameProperty(text, edit.row.owner, edit.row.name, edit.name)
    case 'retype':
      return retype(text, edit.row, edit.to)
    case 'require':
      return setRequired(text, edit.row.owner, edit.row.name, edit.required)
    case 'describe':
      return setKeywords(text, edit.row.pointer, {
        description: edit.description === '' ? undefined : edit.description,
      })
    case 'constrain':
      return setKeywords(text, edit.row.pointer, { [edit.keyword]: edit.value })
    case 'move':
      return movePropertyTo(text, edit.row.owner, edit.row.name, edit.row.place[0] + edit.by)
    case 'moveInto':
      return movePropertyInto(text, edit.row.owner, edit.row.name, edit.owner)
    case 'remove':
      return edit.row.kind === 'property'
        ? removeProperty(text, edit.row.owner, edit.row.name)
        : edit.row.kind === 'items'
          ? setKeywords(text, edit.row.pointer.replace(/\/items$/u, ''), { items: undefined })
          : removeAlternative(text, edit.row.pointer)
    case 'add':
      return addProperty(text, edit.owner, edit.name, { schema: edit.schema })
    case 'addAlternative':
      return addAlternative(text, edit.row.pointer, edit.kind)
  }
}

/** `string`, `string | null`, `any`, `anyOf` or a reference. */
const retype = (text: string, row: FlatRow, to: string): readonly TextEdit[] => {
  if (to.startsWith('#')) return setKeywords(text, row.pointer, { type: undefined, $ref: to })
  if (to === 'anyOf') {
    const first: Json =
      row.types.length > 0
        ? { type: row.types.length === 1 ? (row.types[0] ?? 'string') : [...row.types] }
        : { type: 'string' }
    return setKeywords(text, row.pointer, { type: undefined, $ref: undefined, anyOf: [first, { type: 'null' }] })
  }
  const types = to === 'any' ? [] : to.split(' | ')
  const retyped = retypeSchema(text, row.pointer, types)
  if (row.ref === undefined && !row.hasAlternatives) return retyped
  // The value that the type replaces goes last, so that the object keeps its layout.
  const typed = applyTextEdits(text, retyped)
  const gone = setKeywords(typed, row.pointer, { $ref: undefined, anyOf: undefined, oneOf: undefined })
  return editBetween(text, applyTextEdits(typed, gone))
}
