import type { Json } from './json.ts'
import { hasOwn, isObject } from './json.ts'

/** Whether two values are the same JSON, whatever the order of keys; stops at the first difference. */
export const isSameJson = (a: Json, b: Json): boolean => {
  if (a === b) return true
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) && a.length === b.length && a.every((item: Json, index) => isSameJson(item, b[index] ?? null))
    )
  }
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => hasOwn(b, name) && isSameJson(a[name] ?? null, b[name] ?? null))
  )
}
