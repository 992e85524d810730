import { EnsembleError, type Json, type JsonObject, isObject } from '@ensemble/core'
import { applyTextEdits, rangeAt } from '@ensemble/core/editor'
import { changedFields, ideaName } from '@ensemble/core/trace'
import { fileName } from '../workspace/names.ts'
import type { Workspace } from '../workspace/workspace-types.ts'
import type { Experiment } from './experiment-file.ts'
import { ideasOf } from './variant-ideas.ts'

/** A file as it becomes. */
export interface FileText {
  readonly file: string
  /** The current etag of the file. */
  readonly etag: string
  readonly text: string
}

const invalid = (message: string): EnsembleError => new EnsembleError('experiment.invalid', message)

/**
 * The files with what a variant changes: prompts and Activities in their Ideas, the model and config in the Idea of the
 * experiment. Throws EnsembleError `experiment.invalid`.
 */
export const variantEdits = async (
  workspace: Workspace,
  { idea, variants }: Experiment,
  at: number,
): Promise<readonly FileText[]> => {
  const variant = variants[at]
  if (variant === undefined)
    throw invalid(`There is no variant ${at}: they are numbered from 0 to ${variants.length - 1}.`)
  const { model, config, profile } = variant
  if (profile !== undefined)
    throw invalid(
      `The variant ${variant.name} is the profile ${profile}. Set "profile": "${profile}" in ensemble.json.`,
    )
  const isRegistered = (name: string): boolean => workspace.activities().get(name) !== undefined
  const changed = new Map(Object.entries(await ideasOf(variant, workspace.ideas, isRegistered, `/variants/${at}`)))
  const texts: FileText[] = []
  const own = { ...config, ...(model !== undefined && { model }) }
  const addresses = new Set([...changed.keys(), ...(Object.keys(own).length > 0 ? [idea] : [])])
  for (const address of addresses) {
    const name = ideaName(address)
    const stored = await workspace.files.read(fileName('ideas', name))
    if (stored === undefined) throw invalid(`There is no ideas/${name}.json to change.`)
    const before = new TextDecoder().decode(stored.bytes)
    const content = changed.get(address) ?? (JSON.parse(before) as Json) // an Idea that ran is JSON
    const after = address === idea ? withConfig(content, own as JsonObject) : content // a config is JSON
    texts.push({ file: `ideas/${name}.json`, etag: stored.etag, text: textOf(before, after) })
  }
  return texts
}

const withConfig = (idea: Json, config: JsonObject): Json => {
  if (!isObject(idea) || Object.keys(config).length === 0) return idea
  return { ...idea, config: { ...(isObject(idea['config']) ? idea['config'] : {}), ...config } }
}

/** The text with these values; it keeps its layout where only values change. */
const textOf = (before: string, after: Json): string => {
  const changes = changedFields(JSON.parse(before) as Json, after) // the author's file
  let text = before
  for (const { path, before: old, after: value } of changes) {
    if (old === undefined || value === undefined) return `${JSON.stringify(after, null, 2)}\n`
    const [offset, length] = rangeAt(text, path)
    text = applyTextEdits(text, [{ offset, length, text: JSON.stringify(value) }])
  }
  return text
}
