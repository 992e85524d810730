import { type Artifact, type Json, isObject } from '@ensemble/core'

const isArtifact = (value: Json): value is Artifact =>
  isObject(value) && typeof value['$artifact'] === 'string' && typeof value['type'] === 'string'

/** The files that a value holds at any depth, in its order. */
export const artifactsIn = (value: Json): readonly Artifact[] => {
  if (isArtifact(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(artifactsIn)
  return isObject(value) ? Object.values(value).flatMap(artifactsIn) : []
}

/** The files that an output names and that are not among those the Run made, each once. */
export const filesNotMade = (output: Json, made: Iterable<string>): readonly string[] => {
  const isMade = new Set(made)
  return [...new Set(artifactsIn(output).map(({ $artifact }) => $artifact))].filter((name) => !isMade.has(name))
}

/** The name that the Activity gave a file: the 16 hex digits in front of it are the store's. */
export const fileNameOf = (artifact: string): string => artifact.replace(/^[0-9a-f]{16}-/, '')
