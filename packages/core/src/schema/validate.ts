import { Ajv, type ValidateFunction, type Vocabulary } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import unevaluatedVocabulary from 'ajv/dist/vocabularies/unevaluated/index.js'
import { findSchemaIssue, isDraft07, SCHEMA_LIMITS, type SchemaLimits } from './check-schema.ts'
import { describeFailures, type KeywordFailure } from './describe-issue.ts'
import { boundedFormat, FORMATS } from './formats.ts'
import { burnJudgement, FUEL, refuel, withFuel } from './judge/fuel.ts'
import { hashJson } from './hash.ts'
import { interpreterOf } from './judge/interpret.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from './json.ts'
import { escapePointer, hasOwn, isObject } from './json.ts'
import { meteredPattern } from './judge/judge-scalars.ts'
import { PatternError } from './linear-pattern.ts'
import { withLocalReferences } from './local-references.ts'
import { isMultipleOf } from './judge/multiple-of.ts'
import { findReachable } from './reachable-issue.ts'
import { findKeyword } from './subschemas.ts'
import { hasUniqueItems } from './judge/unique-items.ts'
import type { SchemaIssue, Validator, Verdict } from './validator.ts'
import { weigh } from './weigh.ts'

/** Compiled once per content; `issue` where the schema cannot be compiled. */
type Compiled =
  | { readonly issue: SchemaIssue }
  | { readonly issue?: undefined; readonly failuresOf: (value: Json) => readonly KeywordFailure[] | undefined }

export interface ValidatorOptions {
  /** How many compiled schemas stay in memory; the least recently used one goes first. */
  readonly maxCompiled?: number
  readonly limits?: SchemaLimits
  /** The weight up to which a schema is turned into generated code; 0 interprets every schema. */
  readonly mostGenerated?: number
  /** How many values a schema judges before code is generated for it; 0 generates at once. */
  readonly mostInterpreted?: number
}
/** Generating code takes some 0.1 ms for each value in the schema: more is interpreted. */
const MOST_GENERATED = 400
/** That code is some 10 µs faster for each value and takes milliseconds to generate: most schemas never judge so many. */
const MOST_INTERPRETED = 200
/** Generated code counts no steps: weight of the schema times weight of the value, which is the most it may take. */
const MOST_UNCOUNTED = 1_000_000
/** A value of more weight is not judged twice. */
const SMALL = 1000
const MAX_COMPILED = 2000
const OK: Verdict = { ok: true }

const PATTERN_ENGINE = Object.assign(
  (pattern: string) => ({ test: meteredPattern(pattern), toString: () => pattern }),
  { code: 'meteredPattern' },
)

/** Lean on purpose: one failure, no messages, nothing validated twice; `findSchemaIssue` has checked the schema. */
const OPTIONS = {
  strict: false,
  ownProperties: true,
  allErrors: false,
  messages: false,
  verbose: true,
  validateSchema: false,
  inlineRefs: false,
  logger: false as const,
  formats: Object.fromEntries([...FORMATS].map(([name, check]) => [name, boundedFormat(check)])),
  code: { regExp: PATTERN_ENGINE },
}

/** Node gives a CommonJS module's exports whole, a bundler gives what it exports by default. */
const defaultOf = (module: Vocabulary | { readonly default: Vocabulary }): Vocabulary =>
  'default' in module ? module.default : module

const createDraft07 = (): Ajv => {
  // Closed objects need `unevaluatedProperties` in this dialect too; beside a `$ref` it applies nothing.
  const compiler = new Ajv({ ...OPTIONS, unevaluated: true, ignoreKeywordsWithRef: true })
  return compiler.addVocabulary(defaultOf(unevaluatedVocabulary))
}

