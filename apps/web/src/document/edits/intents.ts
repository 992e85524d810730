import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { FileEdit, FileRecord } from '../texts/document.ts'
import {
  LAYOUT_FILE,
  freeName,
  freeTitle,
  ideaAddress,
  ideaFile,
  ideaId,
  ideaNameOf,
  toolNameOf,
} from '../texts/files.ts'
import {
  IMPORT_NAMES,
  MODULE_NAMES,
  messagesOf,
  metaField,
  parseObject,
  toolsOf,
  type ToolPlace,
} from '../texts/idea-view.ts'
import { insertAt, removeAt, setAt, toText } from '../texts/json-edit.ts'
import { forgetNodes } from '../layout/layout-edits.ts'

/** The user's intents as edits of texts. Each is one gesture and one step of undo. */
export type Files = ReadonlyMap<string, FileRecord>

const textOf = (files: Files, file: string): string | null => files.get(file)?.text ?? null

export const ideaNames = (files: Files): string[] =>
  [...files.values()].flatMap(({ file, text }) => {
    const name = ideaNameOf(file)
    return name === null || text === null ? [] : [name]
  })

/** How the Ideas are called by those who read, where they say so. */
export const ideaTitles = (files: Files): string[] =>
  ideaNames(files).flatMap((name) => {
    const { title } = parseObject(files.get(ideaFile(name))?.text)
    return typeof title === 'string' ? [title] : []
  })

export const sharedTools = (files: Files): ReadonlyMap<string, JsonObject> =>
  new Map(
    [...files.values()].flatMap(({ file, text, valid }): [string, JsonObject][] => {
      const name = toolNameOf(file)
      return name === null || text === null ? [] : [[name, parseObject(valid)]]
    }),
  )

/** The Tools of an Idea in its last valid text. */
export function toolsOfIdea(files: Files, idea: string): readonly ToolPlace[] {
  const file = ideaFile(idea)
  const shared = sharedTools(files)
  return toolsOf(file, parseObject(files.get(file)?.valid), (name) => shared.get(name))
}

export const findTool = (files: Files, idea: string, tool: string): ToolPlace | undefined =>
  toolsOfIdea(files, idea).find(({ name }) => name === tool)

/** A new Idea that runs as it is: a system text and an input with one field. */
export const newIdea = (name: string, title: string): FileEdit => ({
  file: ideaFile(name),
  text: toText({
    title,
    description: '',
    context: [
      { type: 'text', text: `You are ${title}. Do what the input asks.` },
      {
        type: 'input',
        schema: {
          type: 'object',
          properties: { request: { type: 'string', minLength: 1, description: 'What is wanted, in a sentence' } },
          required: ['request'],
        },
        input: { request: 'Say in a sentence what you can do.' },
      },
    ],
  }),
})

export interface AddedTool {
  readonly edit: FileEdit
  readonly tool: string
}

/** Adds a Tool to the Idea's last tool Message, or in a new one. */
export function addTool(files: Files, idea: string, name: string, schema: JsonObject): FileEdit {
  const file = ideaFile(idea)
  const text = textOf(files, file) ?? ''
  const messages = messagesOf(parseObject(text))
  const holder = messages.findLast(({ type }) => type === 'tool')
  if (holder) return { file, text: setAt(text, ['context', holder.index, 'tool', name], schema) }
  return { file, text: insertAt(text, ['context'], messages.length, { type: 'tool', tool: { [name]: schema } }) }
}

export const plainTool = (description: string): JsonObject => ({
  type: 'object',
  description,
  properties: {},
  required: [],
})

const inputSchemaOf = (idea: JsonObject): JsonObject => {
  const input = messagesOf(idea).find(({ type }) => type === 'input')
  return isObject(input?.message.schema) ? input.message.schema : {}
}

/** The description of an Idea without one: its input. */
function asking(target: string, idea: JsonObject): string {
  const title = typeof idea.title === 'string' ? idea.title : target
  const { properties } = inputSchemaOf(idea)
  const names = isObject(properties) ? Object.keys(properties) : []
  const what = names.length === 0 ? 'the question' : names.join(', ')
  return `Ask ${title}: hand over ${what} and continue with its answer.`
}

