import { isReference } from '../request/reference.ts'
import { getPath } from '../request/state.ts'
import { clip } from '../schema/clip.ts'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { parsePointer } from '../schema/pointer.ts'
import type { SchemaIssue, Validator } from '../schema/validator.ts'
import type { Tool } from '../tool/tool.ts'
import type { CallError } from './call-error.ts'
import { callError } from './call-errors.ts'
import { dropNulls } from './drop-nulls.ts'
import type { ProposedCall } from './judged-call.ts'

/** The model calls a Call's own properties parameters; deeper ones stay properties. */
const inWordsOfACall = (issue: SchemaIssue): string =>
  issue.path.lastIndexOf('/') === 0
    ? issue.message
        .replace(/^unknown property /, 'unknown parameter ')
        .replace(/^missing required property /, 'missing required parameter ')
        .replace(/^missing required properties /, 'missing required parameters ')
    : issue.message.replace(/^the value needs /, 'the arguments need ').replace(/^the value /, 'the arguments ')

/**
 * Whether the parameters, references resolved, fit the Tool's schema (docs/contract/protocol.md#the-loop,
 * docs/contract/protocol.md#state): one error `arguments.invalid` with the path and the right names.
 */
export const checkParameters = (
  call: ProposedCall,
  resolved: JsonObject,
  validator: Validator,
): CallError | undefined => {
  const schema = call.tool.parameters
  const verdict = validator.check(schema, dropNulls(schema, resolved))
  const issue = verdict.ok ? undefined : verdict.issues[0]
  if (!issue) return undefined
  const message = `The arguments of "${call.tool.name}" are invalid: ${inWordsOfACall(issue)}.`
  return callError('arguments.invalid', endOnce(message), { path: issue.path, names: issue.names })
}

/** The same for parameters as a model wrote them, with the values of its references. */
export const checkResolved = (
  call: ProposedCall,
  resolved: JsonObject,
  validator: Validator,
): CallError | undefined => {
  const error = checkParameters(call, resolved, validator)
  if (error === undefined || resolved === call.parameters) return error
  const reference = referenceAt(call.parameters, parsePointer(error.path ?? '') ?? [])
  // The model does not know what it sees: it wrote something else there.
  return reference === undefined
    ? error
    : { ...error, message: `${error.message} That is the value of ${clip(reference)}.` }
}

/** The reference on the way to a place. */
const referenceAt = (value: Json, [name, ...rest]: readonly string[]): string | undefined => {
  if (isReference(value)) return value
  const next = name === undefined ? undefined : getPath(value, [name])
  return next === undefined ? undefined : referenceAt(next, rest)
}

/** Whether the model's own result of a latent Call fits what the Tool declares; `undefined` is one that was left out. */
export const checkWritten = (tool: Tool, written: Json | undefined, validator: Validator): CallError | undefined => {
  if (tool.output === undefined || written !== undefined)
    return checkOutput(tool, written ?? null, validator, '_output')
  const message = `The call of "${tool.name}" must fill "_output" with the result.${describeShape(tool.output)}`
  return callError('output.missing', message, { path: '/_output' })
}

/** Whether a result fits what the Tool declares, in the `field` that its author wrote unless another is given. */
export const checkOutput = (
  tool: Tool,
  result: Json,
  validator: Validator,
  field: '_output' | '_result' = tool.hidesOutput === true ? '_result' : '_output',
): CallError | undefined => {
  if (tool.output === undefined) return undefined
  const verdict = validator.check(tool.output, result)
  const issue = verdict.ok ? undefined : verdict.issues[0]
  if (!issue) return undefined
  const message = `The result of "${tool.name}" does not fit its ${field}: ${issue.message}.`
  return callError('output.invalid', endOnce(message), { path: `/${field}${issue.path}`, names: issue.names })
}

/** The same of a result that an Activity or a Module gave. */
export const checkGiven = (tool: Tool, result: Json, validator: Validator): CallError | undefined => {
  const error = checkOutput(tool, result, validator)
  return (
    error && { ...error, message: `${error.message} It came from the tool: try other arguments, or go on without it.` }
  )
}

const describeShape = (schema: Tool['output']): string =>
  isObject(schema) && isObject(schema.properties)
    ? ` It is an object with ${Object.keys(schema.properties).slice(0, 20).join(', ')}.`
    : ''

const endOnce = (message: string): string => message.replace(/\?\.$/, '?')
