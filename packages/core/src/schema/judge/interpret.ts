import type { KeywordFailure } from '../describe-issue.ts'
import { Evaluated } from './evaluated.ts'
import { burn } from './fuel.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from '../json.ts'
import { hasOwn } from '../json.ts'
import { ARRAYS, UNEVALUATED_ITEMS } from './judge-arrays.ts'
import { OBJECTS, UNEVALUATED_PROPERTIES } from './judge-objects.ts'
import { PARTS } from './judge-parts.ts'
import { SCALARS } from './judge-scalars.ts'
import { type Judge, Judging, type Site } from './judging.ts'
import { referenceTarget } from '../references.ts'
import { toPointer } from '../pointer.ts'

/** The cost of judging by one schema and by each keyword, in steps of `fuel.ts`. */
const STEPS_PER_SCHEMA = 8
const STEPS_PER_KEYWORD = 2

const FITS: Judge = () => true

/**
 * Judges values without generating code, step by step (`fuel.ts`), with the compiled validator's verdicts and reasons.
 * References are local (`withLocalReferences`) and checked (`findReachable`). Returns the reasons; throws if it takes
 * too many steps.
 */
export const interpreterOf = (
  root: JsonSchema,
  draft07: boolean,
): ((value: Json) => readonly KeywordFailure[] | undefined) => {
  const known = new Map<Pointer, Judge>()

  /** Made when it is first asked: what no value reaches costs nothing. */
  const judgeAt = (schema: JsonSchema, pointer: Pointer): Judge => {
    let judge: Judge | undefined
    return (value, judging, seen) => {
      judge ??= known.get(pointer) ?? make(schema, pointer)
      return judge(value, judging, seen)
    }
  }

  const make = (schema: JsonSchema, pointer: Pointer): Judge => {
    const judge = schema === true ? FITS : schema === false ? refuseAll(pointer) : judgeOf(siteOf(schema, pointer))
    known.set(pointer, judge)
    return judge
  }

  const siteOf = (schema: JsonObject, pointer: Pointer): Site => ({
    schema,
    pointer,
    draft07,
    inner: (inner, ...segments) => judgeAt(inner, pointer + toPointer(segments)),
    target: (reference) => {
      const target = referenceTarget(root, reference)
      return target === undefined ? refuseAll(pointer) : judgeAt(target.schema, target.pointer)
    },
  })

  const judge = judgeAt(root, '')
  return (value) => {
    const judging = new Judging()
    return judge(value, judging, undefined) ? undefined : judging.failures
  }
}

const refuseAll = (pointer: Pointer): Judge => {
  const site: Pick<Site, 'schema' | 'pointer'> = { schema: {}, pointer }
  return (value, judging) => judging.fail(site, 'false schema', value)
}

const judgeOf = (site: Site): Judge => {
  const { schema, draft07 } = site
  // Next to a reference, draft-07 ignores everything else.
  const isReference = draft07 && hasOwn(schema, '$ref')
  const shown = isReference ? { ...site, schema: { $ref: schema.$ref ?? '' } } : site
  const made = [
    ...SCALARS.map(([keyword, maker]) => {
      const written = shown.schema[keyword]
      return written === undefined || !hasOwn(shown.schema, keyword) ? undefined : maker(shown, written)
    }),
    ...PARTS.map((maker) => maker(shown)),
    ...ARRAYS.map((maker) => maker(shown)),
    ...OBJECTS.map((maker) => maker(shown)),
    UNEVALUATED_ITEMS(shown),
    UNEVALUATED_PROPERTIES(shown),
  ]
  const judges = made.filter((one) => one !== undefined)
  const steps = STEPS_PER_SCHEMA + STEPS_PER_KEYWORD * judges.length
  const asks = hasOwn(shown.schema, 'unevaluatedItems') || hasOwn(shown.schema, 'unevaluatedProperties')
  return (value, judging, seen) => {
    burn(steps)
    const own = asks ? new Evaluated() : seen
    for (const judge of judges) if (!judge(value, judging, own)) return false
    if (own !== undefined && own !== seen) seen?.add(own)
    return true
  }
}
