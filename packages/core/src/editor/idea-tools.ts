import { contextTools } from '../idea/context-tools.ts'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import type { Pointer } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Tool } from '../tool/tool.ts'
import { readForEditor } from './workspace-cache.ts'

/** A Tool of an Idea as the files are now, with the place of its text. */
export interface IdeaTool {
  readonly tool: Tool
  /** False where its schema has errors: no Call can be judged by it. */
  readonly isSound: boolean
  readonly file: string
  readonly path: Pointer
}

/** The Tools that an Idea shows a model, shared ones included. Undefined where there is no such Idea. */
export const ideaTools = (files: WorkspaceFiles, idea: string): readonly IdeaTool[] | undefined => {
  const { ideas, shared } = readForEditor(files)
  const parsed = ideas.get(idea)
  if (parsed === undefined) return undefined
  const context = parsed.idea?.context ?? []
  return contextTools(context, shared).tools.map(({ name, schema, message, path, shared: sharedName }) => {
    const { tool, problems } = normaliseTool(name, schema)
    return {
      tool,
      isSound: problems.every(({ severity }) => severity !== 'error'),
      ...(sharedName === undefined
        ? { file: `ideas/${idea}.json`, path: `/context/${context.indexOf(message)}${path}` }
        : { file: `tools/${sharedName}.json`, path: '' }),
    }
  })
}
