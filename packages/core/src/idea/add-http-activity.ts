import { memberOf, parseDocument } from '../schema/json-document.ts'
import type { TextEdit } from '../schema/json-document.ts'
import { setMember } from '../schema/json-edits.ts'
import type { Json, JsonObject } from '../schema/json.ts'

/**
 * Edits of ensemble.json's text that declare an HTTP Activity, in the place of one of the same name; every other byte
 * stays. None where the text is no JSON object.
 */
export const addHttpActivity = (text: string, name: string, definition: JsonObject): readonly TextEdit[] => {
  const document = parseDocument(text)
  let object = document.root
  if (object?.type !== 'object') return []
  const path = ['activities', 'http', name]
  for (const [depth, key] of path.entries()) {
    const next = memberOf(object, key)
    const isLast = depth === path.length - 1
    if (!isLast && next?.type === 'object') {
      object = next
      continue
    }
    const value = path.slice(depth + 1).reduceRight<Json>((inner, each) => ({ [each]: inner }), definition)
    return setMember(document, object, key, value)
  }
  return []
}
