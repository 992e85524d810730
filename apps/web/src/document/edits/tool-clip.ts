import { isObject, type JsonObject } from '@ensemble/core'
import { nameFault } from '../texts/files.ts'
import { parseObject } from '../texts/idea-view.ts'
import { toText } from '../texts/json-edit.ts'

/** Copy's clipboard for a Tool: its name and its whole schema, so that it works anywhere. */
export interface ToolClip {
  readonly name: string
  readonly schema: JsonObject
}

const FORMAT = 'ensemble-tool'

export const toolClipText = ({ name, schema }: ToolClip): string => toText({ format: FORMAT, version: 1, name, schema })

/** The Tool that a text from the clipboard says; null if it says none. */
export function readToolClip(text: string): ToolClip | null {
  const { format, name, schema } = parseObject(text)
  if (format !== FORMAT || typeof name !== 'string' || nameFault(name, []) !== null || !isObject(schema)) return null
  return { name, schema }
}
