import { nameFrom, toolNameFrom } from '../tool/name-from.ts'
import type { ToolSchema } from '../tool/tool.ts'
import type { Draft } from './draft.ts'
import { type Importer, at } from './importer.ts'
import { addConfigured } from './mcp-configs.ts'
import type { Source } from './read-source.ts'
import { addChat, memberFrom } from './rivet/chat.ts'
import { type RivetGraph, type RivetNode, graphsIn, holdsProject, isChat, lastName } from './rivet/project.ts'
import { inOrder, inputOf, leadingText, moduleTool } from './steps.ts'
import { listIn, objectIn, textIn } from './values.ts'

/** Projects of Rivet: each chat becomes an Idea, and one more leads a graph of several. */
export const rivet: Importer = {
  program: 'Rivet',
  takes: ({ value }) => holdsProject(value),
  read: (sources, draft) => {
    for (const source of sources) readProject(source, draft)
  },
}

const readProject = (source: Source, draft: Draft): void => {
  const graphs = graphsIn(source)
  const data = objectIn(objectIn(source.value)['data'])
  const servers = objectIn(objectIn(objectIn(data['metadata'])['mcpServer'])['mcpServers'])
  for (const [name, entry] of Object.entries(servers))
    addConfigured(at(source, 'data', 'metadata', 'mcpServer', 'mcpServers', name), name, entry, draft)
  const names = new Map<RivetNode, string>()
  const leaders = new Map<RivetGraph, string>()
  for (const graph of graphs) {
    const steps = stepsOf(graph, graphs)
    for (const node of graph.nodes.filter(isChat))
      names.set(node, draft.nameIdea(titleOf(graph, node, graphs), node.path))
    if (steps.length > 1) leaders.set(graph, draft.nameIdea(lastName(graph), graph.path))
  }
  const ideaOf = (graph: RivetGraph, seen: readonly RivetGraph[] = []): string | undefined => {
    const leader = leaders.get(graph)
    const [step] = stepsOf(graph, graphs)
    if (leader !== undefined || step === undefined || seen.includes(graph)) return leader
    const inner = innerOf(step, graphs)
    return inner === undefined ? names.get(step) : ideaOf(inner, [...seen, graph])
  }
  const members = new Map<RivetNode, readonly string[]>()
  for (const graph of graphs) {
    for (const node of graph.nodes) {
      const name = names.get(node)
      if (name === undefined) reportNode(node, draft)
      else members.set(node, addChat({ graph, node, name, title: titleOf(graph, node, graphs), graphs, ideaOf }, draft))
    }
    const name = leaders.get(graph)
    if (name !== undefined) addLeader({ graph, graphs, name, names, members, ideaOf }, draft)
  }
  for (const [index, suite] of listIn(objectIn(objectIn(data['attachedData'])['trivet'])['testSuites']).entries())
    draft.report(at(source, 'data', 'attachedData', 'trivet', 'testSuites', index), 'tests', {
      name: textIn(objectIn(suite)['name']) || 'the graph',
    })
}

/** The graph's name for its only step. */
const titleOf = (graph: RivetGraph, { title }: RivetNode, graphs: readonly RivetGraph[]): string => {
  if (stepsOf(graph, graphs).length === 1) return lastName(graph)
  return /^chat\b/i.test(title) ? `${lastName(graph)} ${title}` : title
}

/** The graph that a node runs. */
const innerOf = ({ type, data }: RivetNode, graphs: readonly RivetGraph[]): RivetGraph | undefined => {
  const wanted =
    type === 'subGraph' ? data['graphId'] : /^loopUntil$|^callGraph$/.test(type) ? data['targetGraph'] : undefined
  return wanted === undefined ? undefined : graphs.find(({ id }) => id === wanted)
}

const known = new WeakMap<RivetGraph, readonly RivetNode[]>()

/** Chats of a graph, and the graphs with chats that it runs, in order. */
const stepsOf = (graph: RivetGraph, graphs: readonly RivetGraph[]): readonly RivetNode[] => {
  const steps =
    known.get(graph) ??
    inOrder(graph.nodes, graph.wires).filter((node) => isChat(node) || asks(innerOf(node, graphs), graphs, [graph]))
  known.set(graph, steps)
  return steps
}

const asks = (graph: RivetGraph | undefined, graphs: readonly RivetGraph[], seen: readonly RivetGraph[]): boolean =>
  graph !== undefined &&
  !seen.includes(graph) &&
  graph.nodes.some((node) => isChat(node) || asks(innerOf(node, graphs), graphs, [...seen, graph]))

/** Parts that are read with the chat that they lead to, and notes. */
const QUIET =
  /^(?:comment|text|prompt|assemblePrompt|assembleMessage|array|graphInput|graphOutput|gptFunction|object|number|boolean|passthrough|subGraph|userInput|mcpDiscovery|delegateFunctionCall|extract\w*|destructure)$/

const reportNode = ({ type, title, path }: RivetNode, draft: Draft): void => {
  if (/^loop/.test(type)) draft.report(path, 'loop')
  else if (!QUIET.test(type)) draft.report(path, 'step', { name: title, type, program: 'Rivet' })
}

interface Led {
  readonly graph: RivetGraph
  readonly graphs: readonly RivetGraph[]
  readonly name: string
  readonly names: ReadonlyMap<RivetNode, string>
  readonly members: ReadonlyMap<RivetNode, readonly string[]>
  readonly ideaOf: (graph: RivetGraph) => string | undefined
}

const addLeader = ({ graph, graphs, name, names, members, ideaOf }: Led, draft: Draft): void => {
  const tools: { [name: string]: ToolSchema } = {}
  for (const step of stepsOf(graph, graphs)) {
    const inner = innerOf(step, graphs)
    const idea = inner === undefined ? names.get(step) : ideaOf(inner)
    if (idea === undefined || idea === name) continue
    const title = inner === undefined ? titleOf(graph, step, graphs) : lastName(inner)
    const asked = inner === undefined ? (members.get(step) ?? []) : inputsOf(inner)
    tools[freeName(toolNameFrom(nameFrom(title)) || 'step', tools)] = moduleTool({
      title,
      description: inner?.description ?? '',
      idea,
      members: asked,
    })
  }
  const inputs = inputsOf(graph)
  draft.report(graph.path, 'order', { name: lastName(graph) })
  draft.addIdea(name, {
    path: graph.path,
    title: lastName(graph),
    description: graph.description || `Has its work done by ${Object.keys(tools).length} Tools.`,
    texts: [leadingText(Object.keys(tools))],
    ...(inputs.length > 0 && { input: inputOf(inputs) }),
    tools,
    output: { type: 'string' },
  })
}

const inputsOf = ({ nodes }: RivetGraph): readonly string[] => [
  ...new Set(nodes.filter(({ type }) => type === 'graphInput').map(({ data }) => memberFrom(textIn(data['id'])))),
]

const freeName = (wanted: string, tools: object): string => {
  let name = wanted
  for (let count = 2; Object.hasOwn(tools, name); count++) name = `${wanted}${count}`
  return name
}
