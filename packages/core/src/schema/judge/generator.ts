import { Ajv, type ValidateFunction, type Vocabulary } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import unevaluatedVocabulary from 'ajv/dist/vocabularies/unevaluated/index.js'
import { boundedFormat, FORMATS } from '../formats.ts'
import type { JsonSchema } from '../json.ts'
import { burnJudgement, FUEL, withFuel } from './fuel.ts'
import { meteredPattern } from './judge-scalars.ts'
import { isMultipleOf } from './multiple-of.ts'
import { hasUniqueItems } from './unique-items.ts'

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
  // Closed objects need `unevaluatedProperties` in this dialect too; next to a `$ref` it has no effect.
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

/** The library's compiled schema; `errors` explain the last judgement. */
export type Generated = ValidateFunction

/** The library's code for a schema of either dialect; the library is made for the first that asks. Throws what it throws. */
export type Generate = (schema: JsonSchema, draft07: boolean) => Generated

export const createGenerator = (): Generate => {
  let draft07: ReturnType<typeof createCompiler> | undefined
  let draft2020: ReturnType<typeof createCompiler> | undefined
  return (schema, isDraft07) => {
    const compile = isDraft07
      ? (draft07 ??= createCompiler(createDraft07()))
      : (draft2020 ??= createCompiler(new Ajv2020(OPTIONS)))
    return compile(withFuel(schema))
  }
}
