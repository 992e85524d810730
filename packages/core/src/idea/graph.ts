import { NO_PROFILE } from './bindings.ts'
import type { Profile } from './bindings.ts'
import type { JsonSchema } from '../schema/json.ts'
import { hasOwn } from '../schema/json.ts'
import { resolveMode } from '../tool/mode.ts'
import type { ResolvedMode } from '../tool/mode.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { LintSeverities } from '../tool/lint.ts'
import type { Problem } from '../tool/problem.ts'
import type { Openness, Tool } from '../tool/tool.ts'
import { parseAddress } from './address.ts'
import { chooseBindings, implementationOf } from './choose-bindings.ts'
import { contextTools } from './context-tools.ts'
import type { ContextTool, ContextTools } from './context-tools.ts'
import { findProblems } from './graph-problems.ts'
import type { Graph, GraphEdge, GraphNode, GraphTool } from './graph-types.ts'
import { ideaFile } from './address.ts'
import type { Idea } from './idea.ts'
import { inputSchemaOf } from './input.ts'
import { mcpServerOf } from './mcp-name.ts'
import type { ParsedIdea } from './parse-idea.ts'
import { parseWorkspace } from './workspace.ts'
import type { ParsedWorkspace, WorkspaceFiles } from './workspace.ts'

export interface GraphOptions {
  /** Instead of the workspace's own. */
  readonly profile?: Profile
  readonly activities?: readonly string[]
  /** The workspace's severities of lint rules. */
  readonly lint?: LintSeverities
}

/** One Tool of one Idea, as far as the graph needs it. */
export interface DrawnTool extends ResolvedMode {
  readonly tool: Tool
  readonly entry: ContextTool
  readonly modules: readonly DrawnModule[]
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

/**
 * The module graph of a workspace (API.md, Graph): Ideas with their Tools, and edges to the Ideas, Activities and URLs
 * that those call. Pure, never fetches, never throws; a broken file still gives a node, with its problems.
 */
export function deriveGraph(files: WorkspaceFiles, options: GraphOptions = {}): Graph {
  const workspace = parseWorkspace(files)
  const profile = options.profile ?? files.profile ?? NO_PROFILE
  const activities = new Set(options.activities ?? files.activities)
  const servers = files.mcpServers ?? []
  const { ideas, edges } = drawIdeas(workspace, profile, activities, servers)
  const problems = findProblems(ideas, workspace, { edges, profile, lint: options.lint ?? {} })
  const counts = countByIdea(problems)
  const nodes = [
    ...ideas.map((idea) => ideaNode(idea, counts.get(idea.name) ?? 0)),
    ...[...activities]
      .filter((name) => serverOfActivity(name, servers) === undefined)
      .map((name) => activityNode(name, ideas)),
    ...servers.map((name) => serverNode(name, activities)),
    ...targetNodes(edges),
  ]
  return { nodes, edges, problems }
}

/** Every Idea with its Tools resolved, and what they lead to. */
export function drawIdeas(
  workspace: ParsedWorkspace,
  profile: Profile,
  activities: ReadonlySet<string>,
  servers: readonly string[] = [],
): { readonly ideas: readonly DrawnIdea[]; readonly edges: readonly GraphEdge[] } {
  const ideas = [...workspace.ideas].map(([name, parsed]) => drawIdea(name, parsed, workspace, profile, activities))
  return { ideas, edges: unique(ideas.flatMap((idea) => ideaEdges(idea, servers))) }
}

function drawIdea(
  name: string,
  parsed: ParsedIdea,
  workspace: ParsedWorkspace,
  profile: Profile,
  activities: ReadonlySet<string>,
): DrawnIdea {
  const found = contextTools(parsed.idea?.context ?? [], workspace.shared)
  const names = found.tools.map((entry) => entry.name)
  const bindings = chooseBindings(profile, name, names, undefined)
  const tools = found.tools.map((entry): DrawnTool => {
    const { tool } = normaliseTool(entry.name, entry.schema)
    const resolved = resolveMode(tool, {
      binding: hasOwn(bindings, tool.name) ? bindings[tool.name] : undefined,
      isRegistered: (activity) => activities.has(activity),
      implementationOf: (authored) => implementationOf(profile, authored),
    })
    const modules = valuesOf(tool.module).map((address) => ({ address, node: moduleNode(address, name, workspace) }))
    return { ...resolved, tool, entry, modules }
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

function ideaEdges(idea: DrawnIdea, servers: readonly string[]): readonly GraphEdge[] {
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
const unique = (edges: readonly GraphEdge[]): readonly GraphEdge[] => [
  ...new Map(edges.map((edge) => [edge.id, edge])).values(),
]

function countByIdea(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { idea } of problems) if (idea !== undefined) counts.set(idea, (counts.get(idea) ?? 0) + 1)
  return counts
}

function ideaNode({ name, parsed, tools }: DrawnIdea, problems: number): GraphNode {
  const idea: Idea = parsed.idea ?? { context: [] }
  const model = idea.config?.model
  return {
    id: `idea:${name}`,
    kind: 'idea',
    name,
    ...(idea.title !== undefined && { title: idea.title }),
    ...(idea.description !== undefined && { description: idea.description }),
    file: ideaFile(name),
    ...(model !== undefined && { model }),
    input: inputSchemaOf(idea) ?? null,
    output: idea.schema ?? null,
    tools: tools.map(toolRow),
    problems,
  }
}

const toolRow = ({ tool, mode, activity, modules }: DrawnTool): GraphTool => ({
  name: tool.name,
  mode,
  ...(activity !== '' && { activity }),
  modules: modules.map(({ address }) => address),
  approval: tool.approval !== undefined,
})

/** An Activity shows the schemas of the first Tool that it works for. */
function activityNode(name: string, ideas: readonly DrawnIdea[]): GraphNode {
  const user = ideas.flatMap(({ tools }) => tools).find(({ activity }) => activity === name)?.tool
  return {
    ...plainNode(`activity:${name}`, 'activity', name),
    input: user?.parameters ?? null,
    output: user?.output ?? null,
  }
}

const serverOfActivity = (activity: string, servers: readonly string[]): string | undefined => {
  const server = mcpServerOf(activity)
  return server !== undefined && servers.includes(server) ? server : undefined
}

/** A server's tools that may be called are listed as Tools of its node. */
function serverNode(name: string, activities: ReadonlySet<string>): GraphNode {
  const own = [...activities].filter((activity) => serverOfActivity(activity, [name]) !== undefined)
  return {
    ...plainNode(`mcp:${name}`, 'mcp', name),
    tools: own.map((activity) => ({ name: activity, mode: 'explicit', activity, modules: [], approval: false })),
  }
}

/** What edges lead to beside Ideas and Activities: URLs, and modules that are not there. */
function targetNodes(edges: readonly GraphEdge[]): readonly GraphNode[] {
  const ids = new Set(edges.map(({ to }) => to).filter((to) => /^(?:url|missing):/u.test(to)))
  return [...ids].map((id) =>
    id.startsWith('url:') ? plainNode(id, 'url', id.slice(4)) : plainNode(id, 'missing', id.slice(8)),
  )
}

function plainNode(id: string, kind: GraphNode['kind'], name: string): GraphNode {
  const none: JsonSchema | null = null
  return { id, kind, name, input: none, output: none, tools: [], problems: 0 }
}
