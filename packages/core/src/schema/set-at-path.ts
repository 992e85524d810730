import type { Json } from './json.ts'
import { memberOf, parseDocument, type TextEdit } from './json-document.ts'
import { setMember } from './json-edits.ts'

/**
 * Sets (or with `undefined` removes) a key path in a JSON text, making objects. Nothing if the text isn't an object.
 */
export const setAtPath = (text: string, path: readonly string[], value: Json | undefined): readonly TextEdit[] => {
  const document = parseDocument(text)
  let object = document.root
  if (object?.type !== 'object') return []
  for (const [depth, key] of path.entries()) {
    const next = memberOf(object, key)
    const rest = path.slice(depth + 1)
    if (rest.length > 0 && next?.type === 'object') {
      object = next
      continue
    }
    if (value === undefined) return rest.length > 0 ? [] : setMember(document, object, key, undefined)
    return setMember(
      document,
      object,
      key,
      rest.reduceRight<Json>((inner, each) => ({ [each]: inner }), value),
    )
  }
  return []
}
