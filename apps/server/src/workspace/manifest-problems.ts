import type { Problem, Validator } from '@ensemble/core'
import { ENSEMBLE_SCHEMA } from '@ensemble/core/editor'
import type { Manifest } from './manifest.ts'
import { MANIFEST_FILE } from './names.ts'
import { unknownProfile } from './unknown-profile.ts'

/** What is wrong in an ensemble.json that can be read. */
export const manifestProblems = (manifest: Manifest, validator: Validator): readonly Problem[] => [
  ...unreadSettings(manifest, validator),
  ...profileProblems(manifest),
]

/** Each Run with a model would be refused. */
const profileProblems = (manifest: Manifest): readonly Problem[] => {
  const message = manifest.profile === undefined ? undefined : unknownProfile(manifest, manifest.profile)
  if (message === undefined) return []
  return [{ code: 'profile.unknown', severity: 'error', message, path: '/profile', file: MANIFEST_FILE }]
}

/** What nothing reads, such as a slip in a name: the setting it was meant for would hold nothing. The first is told. */
const unreadSettings = ({ json }: Manifest, validator: Validator): readonly Problem[] => {
  const verdict = validator.check(ENSEMBLE_SCHEMA, json)
  if (verdict.ok) return []
  return verdict.issues.map(({ path, message }) => ({
    code: 'workspace.setting',
    severity: 'warning',
    message: `${message.replace(/\.$/, '')}.`,
    path,
    file: MANIFEST_FILE,
  }))
}
