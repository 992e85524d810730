import type { Json, JsonObject } from '../schema/json.ts'

import { isStringNode, parseDocument } from '../schema/json-document.ts'
import { keywordDoc } from '../schema/keywords.ts'
import { META_FIELDS } from '../tool/meta-fields.ts'
import { metaFieldOf } from '../tool/meta-names.ts'
import { isKeyNode, metaFieldAt, pathOfToken, schemasFor, tokenAt } from './place.ts'
import type { EditorWorld, Named } from './world.ts'

/** The meaning of the word under the cursor. */
export interface Hover {
  readonly range: readonly [offset: number, length: number]
  readonly title: string
  readonly docs: string
  /** A documented example, as JSON text. */
  readonly example?: string
}

/** The explanation of the key or value at `offset`; undefined where there is nothing to say. */
export const hoverAt = (text: string, offset: number, world: EditorWorld): Hover | undefined => {
  const document = parseDocument(text)
  const node = tokenAt(document, offset)
  if (node === undefined) return undefined
  const range = [node.offset, node.length] as const
  const path = pathOfToken(node)
  const schemas = schemasFor(document, path, world.file)
  if (isKeyNode(node)) {
    const said = ofKey(String(node.value), schemas)
    return said && { range, ...said }
  }
  const said = isStringNode(node) ? ofName(node.value, path, world) : undefined
  if (said !== undefined) return { range, ...said }
  const docs = descriptionOf(schemas)
  return docs === undefined ? undefined : { range, title: JSON.stringify(node.value), docs }
}

type Said = Omit<Hover, 'range'>

const ofKey = (key: string, schemas: readonly JsonObject[]): Said | undefined => {
  const docs = descriptionOf(schemas)
  const meta = META_FIELDS.find(({ name }) => name === metaFieldOf(key))
  if (meta !== undefined) {
    const also = meta.alias === undefined ? '' : ` ${meta.name} and ${meta.alias} mean the same.`
    return { title: key, docs: meta.docs + also, example: meta.example.replace(meta.name, key) }
  }
  const keyword = keywordDoc(key)
  if (keyword !== undefined && docs?.startsWith(keyword.docs))
    return { title: key, docs: keyword.docs, example: keyword.example }
  return docs === undefined ? undefined : { title: key, docs }
}

const descriptionOf = (schemas: readonly JsonObject[]): string | undefined => {
  const said = schemas.flatMap(({ description }): readonly Json[] => (description === undefined ? [] : [description]))
  return said.find((description) => typeof description === 'string')
}

/** Values that name something of the workspace. */
const ofName = (value: string, path: readonly string[], world: EditorWorld): Said | undefined => {
  const about = (kind: string, name: string, all: readonly Named[]): Said => {
    const found = all.find((one) => one.name === name)
    const docs =
      found === undefined ? `The workspace has no ${kind} ${name}.` : (found.description ?? `The ${kind} ${name}.`)
    return { title: `${kind} ${name}`, docs }
  }
  if (value.startsWith('idea://')) return about('Idea', value.slice('idea://'.length), world.ideas)
  if (value.startsWith('tool://')) return about('Tool', value.slice('tool://'.length), world.tools)
  if (metaFieldAt(path) !== '_activity') return undefined
  if (value === '') return { title: 'latent', docs: 'The model itself does the work.' }
  const isThere = world.activities.includes(value)
  return {
    title: `Activity ${value}`,
    docs: isThere ? 'Code of the workspace works for this Tool.' : `No Activity ${value} is registered.`,
  }
}
