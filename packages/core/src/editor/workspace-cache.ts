import { stripComments } from 'jsonc-parser'
import type { JsonObject } from '../schema/json.ts'
import { parseIdea } from '../idea/parse-idea.ts'
import type { ParsedIdea } from '../idea/parse-idea.ts'
import { parseSharedTool } from '../idea/workspace.ts'
import type { ParsedTool, ParsedWorkspace, WorkspaceFiles } from '../idea/workspace.ts'

/** Comments as spaces, so that every offset stays. */
export const withoutComments = (text: string): string => (text.includes('/') ? stripComments(text, ' ') : text)

interface Kept<T> {
  readonly text: string
  readonly parsed: T
}
const ideas = new Map<string, Kept<ParsedIdea>>()
const tools = new Map<string, Kept<ParsedTool>>()

const readAll = <T>(
  kept: Map<string, Kept<T>>,
  texts: ReadonlyMap<string, string>,
  read: (name: string, text: string) => T,
): ReadonlyMap<string, T> => {
  for (const name of kept.keys()) if (!texts.has(name)) kept.delete(name)
  return new Map(
    [...texts].map(([name, text]): [string, T] => {
      const before = kept.get(name)
      if (before?.text === text) return [name, before.parsed]
      const parsed = read(name, withoutComments(text))
      kept.set(name, { text, parsed })
      return [name, parsed]
    }),
  )
}

/** A workspace read for an editor: comments tolerated, and only the files read again whose text changed. */
export const readForEditor = (files: WorkspaceFiles): ParsedWorkspace => {
  const parsedTools = readAll(tools, files.tools, (name, text) => parseSharedTool(name, text))
  const schemas = [...parsedTools].flatMap(([name, { schema }]): [string, JsonObject][] =>
    schema ? [[name, schema]] : [],
  )
  return {
    ideas: readAll(ideas, files.ideas, (name, text) => parseIdea(text, name)),
    tools: parsedTools,
    shared: Object.fromEntries(schemas),
  }
}
