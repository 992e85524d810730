import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'

/** Parts of a foreign value, empty where it has another type. */
export const isText = (value: Json | undefined): value is string => typeof value === 'string'
export const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
export const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
/** Levels that files of other programs are read to. */
export const DEEPEST = 100

export const isDeep = (value: Json, depth = DEEPEST): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((each: Json) => isDeep(each, depth - 1)))

export const listIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
