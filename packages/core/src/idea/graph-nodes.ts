import type { JsonSchema } from '../schema/json.ts'
import type { Tool } from '../tool/tool.ts'
import { ideaFile } from './address.ts'
import { serverOfActivity } from './draw-ideas.ts'
import type { DrawnIdea, DrawnTool } from './draw-ideas.ts'
import type { GraphEdge, GraphNode, GraphTool } from './graph-types.ts'
import type { Idea } from './idea.ts'
import { inputSchemaOf } from './input.ts'

/** An Idea with one row for each of its Tools; `problems` is how many it has. */
export function ideaNode({ name, parsed, tools }: DrawnIdea, problems: number): GraphNode {
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

const toolRow = ({ tool, mode, activity, modules, drawn }: DrawnTool): GraphTool => ({
  name: tool.name,
  mode,
  ...(activity !== '' && { activity }),
  modules: modules.map(({ address }) => address),
  approval: tool.approval !== undefined,
  ...(drawn !== undefined && { drawn }),
})

/** Nodes of Activities that belong only to the workspace; each shows the schemas of the first Tool it works for. */
export function activityNodes(
  names: Iterable<string>,
  ideas: readonly DrawnIdea[],
  servers: readonly string[],
): readonly GraphNode[] {
  const users = new Map<string, Tool>()
  for (const { tools } of ideas)
    for (const { activity, tool } of tools) if (!users.has(activity)) users.set(activity, tool)
  return [...names]
    .filter((name) => serverOfActivity(name, servers) === undefined)
    .map((name) => ({
      ...plainNode(`activity:${name}`, 'activity', name),
      input: users.get(name)?.parameters ?? null,
      output: users.get(name)?.output ?? null,
    }))
}

/** A server's tools that may be called are listed as Tools of its node. */
export function serverNode(name: string, activities: ReadonlySet<string>): GraphNode {
  const own = [...activities].filter((activity) => serverOfActivity(activity, [name]) !== undefined)
  return {
    ...plainNode(`mcp:${name}`, 'mcp', name),
    tools: own.map((activity) => ({ name: activity, mode: 'explicit', activity, modules: [], approval: false })),
  }
}

/** Other targets of edges: URLs, and missing modules. */
export function targetNodes(edges: readonly GraphEdge[]): readonly GraphNode[] {
  const ids = new Set(edges.map(({ to }) => to).filter((to) => /^(?:url|missing):/u.test(to)))
  return [...ids].map((id) =>
    id.startsWith('url:') ? plainNode(id, 'url', id.slice(4)) : plainNode(id, 'missing', id.slice(8)),
  )
}

function plainNode(id: string, kind: GraphNode['kind'], name: string): GraphNode {
  const none: JsonSchema | null = null
  return { id, kind, name, input: none, output: none, tools: [], problems: 0 }
}
