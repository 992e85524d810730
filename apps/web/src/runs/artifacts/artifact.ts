import type { Artifact, Json } from '@ensemble/core'

export const isArtifact = (value: unknown): value is Artifact =>
  typeof value === 'object' &&
  value !== null &&
  '$artifact' in value &&
  typeof value.$artifact === 'string' &&
  'type' in value &&
  typeof value.type === 'string'

/** The file's own name: an artifact's name begins with 16 hex digits of its hash. */
export const fileName = (artifact: Pick<Artifact, '$artifact'>): string =>
  artifact.$artifact.replace(/^[0-9a-f]{16}-/, '')

/** A score in ABC notation: its first line is the reference number, and a key is set. */
export const isAbc = (value: Json): value is string =>
  typeof value === 'string' && /^\s*X:\s*\d+/.test(value) && /^\s*K:/m.test(value)

export const isAbcArtifact = (artifact: Artifact): boolean =>
  artifact.type === 'text/vnd.abc' || fileName(artifact).endsWith('.abc')

/** An HTML file: a frame shows it as a page. */
export const isPage = ({ type }: Pick<Artifact, 'type'>): boolean => /^text\/html\b/iu.test(type)
