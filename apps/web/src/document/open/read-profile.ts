import { isObject, type Json, type JsonObject, type Profile } from '@ensemble/core'
import type { BindingTarget, DrawnPer, ToolBinding } from '@ensemble/core/idea'
import type { LintSeverities } from '@ensemble/core/tool'

/** The bindings (docs/contract/protocol.md#activities) and lint settings of ensemble.json, parsed. */

export interface Weighted {
  readonly to: string
  readonly weight: number
}

export const isWeighted = (value: unknown): value is readonly Weighted[] =>
  Array.isArray(value) &&
  value.every((each) => isObject(each) && typeof each.to === 'string' && typeof each.weight === 'number')
export const isPer = (value: unknown): value is DrawnPer => value === 'run' || value === 'input' || value === 'idea'
export const isTarget = (value: unknown): value is BindingTarget => typeof value === 'string' || isWeighted(value)

/** An invalid binding is ignored, like a text that is still being written. */
export function toBinding(value: Json | undefined): ToolBinding | undefined {
  if (isTarget(value)) return value
  if (!isObject(value) || (value.default === undefined && !isObject(value.ideas))) return undefined
  const ideas = entriesOf(value.ideas).filter((entry): entry is [string, BindingTarget & Json] => isTarget(entry[1]))
  return {
    ...(isTarget(value.default) && { default: value.default }),
    ...(ideas.length > 0 && { ideas: Object.fromEntries(ideas) }),
    ...(isPer(value.per) && { per: value.per }),
  }
}

export const entriesOf = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : [])

/** The profile of that name; an empty one where the manifest declares none. */
export function readProfile(manifest: JsonObject, name: string): Profile {
  const profiles = isObject(manifest.profiles) ? manifest.profiles : {}
  const profile = isObject(profiles[name]) ? profiles[name] : {}
  const missing = profile.missing ?? (isObject(manifest.activities) ? manifest.activities.missing : undefined)
  const tools = entriesOf(profile.tools).flatMap(([tool, value]): [string, ToolBinding][] => {
    const binding = toBinding(value)
    return binding === undefined ? [] : [[tool, binding]]
  })
  const activities = entriesOf(profile.activities).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    tools: Object.fromEntries(tools),
    activities: Object.fromEntries(activities),
    missing: missing === 'error' ? 'error' : 'latent',
    config: { composition: { ...compositionIn(manifest), ...compositionIn(profile) } },
  }
}

const compositionIn = ({ config }: JsonObject): JsonObject =>
  isObject(config) && isObject(config.composition) ? config.composition : {}

/** The severities of lint rules that the workspace changed. */
export const readLint = (manifest: JsonObject): LintSeverities =>
  Object.fromEntries(entriesOf(manifest.lint)) as LintSeverities // other words never match
