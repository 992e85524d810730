import { EnsembleError } from '../schema/ensemble-error.ts'
import { escapePointer, isObject } from '../schema/json.ts'
import type { Json, Pointer } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Profile } from './bindings.ts'
import { checkConfig } from './check-config.ts'

export interface ProfileIssue {
  readonly path: Pointer
  /** The members on the way, as people write them: `profile.tools.weatherCheck`. */
  readonly place: string
  /** The words after "must be"; undefined for an unknown field. */
  readonly expected?: string
  readonly message: string
}

const BINDING =
  'the name of an Activity, "" for the model itself, [{ "to": NAME, "weight": 1 }], or { "default": …, "ideas": { IDEA: … }, "per": "run" }.'
const PROFILE_FIELDS = ['tools', 'activities', 'config', 'missing']
const BINDING_FIELDS = ['default', 'ideas', 'per']
const WEIGHT_FIELDS = ['to', 'weight']
const PER = ['run', 'input', 'idea']

/** The first fault of a profile, undefined if there is none: its shape, and every field that nothing reads. */
export function findProfileIssue(profile: unknown, place = 'profile'): ProfileIssue | undefined {
  const at = { path: '', place }
  if (!isObject(profile)) return wrong(at, 'an object.')
  return unknownField(profile, PROFILE_FIELDS, at) ?? membersIssue(profile, at)
}

function membersIssue(profile: { readonly [name: string]: Json }, at: Place): ProfileIssue | undefined {
  const { tools = {}, activities = {}, config = {}, missing = 'latent' } = profile
  const [toolsAt, activitiesAt, configAt] = [inside(at, 'tools'), inside(at, 'activities'), inside(at, 'config')]
  if (!isObject(tools)) return wrong(toolsAt, 'an object.')
  for (const [tool, binding] of Object.entries(tools)) {
    const issue = bindingIssue(binding, inside(toolsAt, tool))
    if (issue !== undefined) return issue
  }
  if (!isObject(activities)) return wrong(activitiesAt, 'an object that names Activities.')
  for (const [name, implementation] of Object.entries(activities))
    if (typeof implementation !== 'string') return wrong(inside(activitiesAt, name), 'the name of an Activity.')
  if (missing !== 'latent' && missing !== 'error') return wrong(inside(at, 'missing'), '"latent" or "error".')
  const [fault] = checkConfig(config)
  if (fault === undefined) return undefined
  const where = {
    path: configAt.path + fault.path,
    place: [configAt.place, ...fault.path.split('/').slice(1)].join('.'),
  }
  // checkConfig speaks of "config"; a person looks for it in this profile.
  const message = fault.message.replace(/^config/, () => configAt.place)
  return { ...where, message, ...(!fault.isUnknownField && { expected: message.replace(/^\S+ must be /, '') }) }
}

interface Place {
  readonly path: Pointer
  readonly place: string
}
const inside = ({ path, place }: Place, name: string | number): Place => ({
  path: `${path}/${escapePointer(String(name))}`,
  place: `${place}.${name}`,
})
const wrong = (at: Place, expected: string): ProfileIssue => ({
  ...at,
  expected,
  message: `${at.place} must be ${expected}`,
})

function unknownField(value: object, fields: readonly string[], at: Place): ProfileIssue | undefined {
  const unknown = Object.keys(value).find((key) => !fields.includes(key))
  if (unknown === undefined) return undefined
  const near = nearestName(unknown, fields)
  const hint = near === undefined ? `It has ${fields.join(', ')}.` : `Did you mean ${near}?`
  return { ...inside(at, unknown), message: `${at.place} has no field ${unknown}. ${hint}` }
}

function bindingIssue(binding: Json, at: Place): ProfileIssue | undefined {
  if (!isObject(binding)) return targetIssue(binding, at)
  const unknown = unknownField(binding, BINDING_FIELDS, at)
  if (unknown !== undefined) return unknown
  const { default: general, ideas, per } = binding
  if (general === undefined && ideas === undefined) return wrong(at, BINDING)
  const issue = general === undefined ? undefined : targetIssue(general, inside(at, 'default'))
  if (issue !== undefined) return issue
  if (ideas !== undefined && !isObject(ideas)) return wrong(inside(at, 'ideas'), 'an object: a target for each Idea.')
  for (const [idea, target] of Object.entries(ideas ?? {})) {
    const inIdea = targetIssue(target, inside(inside(at, 'ideas'), idea))
    if (inIdea !== undefined) return inIdea
  }
  return per === undefined || PER.includes(String(per))
    ? undefined
    : wrong(inside(at, 'per'), '"run", "input" or "idea".')
}

function targetIssue(target: Json, at: Place): ProfileIssue | undefined {
  if (typeof target === 'string') return undefined
  if (!Array.isArray(target) || target.length === 0) return wrong(at, BINDING)
  for (const [index, item] of target.entries()) {
    const here = inside(at, index)
    if (!isObject(item)) return wrong(here, '{ "to": NAME, "weight": 1 }.')
    const unknown = unknownField(item, WEIGHT_FIELDS, here)
    if (unknown !== undefined) return unknown
    if (typeof item.to !== 'string')
      return wrong(inside(here, 'to'), 'the name of an Activity, or "" for the model itself.')
    if (typeof item.weight !== 'number' || !(item.weight >= 0) || !Number.isFinite(item.weight))
      return wrong(inside(here, 'weight'), 'a number, 0 or more.')
  }
  return undefined
}

const checked = new WeakSet<Profile>()

/** The same profile. Throws EnsembleError `profile.invalid` with its first fault: a field that nothing reads would bind nothing. */
export function checkedProfile(profile: Profile): Profile {
  if (checked.has(profile)) return profile
  const issue = findProfileIssue(profile)
  if (issue !== undefined)
    throw new EnsembleError('profile.invalid', issue.message, {
      errors: [{ path: issue.path, message: issue.message }],
    })
  checked.add(profile)
  return profile
}
