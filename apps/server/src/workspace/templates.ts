import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError, type Json, type JsonObject, isObject } from '@ensemble/core'
import { type Outline, readOutline } from '../workspaces/outline.ts'
import type { ListedWorkspace, Workspaces } from '../workspaces/workspaces-types.ts'
import { copyWorkspace } from './choose-workspace.ts'

/** A workspace to begin with, as the gallery shows it. */
export interface Template {
  readonly name: string
  readonly title: string
  readonly sentence: string
  readonly idea: string
  readonly input: Json
  readonly waits: boolean
  readonly ideas: number
  readonly tools: readonly string[]
  readonly outline: Outline
}

/** The Ideas and Tools of a template by name, to copy into another workspace. They don't include its code. */
export interface TemplateFiles {
  readonly idea: string
  readonly ideas: JsonObject
  readonly tools: JsonObject
}

export interface Templates {
  readonly list: () => Promise<readonly Template[]>
  /** Throws EnsembleError `template.unknown`. */
  readonly read: (name: string) => Promise<TemplateFiles>
  /** Copies one to a folder of the user's and puts it on their list. Throws EnsembleError `template.unknown`. */
  readonly open: (name: string) => Promise<ListedWorkspace>
}

export interface TemplatesOptions {
  /** The folder with `gallery.json` and a folder for each template. */
  readonly folder: string
  /** Where a user's own copies go. */
  readonly home: string
  readonly add: Workspaces['add']
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))

/** Tools in an Idea's own file. */
const toolsIn = async (file: string): Promise<readonly string[]> => {
  const idea: unknown = JSON.parse(await readFile(file, 'utf8'))
  const context: readonly unknown[] = isObject(idea) && Array.isArray(idea['context']) ? idea['context'] : []
  return context.flatMap((message) =>
    isObject(message) && isObject(message['tool']) ? Object.keys(message['tool']) : [],
  )
}

/** The JSON files of a folder by their names; none where there is no such folder. */
const filesIn = async (folder: string): Promise<JsonObject> =>
  Object.fromEntries(
    await Promise.all(
      (await namesIn(folder)).map(async (name): Promise<[string, Json]> => [
        name,
        JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Json, // what JSON.parse gives
      ]),
    ),
  )

/** The templates of a folder with `gallery.json` and a folder for each of them, in the order of the gallery. */
export const listTemplates = async (folder: string): Promise<readonly Template[]> => {
  const rows: unknown = JSON.parse(await readFile(join(folder, 'gallery.json'), 'utf8'))
  const known = (Array.isArray(rows) ? rows : []).filter(isObject)
  return Promise.all(
    known.map(async (row): Promise<Template> => {
      const name = String(row['name'])
      const ideas = await namesIn(join(folder, name, 'ideas'))
      const inline = await Promise.all(ideas.map((idea) => toolsIn(join(folder, name, 'ideas', `${idea}.json`))))
      return {
        name,
        title: String(row['title']),
        sentence: String(row['sentence']),
        idea: String(row['idea']),
        input: row['input'] ?? null,
        waits: row['waits'] === true,
        ideas: ideas.length,
        tools: [...new Set(inline.flat())],
        outline: await readOutline(join(folder, name)),
      }
    }),
  )
}

/** Throws EnsembleError `template.unknown`. */
export const templateOf = (templates: readonly Template[], name: string): Template => {
  const found = templates.find((template) => template.name === name)
  if (found !== undefined) return found
  throw new EnsembleError(
    'template.unknown',
    `There is no template "${name}"; there are ${templates.map((template) => template.name).join(', ')}.`,
  )
}

/** The bundled examples, each opened as a copy of the user's own: what is bundled is never changed. */
export const createTemplates = ({ folder, home, add }: TemplatesOptions): Templates => ({
  list: () => listTemplates(folder),
  read: async (asked) => {
    const { name, idea } = templateOf(await listTemplates(folder), asked)
    const [ideas, tools] = await Promise.all(['ideas', 'tools'].map((part) => filesIn(join(folder, name, part))))
    return { idea, ideas: ideas ?? {}, tools: tools ?? {} }
  },
  open: async (asked) => {
    const { name } = templateOf(await listTemplates(folder), asked)
    return add(await copyWorkspace(join(folder, name), home, name), name)
  },
})
