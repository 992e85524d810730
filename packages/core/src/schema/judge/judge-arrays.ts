import type { Evaluated } from './evaluated.ts'
import { burn } from './fuel.ts'
import type { Judge, Judging, Site } from './judging.ts'
import type { Json, JsonSchema } from '../json.ts'
import { isObject } from '../json.ts'
import { hasUniqueItems } from './unique-items.ts'

type ArrayJudge = (items: readonly Json[], judging: Judging, seen: Evaluated | undefined) => boolean

const isSchema = (value: Json | undefined): value is JsonSchema => typeof value === 'boolean' || isObject(value)

const size =
  (keyword: string, fits: (count: number, limit: number) => boolean) =>
  (site: Site): ArrayJudge | undefined => {
    const limit = site.schema[keyword]
    if (typeof limit !== 'number') return undefined
    return (items, judging) => fits(items.length, limit) || judging.fail(site, keyword, items, { limit })
  }

/** The first items by position, then one schema for the rest; the two dialects have other names for them. */
const items = (site: Site): ArrayJudge | undefined => {
  const { schema, draft07 } = site
  const listed = draft07 ? schema.items : schema.prefixItems
  const first: readonly Json[] = Array.isArray(listed) ? listed : []
  const isListed = Array.isArray(listed)
  const restKeyword = draft07 && isListed ? 'additionalItems' : 'items'
  const rest = schema[restKeyword]
  if (!isListed && !isSchema(rest)) return undefined
  const firstKeyword = draft07 ? 'items' : 'prefixItems'
  const judges = first.map((one, index) => site.inner(isSchema(one) ? one : true, firstKeyword, index))
  const restJudge = isSchema(rest) ? site.inner(rest, restKeyword) : undefined
  return (value, judging, seen) => {
    if (seen !== undefined) {
      seen.firstItems = Math.max(seen.firstItems, restJudge === undefined ? judges.length : value.length)
    }
    burn(value.length)
    for (const [index, judge] of judges.entries()) {
      if (index < value.length && !judging.member(index, judge, value[index] ?? null)) return false
    }
    if (restJudge === undefined) return true
    if (rest === false && value.length > judges.length)
      return judging.fail(site, restKeyword, value, { limit: judges.length })
    for (let index = judges.length; index < value.length; index++)
      if (!judging.member(index, restJudge, value[index] ?? null)) return false
    return true
  }
}

const contains = (site: Site): ArrayJudge | undefined => {
  const { schema, draft07 } = site
  if (!isSchema(schema.contains)) return undefined
  const judge = site.inner(schema.contains, 'contains')
  const least = !draft07 && typeof schema.minContains === 'number' ? schema.minContains : 1
  const most = !draft07 && typeof schema.maxContains === 'number' ? schema.maxContains : Infinity
  return (value, judging, seen) => {
    let found = 0
    for (const [index, item] of value.entries()) {
      if (!judging.quietly(judge, item, undefined)) continue
      found++
      seen?.items.add(index)
      if (found > most || (seen === undefined && found >= least && most === Infinity)) break
    }
    const params = { minContains: least, ...(most !== Infinity && { maxContains: most }) }
    return (found >= least && found <= most) || judging.fail(site, 'contains', value, params)
  }
}

const uniqueItems = (site: Site): ArrayJudge | undefined =>
  site.schema.uniqueItems === true
    ? (value, judging) => hasUniqueItems(true, value) || judging.fail(site, 'uniqueItems', value)
    : undefined

const unevaluated = (site: Site): ArrayJudge | undefined => {
  const schema = site.schema.unevaluatedItems
  if (!isSchema(schema)) return undefined
  const judge = site.inner(schema, 'unevaluatedItems')
  return (value, judging, seen) => {
    const left = value.flatMap((item, index) => (seen?.hasItem(index) ? [] : [[index, item] as const]))
    burn(value.length)
    if (seen !== undefined) seen.firstItems = value.length
    if (schema === false) {
      const [next] = left
      return next === undefined || judging.fail(site, 'unevaluatedItems', value, { len: next[0] })
    }
    return left.every(([index, item]) => judging.member(index, judge, item))
  }
}

const forArrays =
  (make: (site: Site) => ArrayJudge | undefined) =>
  (site: Site): Judge | undefined => {
    const judge = make(site)
    return judge && ((value, judging, seen) => !Array.isArray(value) || judge(value, judging, seen))
  }

/** The checks of an array, in order; leftovers come last, after every part that covers them. */
export const ARRAYS = [
  size('maxItems', (count, limit) => count <= limit),
  size('minItems', (count, limit) => count >= limit),
  items,
  contains,
  uniqueItems,
].map(forArrays)
export const UNEVALUATED_ITEMS = forArrays(unevaluated)
