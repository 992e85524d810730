import { type Json, type JsonObject, isObject } from '@ensemble/core'

/** The rules of `tools` in mcp.json for one tool, which override the server's. */
export interface ToolRule {
  /** Whether a person confirms each Call. */
  readonly approval?: 'required' | 'never'
  /** Whether a Call may run again after a crash in the middle of it. */
  readonly idempotent?: boolean
}
/** By the server's own names of its tools. */
export type ToolRules = ReadonlyMap<string, ToolRule>

const MEMBERS = ['approval', 'idempotent']

const isRule = (value: unknown): value is ToolRule => {
  if (!isObject(value) || Object.keys(value).some((key) => !MEMBERS.includes(key))) return false
  const { approval, idempotent } = value
  return (
    (approval === undefined || approval === 'required' || approval === 'never') &&
    (idempotent === undefined || typeof idempotent === 'boolean')
  )
}

/** Undefined if invalid: `{ "TOOL": { "approval": "never", "idempotent": true } }`. */
export const readToolRules = (value: unknown): ToolRules | undefined => {
  if (value === undefined) return new Map()
  if (!isObject(value)) return undefined
  const rules = new Map<string, ToolRule>()
  for (const [tool, rule] of Object.entries(value)) {
    if (!isRule(rule)) return undefined
    rules.set(tool, rule)
  }
  return rules
}

/** The meta fields of a Tool by what its server says, `suggested`, and what a person said instead. */
export const metaByRule = (suggested: JsonObject, { approval, idempotent }: ToolRule): JsonObject => {
  const asks = approval === undefined ? suggested['_approval'] !== undefined : approval === 'required'
  const once = idempotent === undefined ? suggested['_idempotent'] !== undefined : !idempotent
  return {
    ...(asks && { _approval: { const: 'required' } satisfies Json }),
    ...(once && { _idempotent: { const: false } satisfies Json }),
  }
}
