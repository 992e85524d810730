import { hasOwn } from '../schema/json.ts'
import type { Steps } from '../schema/turns.ts'
import { resolveMode } from '../tool/mode.ts'
import type { ResolvedMode } from '../tool/mode.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Openness, Tool } from '../tool/tool.ts'
import { parseAddress } from './address.ts'
import type { DrawnArms, Profile } from './bindings.ts'
import { armsOf, chooseBindings, implementationOf } from './choose-bindings.ts'
import { contextTools } from './context-tools.ts'
import type { ContextTool, ContextTools } from './context-tools.ts'
import type { GraphEdge } from './graph-types.ts'
import { mcpServerOf } from './mcp-name.ts'
import type { ParsedIdea } from './parse-idea.ts'
import type { ParsedWorkspace } from './workspace.ts'

/** One Tool of one Idea, as far as the graph needs it. */
export interface DrawnTool extends ResolvedMode {
  readonly tool: Tool
  readonly entry: ContextTool
  readonly modules: readonly DrawnModule[]
  readonly drawn: DrawnArms | undefined
}
/** `node` is undefined for `anonymous`, which has no file to draw. */
export interface DrawnModule {
  readonly address: string
  readonly node: string | undefined
}
export interface DrawnIdea {
  readonly name: string
  readonly parsed: ParsedIdea
  readonly tools: readonly DrawnTool[]
  readonly unresolved: ContextTools['unresolved']
}

/** Drawing one Tool takes as much as reading so many characters. */
const DRAWING = 128

/** Every Idea with its Tools resolved, and what they lead to. */
export function* drawIdeasInSteps(
  workspace: ParsedWorkspace,
  profile: Profile,
  activities: ReadonlySet<string>,
  servers: readonly string[] = [],
): Steps<{ readonly ideas: readonly DrawnIdea[]; readonly edges: readonly GraphEdge[] }> {
  const ideas: DrawnIdea[] = []
  for (const [name, parsed] of workspace.ideas) {
    const drawn = drawIdea(name, parsed, workspace, profile, activities)
    ideas.push(drawn)
    yield DRAWING * (1 + drawn.tools.length)
  }
  return { ideas, edges: unique(ideas.flatMap((idea) => ideaEdges(idea, servers))) }
}

/** One Idea with its Tools resolved. It depends on its own text, the shared Tools it names, and which Ideas there are. */
export function drawIdea(
  name: string,
  parsed: ParsedIdea,
  workspace: ParsedWorkspace,
  profile: Profile,
  activities: ReadonlySet<string>,
): DrawnIdea {
  const found = contextTools(parsed.idea?.context ?? [], workspace.shared)
  const names = found.tools.map((entry) => entry.name)
  const bindings = chooseBindings(profile, name, names, {})
  const tools = found.tools.map((entry): DrawnTool => {
    const { tool } = normaliseTool(entry.name, entry.schema)
    const boundTo = (binding: string | undefined): ResolvedMode =>
      resolveMode(tool, {
        binding,
        isRegistered: (activity) => activities.has(activity),
        implementationOf: (activity) => implementationOf(profile, activity),
      })
    const resolved = boundTo(hasOwn(bindings, tool.name) ? bindings[tool.name] : undefined)
    const arms = armsOf(profile, name, tool.name)
    // A Tool that fixes its Activity draws none, whatever the weights say.
    const isDrawn =
      arms !== undefined && new Set(arms.arms.map(({ to }) => `${boundTo(to).mode} ${boundTo(to).activity}`)).size > 1
    const modules = valuesOf(tool.module).map((address) => ({ address, node: moduleNode(address, name, workspace) }))
    return { ...resolved, tool, entry, modules, drawn: isDrawn ? arms : undefined }
  })
  return { name, parsed, tools, unresolved: found.unresolved }
}

const valuesOf = (openness: Openness | undefined): readonly string[] => {
  if (openness === undefined || openness.type === 'free') return []
  const values = openness.type === 'const' ? [openness.value].flat() : openness.values
  return values.filter((value) => typeof value === 'string')
}

function moduleNode(text: string, from: string, workspace: ParsedWorkspace): string | undefined {
  const address = parseAddress(text, `idea://${from}`)
  if (address.type === 'anonymous') return undefined
  if (address.type === 'url') return `url:${address.url}`
  return address.type === 'idea' && workspace.ideas.has(address.name) ? `idea:${address.name}` : `missing:${text}`
}

/** The targets of one Idea's Tools. */
export function ideaEdges(idea: DrawnIdea, servers: readonly string[]): readonly GraphEdge[] {
  const from = `idea:${idea.name}`
  return idea.tools.flatMap(({ tool, activity, modules }) => {
    const targets = modules.flatMap(({ node }) => (node === undefined ? [] : [node]))
    const server = serverOfActivity(activity, servers)
    if (server !== undefined) targets.push(`mcp:${server}`)
    else if (activity !== '') targets.push(`activity:${activity}`)
    return targets.map((to): GraphEdge => ({
      id: `${from}/${tool.name}/${to}`,
      from,
      tool: tool.name,
      to,
      imports: valuesOf(tool.imports),
      importsMode: tool.imports?.type === 'subset' ? 'requested' : 'provisioned',
      resolve: tool.resolve,
    }))
  })
}

/** A choice may name one target twice, as `idea://x` and as a path. */
export const unique = (edges: readonly GraphEdge[]): readonly GraphEdge[] => [
  ...new Map(edges.map((edge) => [edge.id, edge])).values(),
]

/** The server of `servers` that an Activity is a tool of. */
export const serverOfActivity = (activity: string, servers: readonly string[]): string | undefined => {
  const server = mcpServerOf(activity)
  return server !== undefined && servers.includes(server) ? server : undefined
}
