import { RE2JS } from 're2js'
import { lookAroundIn } from './look-around.ts'
import { patternWeight } from './pattern-weight.ts'
import { withKnownProperties } from './unicode-properties.ts'

/** A pattern with look-around or back-references, a too large one, or an invalid one. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
  constructor(
    readonly pattern: string,
    message: string,
    options?: { readonly cause: unknown },
  ) {
    super(message, options)
  }
}

export interface LinearPattern {
  test(text: string): boolean
  /** The cost of one character of a text, in steps of `fuel.ts`. */
  readonly stepsPerCharacter: number
  toString(): string
}

/** How large one pattern may be, its repeats written out: it compiles in some 10 ms and matches 1,000 characters in as much. */
export const MOST_PATTERN_WEIGHT = 4000
/** Steps for one character: of any pattern, and one more for so much weight, where it has to be followed in many ways at once. */
const STEPS_PER_CHARACTER = 10
const WEIGHT_PER_STEP = 4

const MOST_KEPT = 500
const kept = new Map<string, LinearPattern>()

/** A JSON Schema pattern in linear time. Throws PatternError for look-around, back-references and too large ones. */
export const linearPattern = (pattern: string): LinearPattern => {
  const known = kept.get(pattern)
  if (known !== undefined) return known
  const compiled = compile(pattern)
  const oldest = kept.keys().next()
  if (kept.size >= MOST_KEPT && !oldest.done) kept.delete(oldest.value)
  kept.set(pattern, compiled)
  return compiled
}

const refusal = (pattern: string, reason: string, cause?: unknown): PatternError =>
  new PatternError(pattern, `the pattern ${JSON.stringify(pattern)} is not supported: ${reason}`, { cause })

const compile = (pattern: string): LinearPattern => {
  const weight = patternWeight(pattern)
  if (weight > MOST_PATTERN_WEIGHT)
    throw refusal(pattern, 'with its repeats written out it is too large to be matched in bounded time')
  // Asked first: the engine would take `\k<name>` as these very letters.
  if (lookAroundIn(pattern) !== undefined)
    throw refusal(pattern, 'it uses look-around or back-references, which cannot run in bounded time')
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(withKnownProperties(pattern)))
    return {
      test: (text) => compiled.matcher(text).find(),
      stepsPerCharacter: STEPS_PER_CHARACTER + weight / WEIGHT_PER_STEP,
      toString: () => pattern,
    }
  } catch (cause) {
    throw refusal(pattern, reasonOf(cause), cause)
  }
}

const reasonOf = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause)
  const [, property] = /^invalid character class range: `(\\[pP]\{.*\})`$/.exec(message) ?? []
  return property === undefined
    ? message
    : `${property} is no property of Unicode that can be matched here; use a category such as \\p{Letter} or a script such as \\p{Script=Greek}`
}
