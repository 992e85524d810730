import { findSchemaIssue, SCHEMA_LIMITS } from './check-schema.ts'
import { compileSchema, type Compiled, type CompileOptions } from './compile-schema.ts'
import { describeFailures } from './describe-issue.ts'
import { hashJson } from './hash.ts'
import { refuel } from './judge/fuel.ts'
import { createGenerator } from './judge/generator.ts'
import type { JsonObject, JsonSchema } from './json.ts'
import type { SchemaIssue, Validator, Verdict } from './validator.ts'
import { weigh } from './weigh.ts'

export interface ValidatorOptions extends Partial<Omit<CompileOptions, 'generate'>> {
  /** How many compiled schemas stay in memory; the least recently used one goes first. */
  readonly maxCompiled?: number
}
const MAX_COMPILED = 2000
const OK: Verdict = { ok: true }

/** JSON Schema 2020-12, or draft-07 where `$schema` says so. Never throws; one issue, the most telling one. */
export const createValidator = (options: ValidatorOptions = {}): Validator => {
  const { maxCompiled = MAX_COMPILED, limits = SCHEMA_LIMITS, mostGenerated, mostInterpreted } = options
  const compileOptions = { limits, mostGenerated, mostInterpreted, generate: createGenerator() }
  const byIdentity = new WeakMap<JsonObject, Compiled>()
  const byContent = new Map<string, Compiled>()

  const compiledByContent = (schema: JsonSchema): Compiled => {
    const tooLarge = weigh(schema, limits.weight) > limits.weight ? findSchemaIssue(schema, limits) : undefined
    if (tooLarge) return { issue: tooLarge }
    const hash = hashJson(schema)
    const compiled = byContent.get(hash) ?? compileSchema(schema, compileOptions)
    byContent.delete(hash)
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
