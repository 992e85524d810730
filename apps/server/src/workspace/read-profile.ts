import type { Config, Json, Profile } from '@ensemble/core'
import { checkConfig, findProfileIssue } from '@ensemble/core/host'

/** Refuses ensemble.json with one sentence after its name. */
type Refuse = (sentence: string) => never

/**
 * Settings of Runs in ensemble.json; `place` is their member. Refuses an invalid value, since an invalid limit would
 * limit nothing; a Problem elsewhere reports unknown members.
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

/** One profile of ensemble.json, under its name (docs/contract/protocol.md#activities). */
export const readProfile = (name: string, value: unknown, refuse: Refuse): Profile => {
  const issue = findProfileIssue(value, `profiles.${name}`)
  if (issue === undefined) return value as Profile // as was just seen
  const { place, expected, message } = issue
  return refuse(expected === undefined ? `is not valid: ${message}` : `needs "${place}" to be ${expected}`)
}
