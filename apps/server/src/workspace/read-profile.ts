import { type Config, type Json, type Profile, checkConfig, isObject } from '@ensemble/core'

/** Refuses ensemble.json with one sentence after its name. */
type Refuse = (sentence: string) => never

/**
 * Settings of Runs as they stand in ensemble.json; `place` is the member they stand in. A value that does not fit is
 * refused, as a limit that is none would hold nothing; what nothing reads is told as a Problem elsewhere.
 */
export const readConfig = (value: Readonly<Record<string, unknown>>, place: string, refuse: Refuse): Config => {
  const wrong = checkConfig(value as Json).find(({ isUnknownField }) => !isUnknownField) // what JSON.parse gave
  if (wrong !== undefined) {
    const member = wrong.path.slice(1).replaceAll('/', '.')
    const expected = wrong.message.replace(/^\S+ must be /, '')
    refuse(`needs "${place === '' ? member : `${place}.${member}`}" to be ${expected}`)
  }
  return value as Config // as was just seen
}

const isWeight = (value: unknown): boolean =>
  isObject(value) && typeof value['to'] === 'string' && typeof value['weight'] === 'number' && value['weight'] >= 0
const isTarget = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.length > 0 && value.every(isWeight))
const isBinding = (value: unknown): boolean =>
  isTarget(value) ||
  (isObject(value) &&
    isObject(value['ideas']) &&
    Object.values(value['ideas']).every(isTarget) &&
    (value['default'] === undefined || isTarget(value['default'])))

const BINDING =
  'the name of an Activity, "" for the model itself, [{ "to": NAME, "weight": 1 }], or { "ideas": { IDEA: … } }.'

/** One profile of ensemble.json, under its name (docs/contract/protocol.md#activities). */
export const readProfile = (name: string, value: unknown, refuse: Refuse): Profile => {
  const place = `profiles.${name}`
  if (!isObject(value)) return refuse(`needs "${place}" to be an object.`)
  const { tools = {}, activities = {}, config = {}, missing = 'latent' } = value
  if (!isObject(tools)) return refuse(`needs "${place}.tools" to be an object.`)
  const unbound = Object.keys(tools).find((tool) => !isBinding(tools[tool]))
  if (unbound !== undefined) return refuse(`needs "${place}.tools.${unbound}" to be ${BINDING}`)
  if (!isObject(activities) || !Object.values(activities).every((each) => typeof each === 'string'))
    return refuse(`needs "${place}.activities" to hold names of Activities.`)
  if (missing !== 'latent' && missing !== 'error') return refuse(`needs "${place}.missing" to be "latent" or "error".`)
  if (!isObject(config)) return refuse(`needs "${place}.config" to be an object.`)
  readConfig(config, `${place}.config`, refuse)
  return value as Profile // as was just seen
}
