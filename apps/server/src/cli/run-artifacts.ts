import { EnsembleError } from '@ensemble/core'
import { fileNameOf } from '../engine/artifact-values.ts'
import type { Client } from './client.ts'

/** A file that a Run's Activities made, as its server lists it. */
export interface ListedArtifact {
  readonly name: string
  readonly type: string
  readonly bytes: number
}

/** The files of a Run, each once. */
export const artifactsOf = async (client: Client, run: string): Promise<readonly ListedArtifact[]> => {
  const listed = await client.call('GET', `/api/runs/${encodeURIComponent(run)}/artifacts`)
  // What this very program's server wrote. Equal bytes under one name are one file, whichever Call made them.
  return [...new Map((listed as readonly ListedArtifact[]).map((each) => [each.name, each])).values()]
}

/** The shortest name that means this file alone among those of its Run. */
export const shortNameOf = (name: string, among: readonly ListedArtifact[]): string => {
  const short = fileNameOf(name)
  return among.filter((each) => fileNameOf(each.name) === short).length > 1 ? name : short
}

/**
 * The file that a word means: one of this name, with or without the store's digits, or the only one that ends in it,
 * such as `wav`. Undefined where none is meant. Throws EnsembleError `usage` where several are.
 */
export const chooseArtifact = (listed: readonly ListedArtifact[], word: string): ListedArtifact | undefined => {
  const ending = `.${word.replace(/^\./, '').toLowerCase()}`
  const candidates = [
    listed.filter(({ name }) => name === word),
    listed.filter(({ name }) => fileNameOf(name) === word),
    listed.filter(({ name }) => name.toLowerCase().endsWith(ending)),
  ]
  const found = candidates.find(({ length }) => length > 0) ?? []
  if (found.length > 1) {
    const names = found.map(({ name }) => shortNameOf(name, listed)).join(', ')
    throw new EnsembleError('usage', `"${word}" means several files of this run: ${names}; name one of them.`)
  }
  return found[0]
}
