import { escapePointer, isObject } from '../schema/json.ts'
import type { JsonObject, Pointer } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { type BindingTarget, detailsOf, type Profile } from './bindings.ts'
import { contextTools } from './context-tools.ts'
import type { Message } from './message.ts'

/** The names that a profile can use. */
export interface BindableNames {
  readonly tools: readonly string[]
  /** Registered ones, and those that Tools name. */
  readonly activities: readonly string[]
}

/** A name in a profile that nothing has, where another is near. */
export interface ProfileSlip {
  readonly path: Pointer
  readonly message: string
}

/** The Tools of contexts, with the Activities that they name themselves. */
export function bindableNames(
  contexts: Iterable<readonly Message[]>,
  shared: { readonly [name: string]: JsonObject },
  activities: readonly string[],
): BindableNames {
  const tools = new Set(Object.keys(shared))
  const named = new Set(activities)
  const note = (name: string, { properties }: JsonObject): void => {
    tools.add(name)
    const authored = isObject(properties) ? properties['_activity'] : undefined
    if (isObject(authored) && typeof authored['const'] === 'string') named.add(authored['const'])
  }
  for (const [name, schema] of Object.entries(shared)) note(name, schema)
  for (const context of contexts)
    for (const { name, schema } of contextTools(context, shared).tools) note(name, schema as JsonObject) // a schema is JSON
  return { tools: [...tools], activities: [...named] }
}

/**
 * Misspelt names in a profile (docs/contract/protocol.md#activities). One without a similar name may be meant for other
 * Tools.
 */
export function profileSlips(
  { tools = {}, activities = {} }: Profile,
  names: BindableNames,
  place = 'profile',
): readonly ProfileSlip[] {
  const slips: ProfileSlip[] = []
  const look = (name: string, known: readonly string[], what: string, steps: readonly (string | number)[]): void => {
    if (name === '' || known.includes(name)) return
    const near = nearestName(name, known)
    if (near === undefined) return
    const path = steps.map((step) => `/${escapePointer(String(step))}`).join('')
    slips.push({ path, message: `${[place, ...steps].join('.')}: there is no ${what} ${name}. Did you mean ${near}?` })
  }
  const lookAtTarget = (target: BindingTarget | undefined, steps: readonly (string | number)[]): void => {
    if (typeof target === 'string') look(target, names.activities, 'Activity', steps)
    else
      for (const [index, { to }] of (target ?? []).entries()) look(to, names.activities, 'Activity', [...steps, index])
  }
  for (const [tool, binding] of Object.entries(tools)) {
    look(tool, names.tools, 'Tool', ['tools', tool])
    const { default: general, ideas = {} } = detailsOf(binding)
    lookAtTarget(general, ['tools', tool])
    for (const [idea, target] of Object.entries(ideas)) lookAtTarget(target, ['tools', tool, 'ideas', idea])
  }
  for (const [name, implementation] of Object.entries(activities)) {
    look(name, [...names.activities, ...names.tools], 'Activity or Tool', ['activities', name])
    look(implementation, names.activities, 'Activity', ['activities', name])
  }
  return slips
}
