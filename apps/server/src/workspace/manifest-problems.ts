import type { Json, Problem, Validator } from '@ensemble/core'
import { ENSEMBLE_SCHEMA } from '@ensemble/core/editor'
import { MANIFEST_FILE } from './names.ts'

/** What of ensemble.json nothing reads, such as a slip in a name: the setting it was meant for would hold nothing. The first is told. */
export const manifestProblems = (manifest: Json, validator: Validator): readonly Problem[] => {
  const verdict = validator.check(ENSEMBLE_SCHEMA, manifest)
  if (verdict.ok) return []
  return verdict.issues.map(({ path, message }) => ({
    code: 'workspace.setting',
    severity: 'warning',
    message: `${message.replace(/\.$/, '')}.`,
    path,
    file: MANIFEST_FILE,
  }))
}
