import type { Config } from '../idea/idea.ts'
import { type DrawnTool, drawIdea } from '../idea/draw-ideas.ts'
import { inputSchemaOf } from '../idea/input.ts'
import { mcpServerOf } from '../idea/mcp-name.ts'
import type { Message } from '../idea/message.ts'
import { mergeUpfront } from '../idea/upfront.ts'
import { NO_PROFILE } from '../idea/bindings.ts'
import { type ParsedWorkspace, type WorkspaceFiles, loadIdea, parseWorkspace } from '../idea/workspace.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { escapePointer, isObject } from '../schema/json.ts'
import { pruneDefinitions } from '../tool/prune-definitions.ts'
import type { Openness, Tool } from '../tool/tool.ts'
import { type ExportCode, type ExportRow, exportRow, listed } from './lost.ts'

/** Who does the work of a Tool, in words that other programs have. */
export type Work =
  | { readonly type: 'activity'; readonly activity: string }
  /** The model answers in the call; without a schema the call is its own result. */
  | { readonly type: 'answer'; readonly output: JsonSchema | undefined }
  /** `isBack`: the Idea is one that leads here. */
  | { readonly type: 'module'; readonly idea: string; readonly isBack: boolean }

/** A Tool without meta fields. */
export interface GraphTool {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly parameters: JsonObject
  readonly output: JsonSchema | undefined
  readonly asks: boolean
  readonly isIdempotent: boolean
  readonly work: Work
}

/** An Idea in the words of other programs: one text, tools, an output. */
export interface GraphIdea {
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly text: string
  readonly config: Config
  readonly input: JsonSchema | undefined
  /** Undefined: it answers in text. */
  readonly output: JsonSchema | undefined
  readonly tools: readonly GraphTool[]
}

/** An Idea with the Ideas below it, and the parts that only Ensemble has. */
export interface ExportGraph {
  /** Modules before the Ideas that use them; the exported Idea is the last. */
  readonly ideas: readonly GraphIdea[]
  readonly root: GraphIdea
  /** Rows that hold for every program that runs agents itself. */
  readonly lost: readonly ExportRow[]
}

/** The most Ideas that one file takes. */
const MOST_IDEAS = 200

/** Reads an Idea with the modules below it. Pure. Throws EnsembleError `module.unresolved` or `idea.invalid`, as `loadIdea`. */
export const readExportGraph = (files: WorkspaceFiles, root: string): ExportGraph => {
  const reading: Reading = { files, workspace: parseWorkspace(files), lost: [], above: new Set(), ideas: new Map() }
  readIdea(root, reading)
  const ideas = [...reading.ideas.values()]
  const last = ideas.at(-1)
  if (last === undefined) throw new Error('the exported Idea was read') // readIdea adds it or throws
  return { ideas, root: last, lost: reading.lost }
}

interface Reading {
  readonly files: WorkspaceFiles
  readonly workspace: ParsedWorkspace
  readonly lost: ExportRow[]
  /** Ideas whose modules are being read. */
  readonly above: Set<string>
  readonly ideas: Map<string, GraphIdea>
}

const readIdea = (name: string, reading: Reading): void => {
  const { files, workspace, above, lost } = reading
  const { idea } = loadIdea(files, name)
  const parsed = workspace.ideas.get(name)
  if (parsed === undefined) return
  const path = `ideas/${name}.json`
  above.add(name)
  const drawn = drawIdea(name, parsed, workspace, files.profile ?? NO_PROFILE, new Set(files.activities))
  const tools = drawn.tools.flatMap((tool) =>
    readTool(tool, `${path}#${parsed.pathOf(tool.entry.message)}${tool.entry.path}`, name, reading),
  )
  above.delete(name)
  const report: Report = (code, values, place = path) => void lost.push(exportRow(place, code, values))
  const text = textOf(name, idea.context, report)
  tellReferences(name, drawn.tools, idea.context, report)
  reading.ideas.set(name, {
    name,
    path,
    title: idea.title ?? name,
    description: idea.description ?? '',
    text,
    config: idea.config ?? {},
    input: inputSchemaOf(idea),
    output: idea.schema,
    tools: withFreeNames(tools),
  })
}

type Report = (code: ExportCode, values: ExportRow['values'], place?: string) => void

const readTool = (drawn: DrawnTool, path: string, from: string, reading: Reading): readonly GraphTool[] => {
  const { tool, drawn: arms } = drawn
  const report: Report = (code, values) => void reading.lost.push(exportRow(path, code, values))
  if (arms !== undefined) report('weights', { tool: tool.name })
  if (tool.approval?.type === 'when') report('approvalWhen', { tool: tool.name })
  const base = {
    name: tool.name,
    path,
    description: tool.description,
    asks: tool.approval !== undefined,
    isIdempotent: tool.idempotent,
  }
  const made = (work: Work, own: Tool = tool, name = tool.name): GraphTool => ({
    ...base,
    name,
    parameters: pruneDefinitions(own.parameters),
    output: own.output,
    work,
  })
  if (drawn.mode === 'module' && drawn.activity === '') return readModules(drawn, from, reading, made, report)
  const activity = drawn.activity === '' ? drawn.missing : drawn.activity
  if (activity !== undefined) return [made(activityWork(activity, report))]
  if (tool.output !== undefined) report('latentTool', { tool: tool.name })
  return [made({ type: 'answer', output: tool.output })]
}

