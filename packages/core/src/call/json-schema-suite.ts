import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Validator } from '../schema/validator.ts'
import { judgeCalls } from './judge-calls.ts'

export interface SuiteGroup {
  readonly file: string
  readonly description: string
  readonly schema: JsonSchema
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[]
}

export interface SuiteScore {
  readonly total: number
  readonly passed: number
  readonly failures: readonly SuiteFailure[]
}

export interface SuiteFailure {
  readonly file: string
  readonly group: string
  readonly test: string
  readonly expected: boolean
  /** The refusal; absent if a value was wrongly accepted. */
  readonly said?: string
}

/** Whether the value fits, and the sentence if not. */
type Judge = (group: SuiteGroup) => (data: Json) => { readonly ok: boolean; readonly said?: string }

const score = (groups: readonly SuiteGroup[], judge: Judge): SuiteScore => {
  const failures: SuiteFailure[] = []
  let total = 0
  for (const group of groups) {
    const judgeData = judge(group)
    for (const { description, data, valid } of group.tests) {
      total++
      const { ok, said } = judgeData(data)
      if (ok !== valid)
        failures.push({
          file: group.file,
          group: group.description,
          test: description,
          expected: valid,
          ...(said !== undefined && { said }),
        })
    }
  }
  return { total, passed: total - failures.length, failures }
}

/** The suite against the validator alone, with unchanged schemas. */
export const scoreOfValidator = (groups: readonly SuiteGroup[], dialect: Dialect, validator: Validator): SuiteScore =>
  score(groups, ({ schema }) => (data) => {
    const verdict = validator.check(inDialect(schema, dialect), data)
    return verdict.ok ? { ok: true } : { ok: false, said: verdict.issues[0]?.message ?? '' }
  })

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'
export const DIALECTS = ['draft2020-12', 'draft7'] as const
export type Dialect = (typeof DIALECTS)[number]

const inDialect = (schema: JsonSchema, dialect: Dialect): JsonSchema =>
  isObject(schema) && dialect === 'draft7' ? { $schema: DRAFT_07, ...schema } : schema

/** The schema as a Tool's one required parameter; an own `$id` keeps its references inside it. */
const toolWith = (schema: JsonSchema, dialect: Dialect): JsonObject => {
  const { $schema, ...rest } = isObject(schema) ? schema : {}
  const written = dialect === 'draft7' ? DRAFT_07 : $schema
  return {
    ...(written !== undefined && { $schema: written }),
    type: 'object',
    properties: { value: isObject(schema) ? { $id: 'https://suite.example/schema', ...rest } : schema },
    required: ['value'],
  }
}

/** The suite through what `/api/check` and every Run use: each value is the parameter of a Call (docs/contract/protocol.md#the-loop). */
export const scoreAsParameters = (groups: readonly SuiteGroup[], dialect: Dialect, validator: Validator): SuiteScore =>
  score(groups, ({ schema }) => {
    const tool = toolWith(schema, dialect)
    return (data) => {
      const call = JSON.stringify({ _tool: 'judge', value: data })
      const { problems, verdicts } = judgeCalls('judge', tool, [call], { validator, isRegistered: () => false })
      const [verdict] = verdicts
      if (verdict?.ok) return { ok: true }
      return { ok: false, said: problems[0]?.message ?? (verdict && !verdict.ok ? verdict.error.message : '') }
    }
  })

/** Why a test of the suite fails; the first reason that holds applies. */
const REASONS: readonly (readonly [why: string, holds: (failure: SuiteFailure) => boolean])[] = [
  [
    'The schema refers to another document. Validation never fetches anything (docs/reliability.md): the schema is refused with a sentence that names the reference.',
    ({ said = '' }) => said.includes('nothing is fetched'),
  ],
  [
    'A Call may not have a property `__proto__` at any depth (docs/contract/protocol.md#state).',
    ({ test, group }) => test.includes('__proto__') || group.includes('Javascript object property names'),
  ],
  [
    'Parameter objects are closed unless their author opened them, so an undeclared property is refused on purpose (docs/contract/protocol.md#composition). `"additionalProperties": true` opens one.',
    ({ said = '', expected }) => expected && said.includes('unknown property'),
  ],
  [
    "A dynamic reference is resolved once, before any value is read: to the root schema's anchor of that name, or else to the one in its own document. Paths through several embedded documents that redefine the anchor resolve alike.",
    ({ file }) => file === 'dynamicRef.json',
  ],
  [
    "A custom metaschema can't disable keywords: those of the dialect always apply.",
    ({ file }) => file === 'vocabulary.json',
  ],
  [
    "The parts of a `oneOf` are closed like every parameter object. In the suite two parts fit; here one of them refuses the other's property, so exactly one fits.",
    ({ file }) => file.startsWith('unevaluated'),
  ],
]

export const reasonOf = (failure: SuiteFailure): string | undefined => REASONS.find(([, holds]) => holds(failure))?.[0]
