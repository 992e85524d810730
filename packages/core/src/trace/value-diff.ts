import { escapePointer, hasOwn, isObject, type Json, type JsonObject, type Pointer } from '../schema/json.ts'

/** One place where two values part; a side is undefined where only the other has it. */
export interface FieldChange {
  /** RFC 6901. */
  readonly path: Pointer
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/** Every leaf that differs, in the order of `before` and then of `after`; the order of members doesn't matter. */
export function changedFields(before: Json | undefined, after: Json | undefined, path = ''): readonly FieldChange[] {
  if (before === after) return []
  if (isObject(before) && isObject(after)) {
    const names = [...Object.keys(before), ...Object.keys(after).filter((name) => !hasOwn(before, name))]
    return names.flatMap((name) =>
      changedFields(member(before, name), member(after, name), `${path}/${escapePointer(name)}`),
    )
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }).flatMap((_, index) => changedFields(before[index], after[index], `${path}/${index}`))
  }
  return [{ path, before, after }]
}

/** An object's own member; a name that only its prototype has is missing. */
const member = (value: JsonObject, name: string): Json | undefined => (hasOwn(value, name) ? value[name] : undefined)

/** A name that begins with the hash of what it names, or is one. */
const HASHED = /\b[0-9a-f]{16,64}\b/g

/** Whether all that changed is which bytes a file has: its hash, its size, the name that begins with the hash. */
export const isFileChange = ({ path, before, after }: FieldChange): boolean => {
  if (typeof before === 'number' && typeof after === 'number') return path.endsWith('/bytes')
  if (typeof before !== 'string' || typeof after !== 'string') return false
  const [one, other] = [before.replaceAll(HASHED, ''), after.replaceAll(HASHED, '')]
  return one === other && one !== before
}
