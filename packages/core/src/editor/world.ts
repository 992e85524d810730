import { contextTools } from '../idea/context-tools.ts'
import type { Idea } from '../idea/idea.ts'
import { inputSchemaOf } from '../idea/input.ts'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import { writtenTexts } from '../request/reference.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Openness } from '../tool/tool.ts'
import { readForEditor } from './workspace-cache.ts'

/** A name for use in a file, with its description. */
export interface Named {
  readonly name: string
  readonly description?: string
}

/** The parts of a workspace that an editor offers and explains. */
export interface EditorWorld {
  /** The kind of text: an Idea, a shared Tool, ensemble.json, or a plain JSON Schema. */
  readonly file: 'idea' | 'tool' | 'ensemble' | 'schema'
  /** The name of the Idea or Tool. */
  readonly name?: string
  readonly ideas: readonly Named[]
  readonly tools: readonly Named[]
  readonly activities: readonly string[]
  /** `†state.song.melody`, as `_outputPath` takes them. */
  readonly statePaths: readonly string[]
  readonly inputPaths: readonly string[]
  /** Kinds of data Messages. */
  readonly dataKinds: readonly string[]
}

/** The world of `ideas/NAME.json`, `tools/NAME.json`, or (without a name) of `ensemble.json`. */
export const worldOf = (files: WorkspaceFiles, file: EditorWorld['file'], name?: string): EditorWorld => {
  const { ideas, shared } = readForEditor(files)
  const own = file === 'idea' && name !== undefined ? ideas.get(name)?.idea : undefined
  // Any Idea may refer to a shared Tool.
  const around = own === undefined ? [...ideas.values()].flatMap(({ idea }) => idea ?? []) : [own]
  return {
    file,
    ...(name !== undefined && { name }),
    ideas: [...ideas].map(([idea, parsed]) => named(idea, parsed.idea?.description)),
    tools: Object.entries(shared).map(([tool, schema]) => named(tool, schema.description)),
    activities: files.activities,
    statePaths: distinct(around.flatMap((idea) => statePathsOf(idea, shared))),
    inputPaths: distinct(around.flatMap((idea) => pathsIn(inputSchemaOf(idea), '†input', 0))),
    dataKinds: distinct(
      around.flatMap(({ context }) => context.flatMap((one) => (one.type === 'data' ? [one.kind] : []))),
    ),
  }
}

const named = (name: string, description: Json | undefined): Named => ({
  name,
  ...(typeof description === 'string' && { description }),
})
const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)]

const DEEPEST = 4

const pathsIn = (schema: Json | undefined, prefix: string, level: number): readonly string[] =>
  isObject(schema) && isObject(schema.properties) && level < DEEPEST
    ? Object.entries(schema.properties).flatMap(([name, inner]) => [
        `${prefix}.${name}`,
        ...pathsIn(inner, `${prefix}.${name}`, level + 1),
      ])
    : []

const statePathsOf = (idea: Idea, shared: { readonly [name: string]: JsonObject }): readonly string[] => {
  const declared = idea.context.flatMap((message) =>
    message.type === 'state' ? pathsIn(message.schema, '†state', 0) : [],
  )
  const written = contextTools(idea.context, shared).tools.flatMap(({ name, schema }) =>
    valuesOf(normaliseTool(name, schema).tool.outputPath).flatMap(writtenTexts),
  )
  return [...declared, ...written]
}

const valuesOf = (openness: Openness | undefined): readonly string[] => {
  if (openness === undefined || openness.type === 'free') return []
  const values: readonly Json[] = openness.type === 'const' ? [openness.value] : openness.values
  return values.filter((value) => typeof value === 'string')
}
