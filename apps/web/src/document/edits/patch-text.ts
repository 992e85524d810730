import { isObject, type Json } from '@ensemble/core'
import { getByPointer } from '@ensemble/core/host'
import { changedFields, type FieldChange } from '@ensemble/core/trace'
import type { JSONPath } from 'jsonc-parser'
import { parseText } from '../texts/idea-view.ts'
import { removeAt, setAt, toText } from '../texts/json-edit.ts'

/** The path of a pointer in `root`, where a name that leads into an array is an index. */
function pathOf(pointer: string, root: Json): JSONPath {
  const path: (string | number)[] = []
  let walked = ''
  for (const part of pointer.split('/').slice(1)) {
    const isIndex = Array.isArray(getByPointer(root, walked))
    path.push(isIndex ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'))
    walked += `/${part}`
  }
  return path
}

/** `text` changed to say `wanted`: what is the same already keeps every byte, the order of members its own. */
export function patchText(text: string, wanted: Json): string {
  const before = parseText(text)
  if (before === undefined || !isObject(before) || !isObject(wanted)) return toText(wanted)
  const changes = changedFields(before, wanted)
  const isGone = ({ after }: FieldChange): boolean => after === undefined
  let next = text
  for (const change of changes)
    if (change.after !== undefined) next = setAt(next, pathOf(change.path, before), change.after)
  // The last ones first: removing a list's element moves later ones.
  for (const { path } of changes.filter(isGone).toReversed()) next = removeAt(next, pathOf(path, before))
  return next
}