const activityWork = (activity: string, report: Report): Work => {
  const server = mcpServerOf(activity)
  if (server === undefined) report('activityCode', { name: activity })
  else report('serverTool', { name: activity.slice(server.length + 2), server })
  return { type: 'activity', activity }
}

const readModules = (
  { tool, modules }: DrawnTool,
  from: string,
  reading: Reading,
  made: (work: Work, own?: Tool, name?: string) => GraphTool,
  report: Report,
): readonly GraphTool[] => {
  const parts = importsOf(tool.imports)
  if (parts.length > 0) report('imports', { tool: tool.name, parts: listed(parts) })
  if (modules.length > 1) report('moduleChoice', { tool: tool.name, count: String(modules.length) })
  return modules.map(({ address, node }) => {
    const name =
      modules.length > 1 ? `${tool.name}_${address.replace(/^.*[/:]/, '').replace(/\.json$/, '')}` : tool.name
    if (node === undefined) {
      report('moduleAnonymous', { tool: tool.name })
      return made({ type: 'answer', output: tool.output }, tool, name)
    }
    const idea = node.startsWith('idea:') ? node.slice('idea:'.length) : undefined
    if (idea === undefined || (!reading.ideas.has(idea) && reading.ideas.size + reading.above.size >= MOST_IDEAS)) {
      report('moduleElsewhere', { tool: tool.name, module: address })
      return made({ type: 'activity', activity: name }, tool, name)
    }
    const isBack = reading.above.has(idea)
    if (isBack) report('cycle', { idea: from, module: idea, tool: name })
    else if (!reading.ideas.has(idea)) readIdea(idea, reading)
    const { tool: own } = mergeUpfront(tool, loadIdea(reading.files, idea).idea)
    return made({ type: 'module', idea, isBack }, own, name)
  })
}

const importsOf = (imports: Openness | undefined): readonly string[] => {
  const values =
    imports === undefined || imports.type === 'free' ? [] : imports.type === 'const' ? imports.value : imports.values
  return Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
}

/** Names that choices made may meet those of other Tools. */
const withFreeNames = (tools: readonly GraphTool[]): readonly GraphTool[] => {
  const taken = new Set<string>()
  return tools.map((tool) => {
    let name = tool.name.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_NAME)
    for (let count = 2; taken.has(name); count++) name = `${tool.name.slice(0, LONGEST_NAME - 4)}_${count}`
    taken.add(name)
    return name === tool.name ? tool : { ...tool, name }
  })
}
/** Function names of model providers. */
const LONGEST_NAME = 64

const block = (title: string, value: Json): string => `${title}:\n${JSON.stringify(value, null, 2)}`

/** Everything that the Idea says, as the instructions of one agent. */
const textOf = (name: string, context: readonly Message[], report: Report): string => {
  const isSystem = (message: Message): boolean => message.type === 'text' && (message.role ?? 'system') === 'system'
  if (context.some((message) => message.type === 'text' && !isSystem(message))) report('roles', { idea: name })
  const blocks = context.flatMap((message): readonly string[] => {
    if (message.type === 'text') {
      const { role = 'system', text } = message
      return [role === 'system' ? text : `${role === 'user' ? 'User' : 'Assistant'}: ${text}`]
    }
    if (message.type !== 'data' || readsInput(message.data)) return []
    if (message.kind === 'file') {
      report('files', { idea: name })
      return []
    }
    return [block(message.description ?? message.kind, message.data)]
  })
  return blocks.filter((one) => one.trim() !== '').join('\n\n')
}

const readsInput = (value: Json | undefined): boolean => typeof value === 'string' && value.startsWith('†input')

/** References, states and instances of an Idea: the data flow that other programs leave to the model. */
const tellReferences = (
  name: string,
  tools: readonly DrawnTool[],
  context: readonly Message[],
  report: Report,
): void => {
  const places = tools.flatMap(({ tool: { outputPath } }) =>
    outputPath?.type === 'const' && typeof outputPath.value === 'string' ? [outputPath.value] : [],
  )
  const fromInput = context.flatMap((message) => {
    const value = message.type === 'data' ? message.data : message.type === 'state' ? message.state : undefined
    return typeof value === 'string' && readsInput(value) ? [value] : []
  })
  const inTexts = context.flatMap((message) =>
    message.type === 'text' ? [...message.text.matchAll(/†(?:state|input)[\w.]*\w/gu)].map(([one]) => one) : [],
  )
  const all = [...places, ...fromInput, ...inTexts]
  if (all.length > 0) report('references', { idea: name, places: listed(all) })
  if (context.some(({ type }) => type === 'state')) report('state', { idea: name })
  if (context.some((message) => '_instance' in message && message._instance !== undefined))
    report('instances', { idea: name })
}

/** The Tools of a graph in its order, with their Ideas. */
export const toolsIn = ({ ideas }: ExportGraph): readonly (GraphTool & { readonly idea: GraphIdea })[] =>
  ideas.flatMap((idea) => idea.tools.map((tool) => ({ ...tool, idea })))

/** A place within an Idea. */
export const within = (idea: GraphIdea, ...segments: readonly string[]): string =>
  `${idea.path}#/${segments.map(escapePointer).join('/')}`

/** An object schema, as agents of other programs must answer in. */
export const isObjectSchema = (schema: JsonSchema | undefined): schema is JsonObject =>
  isObject(schema) && schema['type'] === 'object'
