import { Evaluated } from './evaluated.ts'
import { burn } from './fuel.ts'
import type { Json, JsonSchema } from '../json.ts'
import { isObject } from '../json.ts'
import type { Judge, Judging, Site } from './judging.ts'

/** Judges the same value by another schema; what that one spoke of counts only where the value fits it. */
const inPlace = (judge: Judge, value: Json, judging: Judging, seen: Evaluated | undefined): boolean => {
  if (seen === undefined) return judge(value, judging, undefined)
  const inner = new Evaluated()
  const fits = judge(value, judging, inner)
  if (fits) seen.add(inner)
  return fits
}

const quietlyInPlace = (judge: Judge, value: Json, judging: Judging, seen: Evaluated | undefined): boolean =>
  judging.quietly((one, inside, into) => inPlace(judge, one, inside, into), value, seen)

const isSchema = (value: Json | undefined): value is JsonSchema => typeof value === 'boolean' || isObject(value)
const schemasAt = (site: Site, keyword: string): readonly Judge[] | undefined => {
  const list = site.schema[keyword]
  return Array.isArray(list)
    ? list.map((schema: Json, index) => site.inner(isSchema(schema) ? schema : true, keyword, index))
    : undefined
}
const schemaAt = (site: Site, keyword: string): Judge | undefined => {
  const schema = site.schema[keyword]
  return isSchema(schema) ? site.inner(schema, keyword) : undefined
}

const reference = (site: Site): Judge | undefined => {
  const { $ref } = site.schema
  if (typeof $ref !== 'string') return undefined
  const target = site.target($ref)
  return (value, judging, seen) => inPlace(target, value, judging, seen)
}

const not = (site: Site): Judge | undefined => {
  const refused = schemaAt(site, 'not')
  if (refused === undefined) return undefined
  return (value, judging) => !judging.quietly(refused, value, undefined) || judging.fail(site, 'not', value)
}

const anyOf = (site: Site): Judge | undefined => {
  const options = schemasAt(site, 'anyOf')
  if (options === undefined) return undefined
  return (value, judging, seen) => {
    // Every option may speak of members that a schema around it asks about.
    const fitting =
      seen === undefined
        ? options.some((one) => judging.quietly(one, value, undefined))
        : options.filter((one) => quietlyInPlace(one, value, judging, seen)).length > 0
    if (fitting || judging.isQuiet) return fitting
    for (const one of options) one(value, judging, undefined)
    return judging.fail(site, 'anyOf', value)
  }
}

const oneOf = (site: Site): Judge | undefined => {
  const options = schemasAt(site, 'oneOf')
  if (options === undefined) return undefined
  return (value, judging, seen) => {
    const fitting: number[] = []
    for (const [index, one] of options.entries()) {
      if (quietlyInPlace(one, value, judging, seen)) fitting.push(index)
      if (fitting.length > 1) return judging.fail(site, 'oneOf', value, { passingSchemas: fitting })
    }
    if (fitting.length === 1) return true
    if (!judging.isQuiet) for (const one of options) one(value, judging, undefined)
    return judging.fail(site, 'oneOf', value, { passingSchemas: null })
  }
}

const allOf = (site: Site): Judge | undefined => {
  const parts = schemasAt(site, 'allOf')
  return parts && ((value, judging, seen) => parts.every((one) => inPlace(one, value, judging, seen)))
}

const conditional = (site: Site): Judge | undefined => {
  const condition = schemaAt(site, 'if')
  const then = schemaAt(site, 'then')
  const otherwise = schemaAt(site, 'else')
  if (condition === undefined) return undefined
  return (value, judging, seen) => {
    const holds = quietlyInPlace(condition, value, judging, seen)
    const chosen = holds ? then : otherwise
    if (chosen === undefined || inPlace(chosen, value, judging, seen)) return true
    return judging.fail(site, 'if', value, { failingKeyword: holds ? 'then' : 'else' })
  }
}

/** `dependentSchemas` and the schemas of `dependencies`. */
const dependentSchemas =
  (keyword: 'dependentSchemas' | 'dependencies') =>
  (site: Site): Judge | undefined => {
    const map = site.schema[keyword]
    // Draft-07 knows no other word for it than `dependencies`.
    if (!isObject(map) || (site.draft07 && keyword !== 'dependencies')) return undefined
    const parts = Object.entries(map).flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, site.inner(schema, keyword, name)] as const] : [],
    )
    if (parts.length === 0) return undefined
    return (value, judging, seen) => {
      if (!isObject(value)) return true
      burn(parts.length)
      return parts.every(([name, judge]) => !Object.hasOwn(value, name) || inPlace(judge, value, judging, seen))
    }
  }

/** Schemas that judge the same value, in the order in which they are asked. */
export const PARTS: readonly ((site: Site) => Judge | undefined)[] = [
  reference,
  not,
  anyOf,
  oneOf,
  allOf,
  conditional,
  dependentSchemas('dependentSchemas'),
  dependentSchemas('dependencies'),
]
