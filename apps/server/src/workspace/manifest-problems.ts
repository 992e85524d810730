import type { Problem } from '@ensemble/core'
import type { ParsedWorkspace } from '@ensemble/core/idea'
import type { Validator } from '@ensemble/core/schema'
import { ENSEMBLE_SCHEMA } from '@ensemble/core/editor'
import { bindableNames, escapePointer, profileSlips } from '@ensemble/core/host'
import type { Manifest } from './manifest.ts'
import { MANIFEST_FILE } from './names.ts'
import { unknownProfile } from './unknown-profile.ts'

/** The faults of a readable ensemble.json. `activities`: the names of those that are registered. */
export const manifestProblems = (
  manifest: Manifest,
  { ideas, shared }: ParsedWorkspace,
  activities: readonly string[],
  validator: Validator,
): readonly Problem[] => {
  const slips = manifest.profiles.size === 0 ? [] : slipsIn(manifest, { ideas, shared }, activities)
  return [...unreadSettings(manifest, validator), ...slips, ...profileProblems(manifest)]
}

/** Names of profiles that nothing has. The names that there are come from every Tool of every Idea. */
const slipsIn = (
  manifest: Manifest,
  { ideas, shared }: Pick<ParsedWorkspace, 'ideas' | 'shared'>,
  activities: readonly string[],
): readonly Problem[] => {
  const contexts = [...ideas.values()].flatMap(({ idea }) => (idea === undefined ? [] : [idea.context]))
  const names = bindableNames(contexts, shared, activities)
  return [...manifest.profiles].flatMap(([name, profile]) =>
    profileSlips(profile, names, `profiles.${name}`).map(({ path, message }) =>
      unreadSetting(`/profiles/${escapePointer(name)}${path}`, message),
    ),
  )
}

const unreadSetting = (path: string, message: string): Problem => ({
  code: 'workspace.setting',
  severity: 'warning',
  message,
  path,
  file: MANIFEST_FILE,
})

/** Each Run with a model would be refused. */
const profileProblems = (manifest: Manifest): readonly Problem[] => {
  const message = manifest.profile === undefined ? undefined : unknownProfile(manifest, manifest.profile)
  if (message === undefined) return []
  return [{ code: 'profile.unknown', severity: 'error', message, path: '/profile', file: MANIFEST_FILE }]
}

/** Unknown members, such as a misspelt name: the intended setting would have no effect. Reports the first. */
const unreadSettings = ({ json }: Manifest, validator: Validator): readonly Problem[] => {
  const verdict = validator.check(ENSEMBLE_SCHEMA, json)
  if (verdict.ok) return []
  return verdict.issues.map(({ path, message }) => unreadSetting(path, `${message.replace(/\.$/, '')}.`))
}
