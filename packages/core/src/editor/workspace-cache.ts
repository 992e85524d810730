import { stripComments } from 'jsonc-parser'
import type { JsonObject } from '../schema/json.ts'
import { type Steps, atOnce } from '../schema/turns.ts'
import { parseIdeaInSteps } from '../idea/parse-idea.ts'
import type { ParsedIdea } from '../idea/parse-idea.ts'
import { knownWorkspace, parseToolInSteps } from '../idea/workspace.ts'
import type { ParsedTool, ParsedWorkspace, WorkspaceFiles } from '../idea/workspace.ts'

/** Comments as spaces, so that every offset stays. */
export const withoutComments = (text: string): string => (text.includes('/') ? stripComments(text, ' ') : text)

interface Kept<T> {
  readonly text: string
  readonly parsed: T
}
const ideas = new Map<string, Kept<ParsedIdea>>()
const tools = new Map<string, Kept<ParsedTool>>()

type Read<T> = (name: string, text: string) => Steps<T>

function* readAll<T>(
  kept: Map<string, Kept<T>>,
  texts: ReadonlyMap<string, string>,
  read: Read<T>,
): Steps<ReadonlyMap<string, T>> {
  for (const name of kept.keys()) if (!texts.has(name)) kept.delete(name)
  const all = new Map<string, T>()
  for (const [name, text] of texts) {
    const before = kept.get(name)
    const parsed = before?.text === text ? before.parsed : yield* read(name, text)
    all.set(name, parsed)
    if (before?.parsed === parsed) continue
    kept.set(name, { text, parsed })
    yield text.length
  }
  return all
}

/** JSON has no comments: the graph's reading is the editor's. */
const orKnown = <T extends ParsedIdea | ParsedTool>(
  known: ReadonlyMap<string, T> | undefined,
  read: Read<T>,
): Read<T> =>
  function* (name, text) {
    const parsed = known?.get(name)
    const isJson = parsed !== undefined && parsed.problems.every(({ code }) => !code.endsWith('.json'))
    return isJson ? parsed : yield* read(name, withoutComments(text))
  }

/** A workspace read for an editor: comments tolerated, and only the files read again whose text changed. */
export function* readForEditorInSteps(files: WorkspaceFiles): Steps<ParsedWorkspace> {
  const known = knownWorkspace(files)
  const parsedTools = yield* readAll(tools, files.tools, orKnown(known?.tools, parseToolInSteps))
  const parsedIdeas = yield* readAll(
    ideas,
    files.ideas,
    orKnown(known?.ideas, (name, text) => parseIdeaInSteps(text, name)),
  )
  const schemas = [...parsedTools].flatMap(([name, { schema }]): [string, JsonObject][] =>
    schema ? [[name, schema]] : [],
  )
  return { ideas: parsedIdeas, tools: parsedTools, shared: Object.fromEntries(schemas) }
}

export const readForEditor = (files: WorkspaceFiles): ParsedWorkspace => atOnce(readForEditorInSteps(files))