/** Compiles one schema at a time: what an earlier one called itself or its parts never answers a reference of a later one. */
const createCompiler = (compiler: Ajv | Ajv2020): ((schema: JsonSchema) => ValidateFunction) => {
  // The library compares every item with every other: seconds on a few thousand objects.
  compiler.removeKeyword('uniqueItems')
  compiler.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: hasUniqueItems })
  compiler.removeKeyword('multipleOf')
  compiler.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: isMultipleOf })
  compiler.addKeyword({ keyword: FUEL, schemaType: 'boolean', before: '$ref', validate: burnJudgement })
  // `id` is an annotation in these dialects; the library refuses it.
  compiler.removeKeyword('id')
  const own = [compiler.refs, compiler.schemas].map((names) => [names, new Set(Object.keys(names))] as const)
  return (schema) => {
    try {
      return compiler.compile(schema)
    } finally {
      if (typeof schema !== 'boolean') compiler.removeSchema(schema)
      for (const [names, kept] of own) for (const name of Object.keys(names)) if (!kept.has(name)) delete names[name]
    }
  }
}

/**
 * Whether the library's code is known to be wrong about it: what a neighbour of `unevaluated…` has spoken of is decided
 * too early, a property `__proto__` is passed over, one without a name never missed, an empty array passes a `contains`
 * that stands beside items by position, objects are compared by what they themselves hold as `toString`, and beside a
 * `$ref` of draft-07 a type still counts.
 */
const isMisjudged = (schema: JsonSchema, draft07: boolean): boolean =>
  findKeyword(schema, (one) => {
    const isOpen = hasOwn(one, 'unevaluatedItems') || hasOwn(one, 'unevaluatedProperties')
    const namesPrototype = BY_NAME.some((keyword) => isObject(one[keyword]) && hasOwn(one[keyword], '__proto__'))
    const isTuple = hasOwn(one, 'prefixItems') || Array.isArray(one.items)
    const isCompared = holdsObject(one.const ?? null) || holdsObject(one.enum ?? null)
    const isTypedReference = draft07 && hasOwn(one, '$ref') && hasOwn(one, 'type')
    const isWrong = isOpen || namesPrototype || needsNameless(one) || isCompared || isTypedReference
    return isWrong || (isTuple && hasOwn(one, 'contains')) ? '' : undefined
  }) !== undefined

const BY_NAME = ['properties', 'dependencies', 'dependentRequired', 'dependentSchemas']

const holdsObject = (value: Json): boolean => (Array.isArray(value) ? value.some(holdsObject) : isObject(value))

/** Whether a property whose name is the empty text is asked for. */
const needsNameless = ({ required, dependentRequired, dependencies }: JsonObject): boolean =>
  [required, ...[dependentRequired, dependencies].flatMap((map) => (isObject(map) ? Object.values(map) : []))].some(
    (names) => Array.isArray(names) && names.includes(''),
  )

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

