import type { JsonObject } from '@ensemble/core'
import type { FileEdit } from '../../document/texts/document.ts'
import { MANIFEST_FILE, ideaFile } from '../../document/texts/files.ts'
import { addTool, findTool, type Files } from '../../document/edits/intents.ts'
import { setAt } from '../../document/texts/json-edit.ts'

interface ImportedTool {
  readonly name: string
  readonly schema: JsonObject
  /** For an operation of OpenAPI: the request that does its work. */
  readonly http?: JsonObject
}

interface ImportedIdea {
  readonly name: string
  readonly idea: JsonObject
}

/** The file of each Idea that was made of an agent. */
export const ideaEdits = (ideas: readonly ImportedIdea[]): readonly FileEdit[] =>
  ideas.map(({ name, idea }) => ({ file: ideaFile(name), text: `${JSON.stringify(idea, null, 2)}\n` }))

/** One edit of the Idea's file (and of shared Tools' files) that holds all the Tools. */
export function importEdits(files: Files, idea: string, tools: readonly ImportedTool[]): readonly FileEdit[] {
  const texts = new Map<string, string | null>()
  let now = files
  for (const { name, schema } of tools) {
    const place = findTool(now, idea, name)
    const made: FileEdit =
      place === undefined
        ? addTool(now, idea, name, schema)
        : { file: place.file, text: setAt(now.get(place.file)?.text ?? '{}', place.path, schema) }
    texts.set(made.file, made.text)
    const record = now.get(made.file)
    if (record !== undefined) now = new Map(now).set(made.file, { ...record, text: made.text, valid: made.text })
  }
  // An operation of OpenAPI brings the HTTP Activity that does its work.
  for (const { name, http } of tools)
    if (http !== undefined) {
      const before = texts.get(MANIFEST_FILE) ?? files.get(MANIFEST_FILE)?.text ?? '{}'
      texts.set(MANIFEST_FILE, setAt(before, ['activities', 'http', name], http))
    }
  return [...texts].map(([file, text]) => ({ file, text }))
}