/** The Tool that delegates to an Idea: its input's properties as parameters. It imports nothing until a person chooses. */
export function delegationSchema(target: string, idea: JsonObject): JsonObject {
  const input = inputSchemaOf(idea)
  const properties = isObject(input.properties) ? input.properties : {}
  return {
    type: 'object',
    description:
      typeof idea.description === 'string' && idea.description !== '' ? idea.description : asking(target, idea),
    properties: {
      _module: { const: ideaAddress(target) },
      ...properties,
    },
    required: Array.isArray(input.required) ? input.required : [],
  }
}

const camel = (name: string): string => name.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Adds a copy of a Tool under its own name, with a number where an Idea has that already. */
export function addToolCopy(files: Files, idea: string, name: string, schema: JsonObject): AddedTool {
  const tool = freeName(
    name,
    toolsOfIdea(files, idea).map((each) => each.name),
  )
  return { edit: addTool(files, idea, tool, schema), tool }
}

/** Creates the Tool by which `from` delegates to `to`. */
export function delegate(files: Files, from: string, to: string): AddedTool {
  const names = toolsOfIdea(files, from).map(({ name }) => name)
  const base = camel(to)
  const tool = freeName(`ask${base.charAt(0).toUpperCase()}${base.slice(1)}`, names)
  const schema = delegationSchema(to, parseObject(files.get(ideaFile(to))?.valid))
  return { edit: addTool(files, from, tool, schema), tool }
}

const withSchemaText = (files: Files, place: ToolPlace, change: (text: string) => string): FileEdit => ({
  file: place.file,
  text: change(textOf(files, place.file) ?? ''),
})

/** Points an edge of a Tool at another Idea; `to` null ends the delegation, and its imports with it. */
export function retarget(files: Files, place: ToolPlace, from: string | null, to: string | null): FileEdit {
  const address = to === null ? null : ideaAddress(to)
  const field = metaField(place.schema, MODULE_NAMES)
  return withSchemaText(files, place, (text) => {
    if (field === null)
      return address === null ? text : setAt(text, [...place.path, 'properties', '_module'], { const: address })
    const choices = isObject(field.value) && Array.isArray(field.value.enum) ? field.value.enum : null
    if (choices !== null && from !== null && choices.length > 1) {
      const next: Json[] = choices.flatMap((choice: Json) =>
        choice !== ideaAddress(from) ? [choice] : address === null ? [] : [address],
      )
      return setAt(text, [...place.path, ...field.path, 'enum'], next)
    }
    if (address !== null)
      return setAt(text, [...place.path, ...field.path], choices === null ? address : { const: address })
    const imports = metaField(place.schema, IMPORT_NAMES)
    const whole = (path: ToolPlace['path']): ToolPlace['path'] => (path.at(-1) === 'const' ? path.slice(0, -1) : path)
    const without = removeAt(text, [...place.path, ...whole(field.path)])
    return imports === null ? without : removeAt(without, [...place.path, ...whole(imports.path)])
  })
}

export const removeTool = (files: Files, place: ToolPlace, idea: string): FileEdit => ({
  file: ideaFile(idea),
  text: removeAt(textOf(files, ideaFile(idea)) ?? '', place.entryPath),
})

/** Deletes Ideas and notes; Tools that delegate to the Ideas stay and show what they miss. */
export function deleteNodes(
  files: Files,
  names: readonly string[],
  notes: readonly string[] = [],
): readonly FileEdit[] {
  const edits: FileEdit[] = names.map((name) => ({ file: ideaFile(name), text: null }))
  return files.has(LAYOUT_FILE) ? [...edits, forgetNodes(files, new Set([...names.map(ideaId), ...notes]))] : edits
}

export function duplicateIdea(files: Files, name: string): { readonly edit: FileEdit; readonly name: string } {
  const copy = freeName(`${name}-copy`, ideaNames(files))
  const text = textOf(files, ideaFile(name)) ?? ''
  const title = parseObject(text).title
  const copied = typeof title === 'string' ? setAt(text, ['title'], freeTitle(title, ideaTitles(files))) : text
  return { edit: { file: ideaFile(copy), text: copied }, name: copy }
}
