import { EnsembleError, type Json } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import { isBodyRef } from '@ensemble/core/host'
import { artifactsIn, fileNameOf } from '../engine/artifact-values.ts'
import type { ListedArtifact } from '../http/answers.ts'
import type { Client } from './client.ts'

/** The files of a Run: all of them, and the names of those that its output holds. */
export interface RunFiles {
  readonly listed: readonly ListedArtifact[]
  readonly inOutput: ReadonlySet<string>
}

/** An output as it is: a large one is stored apart from the event that names it. */
export const outputOf = async (client: Client, run: string, output: Stored<Json>): Promise<Json> =>
  isBodyRef(output)
    ? client.call('GET', '/api/runs/{id}/bodies/{hash}', { path: { id: run, hash: output.$body } })
    : output

/** The files of a Run as its server has them, each once. */
export const filesOf = async (client: Client, run: string): Promise<RunFiles> => {
  const path = { id: run }
  // Equal bytes under one name are one file, whichever Call made them.
  const listed = await client.call('GET', '/api/runs/{id}/artifacts', { path })
  const { output } = await client.call('GET', '/api/runs/{id}', { path })
  const held = output === undefined ? [] : artifactsIn(await outputOf(client, run, output))
  return {
    listed: [...new Map(listed.map((each) => [each.name, each])).values()],
    inOutput: new Set(held.map(({ $artifact }) => $artifact)),
  }
}

/** Where several bear a name, the one that the Run came to is meant rather than those on the way there. */
const meantBy = ({ listed, inOutput }: RunFiles, word: string): readonly ListedArtifact[] => {
  const ending = `.${word.replace(/^\./, '').toLowerCase()}`
  const candidates = [
    listed.filter(({ name }) => name === word),
    listed.filter(({ name }) => fileNameOf(name) === word),
    listed.filter(({ name }) => name.toLowerCase().endsWith(ending)),
  ]
  const found = candidates.find(({ length }) => length > 0) ?? []
  const final = found.filter(({ name }) => inOutput.has(name))
  return final.length > 0 ? final : found
}

/** The shortest name that means this file alone among those of its Run. */
export const shortNameOf = (name: string, files: RunFiles): string => {
  const short = fileNameOf(name)
  const [only, ...others] = meantBy(files, short)
  return only?.name === name && others.length === 0 ? short : name
}

/**
 * The file that a word means: this name, with or without the store's digits, or the only one with this ending. Throws
 * EnsembleError `usage` if several match.
 */
export const chooseArtifact = (files: RunFiles, word: string): ListedArtifact | undefined => {
  const found = meantBy(files, word)
  if (found.length > 1) {
    const names = found.map(({ name }) => shortNameOf(name, files)).join(', ')
    throw new EnsembleError('usage', `"${word}" means several files of this run: ${names}; name one of them.`)
  }
  return found[0]
}
