import { nearestName } from '@ensemble/core/host'
import type { Manifest } from './manifest.ts'

/** Profiles every workspace has, declared or not (docs/contract/protocol.md#activities). */
const BUILT_IN_PROFILES = ['offline', 'production']

/** Says that there is no profile of a name, and which was meant or may be; undefined if there is one. */
export const unknownProfile = ({ profiles }: Pick<Manifest, 'profiles'>, name: string): string | undefined => {
  const names = [...new Set([...BUILT_IN_PROFILES, ...profiles.keys()])]
  if (names.includes(name)) return undefined
  const near = nearestName(name, names)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return `There is no profile "${name}"; there are ${names.join(', ')}.${hint}`
}
