import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { isObject, pickMembers } from '../schema/json.ts'
import { followReference, parsePointer } from '../schema/pointer.ts'
import type { Validator } from '../schema/validator.ts'
import { isMetaName } from '../tool/meta-names.ts'
import type { Tool } from '../tool/tool.ts'
import { dropNulls } from './drop-nulls.ts'

/** The problem of one field of a Call, in the words that a model reads. */
export interface FieldIssue {
  readonly path: Pointer
  readonly message: string
}

const MOST_ISSUES = 20

/**
 * The problem of each parameter of a Call, for a form that marks fields: a model reads only the first. A field
 * whose schema has alternatives or items is named once.
 */
export const fieldIssues = (tool: Tool, call: JsonObject, validator: Validator): readonly FieldIssue[] => {
  const { parameters } = tool
  const own = pickMembers(
    call,
    Object.keys(call).filter((name) => !isMetaName(name)),
  )
  const value = dropNulls(parameters, own)
  const issues: FieldIssue[] = []
  let schema: Json = parameters
  while (isObject(schema) && issues.length < MOST_ISSUES) {
    const verdict = validator.check(schema, value)
    if (verdict.ok) break
    const [issue] = verdict.issues
    const path = parsePointer(issue?.path ?? '')
    if (issue === undefined || path === undefined) break
    const isMissing = issue.keyword === 'required'
    issues.push({
      path: issue.path,
      message: isMissing ? `missing required property "${path.at(-1) ?? ''}"` : issue.message,
    })
    const without = withoutField(schema, path, parameters)
    if (without === undefined) break
    schema = without
  }
  return issues
}

/** A schema to which any value fits at a place, the deepest one inside declared properties; undefined where it isn't declared. */
const withoutField = (schema: JsonObject, [name, ...rest]: readonly string[], root: Json): JsonObject | undefined => {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  if (name === undefined || (properties[name] === undefined && schema.additionalProperties === undefined))
    return undefined
  const inner = behindReference(properties[name], root)
  const deeper = rest.length > 0 && isObject(inner) ? withoutField(inner, rest, root) : undefined
  return {
    ...schema,
    properties: { ...properties, [name]: deeper ?? true },
    required: deeper === undefined ? required.filter((one) => one !== name) : required,
  }
}

const MOST_HOPS = 8

const behindReference = (schema: Json | undefined, root: Json): Json | undefined => {
  let found = schema
  for (
    let hop = 0;
    hop < MOST_HOPS && found !== undefined && isObject(found) && typeof found.$ref === 'string';
    hop += 1
  )
    found = followReference(root, found.$ref)
  return found
}
