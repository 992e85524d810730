import { ideaAddress, ideaFile, parseAddress, toolFile } from '../idea/address.ts'
import { isStringNode, keyOf, memberOf, nodeAt, parseDocument } from '../schema/json-document.ts'
import { pointerOf, toPointer } from '../schema/pointer.ts'
import { isKeyNode, metaFieldAt, pathOfToken, schemaRootOf, tokenAt } from './place.ts'
import type { EditorWorld } from './world.ts'

/** Where a name leads: a place in this text, another file of the workspace, or an Activity's code. */
export type Definition =
  | { readonly type: 'range'; readonly range: readonly [offset: number, length: number] }
  | { readonly type: 'file'; readonly file: string }
  | { readonly type: 'activity'; readonly name: string }

/** The definition behind the `$ref`, `_module`, `_activity` or required name at `offset`, where there is one. */
export const definitionAt = (text: string, offset: number, world: EditorWorld): Definition | undefined => {
  const document = parseDocument(text)
  const node = tokenAt(document, offset)
  if (!isStringNode(node) || isKeyNode(node)) return undefined
  const { value } = node
  const path = pathOfToken(node)
  if (value.startsWith('tool://')) return { type: 'file', file: toolFile(value.slice('tool://'.length)) }
  const inside = path.at(-1) === '$ref' ? pointerOf(value) : undefined
  if (inside !== undefined) {
    const target = nodeAt(document.root, toPointer(schemaRootOf(path, world.file)) + inside)
    return target && { type: 'range', range: [target.offset, target.length] }
  }
  if (path.at(-2) === 'required') {
    const properties = memberOf(nodeAt(document.root, toPointer(path.slice(0, -2))), 'properties')
    const property = properties?.children?.find((child) => keyOf(child) === value)
    return property && { type: 'range', range: [property.offset, property.length] }
  }
  const field = metaFieldAt(path)
  if (field === '_activity' && value !== '') return { type: 'activity', name: value }
  return field === '_module' ? moduleFile(value, world) : undefined
}

const moduleFile = (value: string, { file, name }: EditorWorld): Definition | undefined => {
  const address = parseAddress(value, file === 'idea' && name !== undefined ? ideaAddress(name) : undefined)
  if (address.type === 'idea') return { type: 'file', file: ideaFile(address.name) }
  return address.type === 'file' ? { type: 'file', file: address.path } : undefined
}
