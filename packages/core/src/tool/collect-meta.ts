import { canonicalJson } from '../schema/hash.ts'
import { escapePointer, isObject } from '../schema/json.ts'
import type { Json, Pointer } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { isMetaName, META_FIELD_SPELLINGS, metaFieldOf } from './meta-names.ts'
import type { MetaFieldName } from './meta-names.ts'
import { constOf } from './meta-values.ts'
import type { ProblemCode } from './problem-codes.ts'
import type { ToolSchema } from './tool.ts'

/** A meta field as its author wrote it: under which key, and where. */
export interface WrittenMeta {
  readonly key: string
  readonly value: Json
  readonly path: Pointer
}
export type Report = (code: ProblemCode, message: string, path?: Pointer) => void

/** A schema's meta fields in both forms: a property's `const`, or a plain value at the root. Reports unknown ones. */
export function collectMeta(name: string, schema: ToolSchema, report: Report): ReadonlyMap<MetaFieldName, WrittenMeta> {
  const meta = new Map<MetaFieldName, WrittenMeta>()
  for (const written of underscored(schema)) {
    const field = metaFieldOf(written.key)
    if (field === undefined) {
      report(
        'tool.unknownField',
        `The Tool ${name} has no meta field ${written.key}. ${suggest(written.key)}`,
        written.path,
      )
      continue
    }
    const before = meta.get(field)
    if (before !== undefined && !meansTheSame(before.value, written.value)) {
      const message = `The Tool ${name} says ${field} twice, as ${before.key} and ${written.key}, with different values.`
      report('tool.metaConflict', message, written.path)
      continue
    }
    meta.set(field, before ?? written)
  }
  checkToolName(name, meta.get('_tool'), report)
  const hidden = meta.get('_result')
  if (hidden !== undefined && meta.has('_output'))
    report('tool.metaConflict', `The Tool ${name} has both _output and _result: keep one of them.`, hidden.path)
  return meta
}

function underscored(schema: ToolSchema): readonly WrittenMeta[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const from = (entries: readonly [string, Json][], path: Pointer): readonly WrittenMeta[] =>
    entries
      .filter(([key]) => isMetaName(key))
      .map(([key, value]) => ({ key, value, path: `${path}/${escapePointer(key)}` }))
  return [...from(Object.entries(properties), '/properties'), ...from(Object.entries(schema), '')]
}

const meansTheSame = (one: Json, other: Json): boolean =>
  canonicalJson(constOf(one) ?? one) === canonicalJson(constOf(other) ?? other)

function checkToolName(name: string, written: WrittenMeta | undefined, report: Report): void {
  if (written === undefined) return
  const value = constOf(written.value)
  const isLeftOpen = isObject(written.value) && value === undefined && written.value.type === 'string'
  if (isLeftOpen || value === name) return
  report('tool.nameMismatch', `The Tool ${name} calls itself ${JSON.stringify(value)} in _tool.`, written.path)
}

function suggest(key: string): string {
  const nearest = nearestName(key, META_FIELD_SPELLINGS)
  return nearest === undefined ? `Known are ${META_FIELD_SPELLINGS.join(', ')}.` : `Did you mean ${nearest}?`
}
