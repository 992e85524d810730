import { BINARY_NAMES, CATEGORY_NAMES, SCRIPT_NAMES } from './unicode-names.ts'

/** Properties missing in the engine, as ranges: inside and outside. */
const RANGES: ReadonlyMap<string, readonly [within: string, outside: string]> = new Map([
  ['ASCII', ['\\x00-\\x7F', '\\x{80}-\\x{10FFFF}']],
])

/** A pattern with the engine's names for Unicode properties (`\p{Letter}`, `\p{Script=Greek}`). Unknown names stay. */
export const withKnownProperties = (pattern: string): string => {
  if (!/\\[pP]\{/.test(pattern)) return pattern
  let inClass = false
  return pattern.replaceAll(TOKENS, (token, kind?: string, property?: string) => {
    if (token === '[') inClass = true
    else if (token === ']') inClass = false
    if (kind === undefined || property === undefined) return token
    const name = knownName(property)
    const ranges = RANGES.get(name)?.[kind === 'p' ? 0 : 1]
    if (ranges === undefined) return `\\${kind}{${name}}`
    return inClass ? ranges : `[${ranges}]`
  })
}

/** As the engine calls it; what JavaScript does not know either stays as it is written. */
const knownName = (written: string): string => {
  const [, property, value = ''] = /^(\w+)=(\w+)$/.exec(written) ?? []
  switch (property) {
    case undefined:
      return CATEGORY_NAMES.get(written) ?? BINARY_NAMES.get(written) ?? written
    case 'gc':
    case 'General_Category':
      return CATEGORY_NAMES.get(value) ?? (SHORT_CATEGORIES.has(value) ? value : written)
    case 'sc':
    case 'Script':
      return SCRIPT_NAMES.get(value) ?? (LONG_SCRIPTS.has(value) ? value : written)
    default:
      return written
  }
}
const SHORT_CATEGORIES = new Set(CATEGORY_NAMES.values())
const LONG_SCRIPTS = new Set(SCRIPT_NAMES.values())

const TOKENS = /\\(?:([pP])\{([^}]*)\}|[\s\S])|[[\]]/g
