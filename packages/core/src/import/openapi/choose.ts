import { textIn, listIn, isText } from '../values.ts'
import type { Operation } from '../../tool/openapi-operations.ts'

/** More Tools than this in one import are chosen first. */
export const MOST_AT_ONCE = 100

/** The term that chooses one operation alone. */
export const keyOf = ({ method, route }: Operation): string => `${method.toUpperCase()} ${route}`
export const tagsOf = ({ value }: Operation): readonly string[] => listIn(value['tags']).filter(isText)

interface Chosen {
  readonly operations: readonly Operation[]
  /** Terms that choose nothing. */
  readonly unmatched: readonly string[]
}

/**
 * Operations by terms: `GET /orders`, a path and all below it, the name of an operation, a tag; any other term holds words that its name,
 * path, tags or summary have.
 */
export const chooseOperations = (operations: readonly Operation[], terms: readonly string[]): Chosen => {
  const chosen = new Set<Operation>()
  const unmatched = terms.filter((term) => {
    const matches = matching(operations, term.trim())
    for (const one of matches) chosen.add(one)
    return matches.length === 0
  })
  return { operations: operations.filter((one) => chosen.has(one)), unmatched }
}

const matching = (operations: readonly Operation[], term: string): readonly Operation[] => {
  if (term === '') return []
  const wanted = term.toLowerCase()
  if (term.startsWith('/')) {
    const path = wanted.replace(/\/+$/, '')
    return operations.filter(({ route }) => route.toLowerCase() === path || route.toLowerCase().startsWith(`${path}/`))
  }
  for (const isMeant of [
    (one: Operation) => keyOf(one).toLowerCase() === wanted,
    (one: Operation) => one.name.toLowerCase() === wanted,
    (one: Operation) => tagsOf(one).some((tag) => tag.toLowerCase() === wanted),
  ]) {
    const found = operations.filter(isMeant)
    if (found.length > 0) return found
  }
  const words = wanted.split(/\s+/)
  return operations.filter((one) => {
    const text = `${one.name} ${keyOf(one)} ${tagsOf(one).join(' ')} ${textIn(one.value['summary'])}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
