import type { Artifact } from '@ensemble/core'
import { fileName } from '../../artifacts/artifact.ts'

/** How a file is shown; `file` is only offered for download. */
export type ArtifactKind = 'audio' | 'image' | 'page' | 'table' | 'markdown' | 'json' | 'text' | 'file'

export function kindOf(artifact: Pick<Artifact, '$artifact' | 'type'>): ArtifactKind {
  const type = artifact.type.toLowerCase().split(';', 1)[0] ?? ''
  const extension = /\.(\w+)$/.exec(fileName(artifact))?.[1]?.toLowerCase()
  if (/^audio\/(?!midi|x-midi|sp-midi)/.test(type)) return 'audio'
  // Drawn by an <img>, where SVG runs no script and loads nothing; opened by itself it is a download.
  if (type.startsWith('image/')) return 'image'
  if (type === 'text/html') return 'page'
  if (type === 'text/csv' || type === 'text/tab-separated-values' || extension === 'csv' || extension === 'tsv')
    return 'table'
  if (type === 'text/markdown' || extension === 'md') return 'markdown'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return type.startsWith('text/') ? 'text' : 'file'
}
