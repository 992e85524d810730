import type { WorkspaceFiles } from '@ensemble/core/idea'
import { applyTextEdits, renameAt, resultFieldOf, worldOf } from '@ensemble/core/editor'
import type { JSONPath } from 'jsonc-parser'
import type { FileEdit } from '../texts/document.ts'
import { ideaFile, ideaNameOf, toolNameOf } from '../texts/files.ts'
import { MODULE_NAMES, metaField, type ToolPlace } from '../texts/idea-view.ts'
import { ideaNames, toolsOfIdea, type Files } from './intents.ts'
import { nodeAt } from '../texts/json-edit.ts'
import { Changes, inputSchemaPaths } from './rename.ts'

/** An object schema that declares a field, by its place in a file. */
export interface FieldOwner {
  readonly file: string
  readonly path: JSONPath
}

const keyOf = ({ file, path }: FieldOwner): string => `${file}#${JSON.stringify(path)}`
const isAt = (path: JSONPath, other: readonly (string | number)[]): boolean =>
  path.length === other.length && path.every((step, index) => step === other[index])

/** Every Tool of every Idea, with the Idea that holds it. */
const allTools = (files: Files): readonly { readonly idea: string; readonly place: ToolPlace }[] =>
  ideaNames(files).flatMap((idea) => toolsOfIdea(files, idea).map((place) => ({ idea, place })))

/** The one Idea that a Tool delegates to; several to choose from share no schema. */
function moduleOf({ schema }: ToolPlace): string | null {
  const value = metaField(schema, MODULE_NAMES)?.value
  return typeof value === 'string' && value.startsWith('idea://') ? value.slice('idea://'.length) : null
}

const outputOf = (place: ToolPlace): FieldOwner => ({
  file: place.file,
  path: [...place.path, 'properties', resultFieldOf(place.schema)],
})

/** The schemas that describe the same object on the other side of a delegation: input and parameters, output and `_output`. */
function counterparts(files: Files, owner: FieldOwner): readonly FieldOwner[] {
  const idea = ideaNameOf(owner.file)
  const tools = allTools(files)
  const callers = idea === null ? [] : tools.filter(({ place }) => moduleOf(place) === idea)
  const found: FieldOwner[] = []
  if (idea !== null && inputSchemaPaths(files, idea).some((path) => isAt(owner.path, path)))
    found.push(...callers.map(({ place }) => ({ file: place.file, path: place.path })))
  if (idea !== null && isAt(owner.path, ['schema'])) found.push(...callers.map(({ place }) => outputOf(place)))
  for (const { place } of tools) {
    const target = moduleOf(place)
    if (target === null || place.file !== owner.file) continue
    const file = ideaFile(target)
    if (isAt(owner.path, place.path))
      found.push(...inputSchemaPaths(files, target).map((path) => ({ file, path: [...path] })))
    if (isAt(owner.path, outputOf(place).path)) found.push({ file, path: ['schema'] })
  }
  return found
}

/** All schemas that a field has to be renamed in, the first one included. */
function sameObject(files: Files, first: FieldOwner, field: string): readonly FieldOwner[] {
  const all = new Map<string, FieldOwner>()
  const waiting = [first]
  for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop()) {
    const text = files.get(owner.file)?.text
    if (all.has(keyOf(owner)) || text === null || text === undefined) continue
    if (nodeAt(text, [...owner.path, 'properties', field]) === undefined) continue
    all.set(keyOf(owner), owner)
    waiting.push(...counterparts(files, owner))
  }
  return [...all.values()]
}

const workspaceOf = (changes: Changes): WorkspaceFiles => {
  const textsOf = (nameOf: (file: string) => string | null): Map<string, string> =>
    new Map(
      [...changes.files.keys()].flatMap((file): [string, string][] => {
        const name = nameOf(file)
        const text = changes.text(file)
        return name === null || text === null ? [] : [[name, text]]
      }),
    )
  return { ideas: textsOf(ideaNameOf), tools: textsOf(toolNameOf), activities: [] }
}

function renameIn(changes: Changes, { file, path }: FieldOwner, from: string, to: string): void {
  const idea = ideaNameOf(file)
  const text = changes.text(file)
  const key = text === null ? undefined : nodeAt(text, [...path, 'properties', from])?.parent?.children?.[0]
  if (text === null || key === undefined) return
  const world = worldOf(workspaceOf(changes), idea === null ? 'tool' : 'idea', idea ?? toolNameOf(file) ?? undefined)
  changes.set(file, applyTextEdits(text, renameAt(text, key.offset, to, world)))
}

/** Where the results of a Tool are written, when it says one place: `†state.song`. */
function statePathOf(place: ToolPlace): string | null {
  const value = metaField(place.schema, ['_outputPath'])?.value
  return typeof value === 'string' && /^†state(\.[\p{L}\p{N}_-]+)+$/u.test(value) ? value : null
}

/** References to a field of a result in the state: `†state.song.melody`, and `state:song.melody` of imports. */
function renameInState(changes: Changes, owner: FieldOwner, from: string, to: string): void {
  for (const { idea, place } of allTools(changes.files)) {
    const path = statePathOf(place)
    if (path === null || place.file !== owner.file || !isAt(owner.path, outputOf(place).path)) continue
    const inside = path.slice('†state.'.length)
    for (const before of [`${path}.${from}`, `state:${inside}.${from}`]) {
      const after = before.slice(0, before.length - from.length) + to
      changes.change(ideaFile(idea), (text) => replacePath(text, before, after))
    }
  }
}

const replacePath = (text: string, before: string, after: string): string =>
  text.split(before).reduce((left, right) => left + (/^[\p{L}\p{N}_-]/u.test(right) ? before : after) + right)

/**
 * Renames a field of an object schema and all its uses: delegating Tools, target Ideas, references into the state.
 * Empty if the name is taken.
 */
export function renameField(files: Files, owner: FieldOwner, from: string, to: string): readonly FileEdit[] {
  const text = files.get(owner.file)?.text
  if (text === null || text === undefined || from === to) return []
  if (nodeAt(text, [...owner.path, 'properties', to]) !== undefined) return []
  const changes = new Changes(files)
  for (const each of sameObject(files, owner, from)) {
    renameIn(changes, each, from, to)
    renameInState(changes, each, from, to)
  }
  return changes.edits()
}
