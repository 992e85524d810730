import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { findKeyword } from '../subschemas.ts'

/**
 * Whether the library's code is known to be wrong: early `unevaluated…`, ignored `__proto__`, a never missed empty
 * name, `contains` on an empty array with items by position, `toString` members, and a type next to draft-07's `$ref`.
 */
export const isMisjudged = (schema: JsonSchema, draft07: boolean): boolean =>
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
