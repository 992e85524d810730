import { findSchemaIssue, isDraft07, type SchemaLimits } from './check-schema.ts'
import type { KeywordFailure } from './describe-issue.ts'
import { refuel } from './judge/fuel.ts'
import type { Generate, Generated } from './judge/generator.ts'
import { interpreterOf } from './judge/interpret.ts'
import { isMisjudged } from './judge/misjudged.ts'
import { escapePointer, hasOwn, isObject, type Json, type JsonObject, type JsonSchema, type Pointer } from './json.ts'
import { PatternError } from './linear-pattern.ts'
import { withLocalReferences } from './local-references.ts'
import { findReachable } from './reachable-issue.ts'
import { findKeyword } from './subschemas.ts'
import type { SchemaIssue } from './validator.ts'
import { weigh } from './weigh.ts'

/** `issue` where the schema cannot be compiled. */
export type Compiled =
  | { readonly issue: SchemaIssue }
  | { readonly issue?: undefined; failuresOf(value: Json): readonly KeywordFailure[] | undefined }

export interface CompileOptions {
  readonly limits: SchemaLimits
  /** The weight up to which a schema is turned into generated code; 0 interprets every schema. */
  readonly mostGenerated?: number | undefined
  /** How many values a schema judges before code is generated for it; 0 generates at once. */
  readonly mostInterpreted?: number | undefined
  readonly generate: Generate
}

/** Generating code takes some 0.1 ms for each value in the schema: more is interpreted. */
const MOST_GENERATED = 400
/** That code is some 10 µs faster for each value and takes milliseconds to generate: most schemas never judge so many. */
const MOST_INTERPRETED = 200
/** Generated code counts no steps: weight of the schema times weight of the value, which is the most it may take. */
const MOST_UNCOUNTED = 1_000_000
/** A value of more weight is not judged twice. */
const SMALL = 1000

/** A schema as what judges values by it: interpreted, by the library's code, or by whichever costs less. Never throws. */
export function compileSchema(schema: JsonSchema, options: CompileOptions): Compiled {
  const { limits, mostGenerated = MOST_GENERATED, mostInterpreted = MOST_INTERPRETED, generate } = options
  const issue = findSchemaIssue(schema, limits)
  if (issue) return { issue }
  const draft07 = isDraft07(schema)
  try {
    const local = withLocalReferences(schema, draft07)
    const weight = isMisjudged(schema, draft07) ? Infinity : weigh(schema, MOST_GENERATED)
    const reachable = findReachable(local, draft07, limits)
    // The library knows the dialects' own schemas by their address; nothing else is known by one.
    if (reachable.issue && !(reachable.leadsOut && weight <= MOST_GENERATED)) return { issue: reachable.issue }
    const interpret = interpreterOf(local, draft07)
    if (weight > mostGenerated && !reachable.leadsOut) return { failuresOf: interpret }
    const judge = new Judge(interpret, () => generate(local, draft07), { weight, mostInterpreted })
    // Where it leads is for the library to say.
    if (reachable.leadsOut) judge.generate()
    return judge
  } catch (thrown) {
    return { issue: compileIssue(thrown, schema) }
  }
}

type Interpret = ReturnType<typeof interpreterOf>

/** Judges by the interpreter until the library's code has become worth its price. */
class Judge {
  readonly issue = undefined
  readonly #interpret: Interpret
  readonly #generate: () => Generated
  readonly #mostUncounted: number
  #fits: Generated | undefined
  /** The library cannot write it, such as OpenAPI's own words: it stays interpreted. */
  #isRefused = false
  /** Values that may still be interpreted before code is generated. */
  #left: number

  constructor(
    interpret: Interpret,
    generate: () => Generated,
    { weight, mostInterpreted }: { readonly weight: number; readonly mostInterpreted: number },
  ) {
    this.#interpret = interpret
    this.#generate = generate
    this.#mostUncounted = MOST_UNCOUNTED / weight
    this.#left = mostInterpreted
  }

  /** Throws what the library throws. */
  generate(): Generated {
    return (this.#fits ??= this.#generate())
  }

  failuresOf(value: Json): readonly KeywordFailure[] | undefined {
    const size = weigh(value, this.#mostUncounted)
    if (size > this.#mostUncounted) return this.#interpret(value)
    // Both say the same of a value that fits; of another the reason is always the generated code's.
    if (!this.#fits && size <= SMALL && this.#left-- > 0 && this.#isJudgedToFit(value)) return undefined
    const judge = this.#generated()
    if (judge === undefined) return this.#interpret(value)
    try {
      return judge(value) ? undefined : (judge.errors ?? [])
    } catch (thrown) {
      // The library sometimes writes code that names what it never declared, or judges on where nothing is left to say.
      if (thrown instanceof ReferenceError || thrown instanceof RangeError) return this.#interpret(value)
      throw thrown
    }
  }

  #isJudgedToFit(value: Json): boolean {
    try {
      return this.#interpret(value) === undefined
    } catch {
      // It took too many steps, which generated code does not count.
      return false
    } finally {
      refuel()
    }
  }

  #generated(): Generated | undefined {
    try {
      if (!this.#isRefused) return this.generate()
    } catch {
      this.#isRefused = true
    }
    return undefined
  }
}

const compileIssue = (thrown: unknown, schema: JsonSchema): SchemaIssue => {
  if (thrown instanceof PatternError) {
    const path = findKeyword(schema, (one) => patternIn(one, thrown.pattern)) ?? ''
    return { path, schemaPath: path, keyword: 'pattern', message: thrown.message }
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const keyword = /reference/.test(text) ? '$ref' : 'schema'
  const message = /can't resolve reference (\S+)/.exec(text)
    ? `"$ref" must lead to a place inside this schema; ${/reference (\S+)/.exec(text)?.[1]} does not (nothing is fetched)`
    : text
  return { path: '', schemaPath: '', keyword, message }
}

const patternIn = (schema: JsonObject, pattern: string): Pointer | undefined => {
  if (schema.pattern === pattern) return '/pattern'
  const named = isObject(schema.patternProperties) && hasOwn(schema.patternProperties, pattern)
  return named ? `/patternProperties/${escapePointer(pattern)}` : undefined
}
