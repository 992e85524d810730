import { type Artifact, type Json, isObject } from '@ensemble/core'

const isArtifact = (value: Json): value is Artifact =>
  isObject(value) && typeof value['$artifact'] === 'string' && typeof value['type'] === 'string'

/** The files that a value holds at any depth, in its order. */
export const artifactsIn = (value: Json): readonly Artifact[] => {
  if (isArtifact(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(artifactsIn)
  return isObject(value) ? Object.values(value).flatMap(artifactsIn) : []
}

/** The name that the Activity gave a file: the 16 hex digits in front of it are the store's. */
export const fileNameOf = (artifact: string): string => artifact.replace(/^[0-9a-f]{16}-/, '')
