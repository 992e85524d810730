import type { Evaluated } from './evaluated.ts'
import { burn } from './fuel.ts'
import { meteredPattern } from './judge-scalars.ts'
import type { Judge, Judging, Site } from './judging.ts'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { hasOwn, isArray, isObject } from '../json.ts'

type ObjectJudge = (value: JsonObject, judging: Judging, seen: Evaluated | undefined) => boolean

/** Steps that looking a member up takes. */
const STEPS_PER_MEMBER = 6

const isSchema = (value: Json | undefined): value is JsonSchema => typeof value === 'boolean' || isObject(value)

const size =
  (keyword: string, fits: (count: number, limit: number) => boolean) =>
  (site: Site): ObjectJudge | undefined => {
    const limit = site.schema[keyword]
    if (typeof limit !== 'number') return undefined
    return (value, judging) => {
      const count = Object.keys(value).length
      burn(count)
      return fits(count, limit) || judging.fail(site, keyword, value, { limit })
    }
  }

const required = (site: Site): ObjectJudge | undefined => {
  const names = site.schema.required
  if (!Array.isArray(names)) return undefined
  return (value, judging) => {
    burn(names.length)
    const missing: Json | undefined = names.find((name: Json) => !hasOwn(value, String(name)))
    return missing === undefined || judging.fail(site, 'required', value, { missingProperty: missing })
  }
}

const dependentRequired =
  (keyword: 'dependentRequired' | 'dependencies') =>
  (site: Site): ObjectJudge | undefined => {
    const map = site.schema[keyword]
    // Draft-07 knows no other word for it than `dependencies`.
    if (!isObject(map) || (site.draft07 && keyword !== 'dependencies')) return undefined
    const needs = Object.entries(map).flatMap(([property, names]) =>
      isArray(names) ? [[property, names] as const] : [],
    )
    return (value, judging) => {
      burn(needs.length)
      for (const [property, names] of needs) {
        if (!hasOwn(value, property)) continue
        burn(names.length)
        const missing = names.find((name) => !hasOwn(value, String(name)))
        if (missing !== undefined)
          return judging.fail(site, keyword, value, { property, missingProperty: missing, deps: names })
      }
      return true
    }
  }

const propertyNames = (site: Site): ObjectJudge | undefined => {
  const schema = site.schema.propertyNames
  if (!isSchema(schema)) return undefined
  const judge = site.inner(schema, 'propertyNames')
  return (value, judging) => {
    for (const name of Object.keys(value)) {
      if (judge(name, judging, undefined)) continue
      return judging.fail(site, 'propertyNames', value, { propertyName: name })
    }
    return true
  }
}

/** `additionalProperties`, `properties` and `patternProperties`, in this order; the work follows the value's members. */
const members = (site: Site): ObjectJudge | undefined => {
  const { properties, patternProperties, additionalProperties } = site.schema
  if (properties === undefined && patternProperties === undefined && additionalProperties === undefined)
    return undefined
  const declared = innerByName(site, 'properties')
  const patterned = [...innerByName(site, 'patternProperties')].map(
    ([pattern, judge]) => [meteredPattern(pattern), judge] as const,
  )
  const rest = isSchema(additionalProperties) ? site.inner(additionalProperties, 'additionalProperties') : undefined

  const judgeRest = (value: JsonObject, name: string, judging: Judging): boolean => {
    if (rest === undefined) return true
    if (additionalProperties === false)
      return judging.fail(site, 'additionalProperties', value, { additionalProperty: name })
    return judging.member(name, rest, value[name] ?? null)
  }

  return (value, judging, seen) => {
    const names = Object.keys(value)
    burn(STEPS_PER_MEMBER * names.length)
    const matches = patterned.length === 0 ? [] : names.map((name) => patterned.filter(([fits]) => fits(name)))
    for (const [index, name] of names.entries()) {
      if (declared.has(name) || (matches[index]?.length ?? 0) > 0) seen?.names.add(name)
      else if (!judgeRest(value, name, judging)) return false
    }
    if (seen !== undefined && rest !== undefined) seen.allNames = true
    for (const name of names) {
      const judge = declared.get(name)
      if (judge !== undefined && !judging.member(name, judge, value[name] ?? null)) return false
    }
    return matches.every((fitting, index) => {
      const name = names[index] ?? ''
      return fitting.every(([, judge]) => judging.member(name, judge, value[name] ?? null))
    })
  }
}

const innerByName = (site: Site, keyword: 'properties' | 'patternProperties'): ReadonlyMap<string, Judge> => {
  const map = site.schema[keyword]
  return new Map(
    Object.entries(isObject(map) ? map : {}).map(([name, schema]) => [
      name,
      site.inner(isSchema(schema) ? schema : true, keyword, name),
    ]),
  )
}

const unevaluated = (site: Site): ObjectJudge | undefined => {
  const schema = site.schema.unevaluatedProperties
  if (!isSchema(schema)) return undefined
  const judge = site.inner(schema, 'unevaluatedProperties')
  return (value, judging, seen) => {
    const names = seen?.allNames ? [] : Object.keys(value).filter((name) => !seen?.names.has(name))
    burn(names.length)
    if (seen !== undefined) seen.allNames = true
    return names.every((name) => {
      if (schema === false) return judging.fail(site, 'unevaluatedProperties', value, { unevaluatedProperty: name })
      return judging.member(name, judge, value[name] ?? null)
    })
  }
}

const forObjects =
  (make: (site: Site) => ObjectJudge | undefined) =>
  (site: Site): Judge | undefined => {
    const judge = make(site)
    return judge && ((value, judging, seen) => !isObject(value) || judge(value, judging, seen))
  }

/** The checks of an object, in order; leftovers come last, after every part that covers them. */
export const OBJECTS = [
  size('maxProperties', (count, limit) => count <= limit),
  size('minProperties', (count, limit) => count >= limit),
  required,
  dependentRequired('dependentRequired'),
  propertyNames,
  dependentRequired('dependencies'),
  members,
].map(forObjects)
export const UNEVALUATED_PROPERTIES = forObjects(unevaluated)
