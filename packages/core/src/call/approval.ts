import { hashJson } from '../schema/hash.ts'
import type { JsonObject, Sha256 } from '../schema/json.ts'
import type { Validator } from '../schema/validator.ts'
import type { Tool } from '../tool/tool.ts'

/**
 * Whether a person must confirm a Call with these parameters (docs/contract/protocol.md#tools, `_approval`). The gate
 * fails shut: a broken condition asks.
 */
export const needsApprovalFor = (tool: Tool, parameters: JsonObject, validator: Validator): boolean => {
  const rule = tool.approval
  if (rule === undefined) return false
  if (rule.type === 'always') return true
  const verdict = validator.check(rule.schema, parameters)
  return verdict.ok || verdict.isUndecided === true || !validator.checkSchema(rule.schema).ok
}

/** The identity of an approval: this Tool with exactly these parameters, in any order of keys. */
export const argumentsHash = (tool: string, parameters: JsonObject): Sha256 => hashJson({ tool, parameters })