/** JSON Schema 2020-12, or draft-07 where `$schema` says so. Never throws; one issue, the most telling one. */
export const createValidator = (options: ValidatorOptions = {}): Validator => {
  const { maxCompiled = MAX_COMPILED, limits = SCHEMA_LIMITS } = options
  const { mostGenerated = MOST_GENERATED, mostInterpreted = MOST_INTERPRETED } = options
  const byIdentity = new WeakMap<JsonObject, Compiled>()
  const byContent = new Map<string, Compiled>()
  let draft07: ReturnType<typeof createCompiler> | undefined
  let draft2020: ReturnType<typeof createCompiler> | undefined

  const generate = (schema: JsonSchema, draft: boolean): ValidateFunction => {
    const compileOne = draft
      ? (draft07 ??= createCompiler(createDraft07()))
      : (draft2020 ??= createCompiler(new Ajv2020(OPTIONS)))
    return compileOne(withFuel(schema))
  }

  const compile = (schema: JsonSchema): Compiled => {
    const issue = findSchemaIssue(schema, limits)
    if (issue) return { issue }
    const draft = isDraft07(schema)
    try {
      const local = withLocalReferences(schema, draft)
      const weight = isMisjudged(schema, draft) ? Infinity : weigh(schema, MOST_GENERATED)
      const reachable = findReachable(local, draft, limits)
      // The library knows the dialects' own schemas by their address; nothing else is known by one.
      if (reachable.issue && !(reachable.leadsOut && weight <= MOST_GENERATED)) return { issue: reachable.issue }
      const interpret = interpreterOf(local, draft)
      if (weight > mostGenerated && !reachable.leadsOut) return { failuresOf: interpret }
      const mostUncounted = MOST_UNCOUNTED / weight
      const isJudgedToFit = (value: Json): boolean => {
        try {
          return interpret(value) === undefined
        } catch {
          // It took too many steps, which generated code does not count.
          return false
        } finally {
          refuel()
        }
      }
      // Where it leads is for the library to say.
      let fits = reachable.leadsOut ? generate(local, draft) : undefined
      let uses = 0
      let isRefused = false
      /** The library's code; what it cannot write, such as OpenAPI's own words, stays interpreted. */
      const generated = (): ValidateFunction | undefined => {
        try {
          if (!isRefused) fits ??= generate(local, draft)
        } catch {
          isRefused = true
        }
        return fits
      }
      return {
        failuresOf: (value) => {
          const size = weigh(value, mostUncounted)
          if (size > mostUncounted) return interpret(value)
          // Both say the same of a value that fits; of another the reason is always the generated code's.
          if (!fits && size <= SMALL && ++uses <= mostInterpreted && isJudgedToFit(value)) return undefined
          const judge = generated()
          if (judge === undefined) return interpret(value)
          try {
            return judge(value) ? undefined : (judge.errors ?? [])
          } catch (thrown) {
            // The library sometimes writes code that names what it never declared, or judges on where nothing is left to say.
            if (thrown instanceof ReferenceError || thrown instanceof RangeError) return interpret(value)
            throw thrown
          }
        },
      }
    } catch (thrown) {
      return { issue: compileIssue(thrown, schema) }
    }
  }

  const compiledByContent = (schema: JsonSchema): Compiled => {
    const tooLarge = weigh(schema, limits.weight) > limits.weight ? findSchemaIssue(schema, limits) : undefined
    if (tooLarge) return { issue: tooLarge }
    const hash = hashJson(schema)
    const known = byContent.get(hash)
    byContent.delete(hash)
    const compiled = known ?? compile(schema)
    byContent.set(hash, compiled)
    const oldest = byContent.keys().next()
    if (byContent.size > maxCompiled && !oldest.done) byContent.delete(oldest.value)
    return compiled
  }

  const compiledOf = (schema: JsonSchema): Compiled => {
    if (typeof schema === 'boolean') return compiledByContent(schema)
    const known = byIdentity.get(schema)
    if (known) return known
    const compiled = compiledByContent(schema)
    byIdentity.set(schema, compiled)
    return compiled
  }

  const refuse = (issue: SchemaIssue): Verdict => ({ ok: false, issues: [issue] })
  const overflow = (thrown: unknown): Verdict => {
    const reason =
      thrown instanceof RangeError
        ? 'the schema refers to itself without end, or the value is nested too deeply'
        : thrown instanceof Error
          ? thrown.message
          : 'unknown reason'
    const message = `the schema and the value could not be compared: ${reason}`
    return { ok: false, issues: [{ path: '', schemaPath: '', keyword: 'schema', message }], isUndecided: true }
  }

  return {
    check: (schema, value) => {
      try {
        const compiled = compiledOf(schema)
        if (compiled.issue) return refuse(compiled.issue)
        refuel()
        const failures = compiled.failuresOf(value)
        return failures === undefined ? OK : refuse(describeFailures(failures))
      } catch (thrown) {
        return overflow(thrown)
      }
    },
    checkSchema: (schema) => {
      try {
        const { issue } = compiledOf(schema)
        return issue ? refuse(issue) : OK
      } catch (thrown) {
        return overflow(thrown)
      }
    },
  }
}
