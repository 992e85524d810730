import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, Pointer } from '../schema/json.ts'
import { nodeAt, parseDocument } from '../schema/json-document.ts'
import { toPointer } from '../schema/pointer.ts'

/** A value as a person reads it, with the part that one Tool has in it. */
export interface ShownPart {
  readonly text: string
  readonly part?: readonly [offset: number, length: number]
}

/**
 * A composed schema, or the functions of the tools wire, as text, with the place of `tool`: its alternative of `calls`,
 * its branch or its function.
 */
export const showTool = (composed: Json, tool: string): ShownPart => {
  const text = JSON.stringify(composed, null, 2)
  const pointer = pointerOfTool(composed, tool)
  const root = pointer === undefined ? undefined : parseDocument(text).root
  const node = pointer === undefined ? undefined : nodeAt(root, pointer)
  return node === undefined ? { text } : { text, part: [node.offset, node.length] }
}

const pointerOfTool = (value: Json, tool: string, path: readonly string[] = []): Pointer | undefined => {
  if (isThisTool(value, tool)) return toPointer(path)
  const entries: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [String(index), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : []
  for (const [key, inner] of entries) {
    const found = pointerOfTool(inner, tool, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

const isThisTool = (value: Json, tool: string): boolean => {
  if (!isObject(value)) return false
  if (isObject(value.function)) return value.function.name === tool
  if (!isObject(value.properties)) return false
  const { _tool } = value.properties
  if (isObject(_tool)) return _tool.const === tool || (Array.isArray(_tool.enum) && _tool.enum.join() === tool)
  const [only, ...others] = Object.keys(value.properties)
  return others.length === 0 && only === tool && hasOwn(value, 'additionalProperties')
}
