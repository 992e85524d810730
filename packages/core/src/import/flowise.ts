import type { JsonObject } from '../schema/json.ts'
import type { Draft } from './draft.ts'
import { addAgent, givenName, isAsking } from './flowise/agents.ts'
import { type Flow, type FlowNode, flowsIn, holdsFlowise, isCustomTool } from './flowise/flow.ts'
import { isWork, leadFlow, supervisorOf } from './flowise/lead.ts'
import { customSchema } from './flowise/schemas.ts'
import type { Targets } from './flowise/tools.ts'
import { type Importer, at } from './importer.ts'
import { MOST_NODES, type Source, TOO_MANY_NODES } from './read-source.ts'
import { listIn, objectIn, textIn } from './values.ts'

/** Flows of Flowise: chatflows, agentflows V1 and V2, custom tools, and an export of everything. */
export const flowise: Importer = {
  program: 'Flowise',
  takes: ({ value }) => holdsFlowise(value),
  read: (sources, draft) => {
    const all = sources.flatMap(flowsIn)
    const flows = all.filter(({ nodes }) => nodes.length <= MOST_NODES)
    for (const { path, nodes } of all)
      if (nodes.length > MOST_NODES) draft.report(path, 'broken', { reason: TOO_MANY_NODES })
    const custom = sources.flatMap(customTools)
    const names = new Map<FlowNode, string>()
    for (const flow of flows)
      for (const node of flow.nodes.filter(isAsking)) names.set(node, draft.nameIdea(titleOf(flow, node), node.path))
    const leaders = new Map(flows.map((flow) => [flow.id, leaderOf(flow, names, draft)]))
    const used = new Set<string>()
    const targets: Targets = {
      ofNode: (node) => names.get(node),
      ofFlow: (id) => (id === '' ? undefined : leaders.get(id)),
      customTool: (id) => {
        used.add(id)
        return custom.find(({ value }) => value['id'] === id)?.value
      },
    }
    for (const flow of flows) readFlow(flow, names, leaders.get(flow.id), targets, draft)
    for (const { value, path } of custom) {
      if (used.has(textIn(value['id']))) continue
      const name = textIn(value['name'])
      draft.addTool(name, { ...customSchema(value['schema']), description: textIn(value['description']) || name }, path)
      draft.report(path, 'toolCode', { name })
    }
  },
}

const customTools = (source: Source): readonly { readonly value: JsonObject; readonly path: string }[] => {
  if (isCustomTool(source.value)) return [{ value: source.value, path: source.path }]
  return listIn(objectIn(source.value)['Tool']).flatMap((value, index) =>
    isCustomTool(value) ? [{ value, path: at(source, 'Tool', index) }] : [],
  )
}

/** The name that people gave, or the flow's, where the node has the one that Flowise gives. */
const titleOf = (flow: Flow, node: FlowNode): string => {
  const given = givenName(node)
  const isOnly = flow.nodes.filter(isAsking).length === 1 && !flow.nodes.some(isWork)
  if (!isOnly && !PLAIN.test(given)) return given
  return isOnly ? flow.name : `${flow.name} ${given}`
}
const PLAIN = /^(?:LLM|Agent|Supervisor|LLM Chain|Conversation Chain|Tool Agent)\s*\d*$/i

/** The name of the Idea by which another flow calls this one. */
const leaderOf = (flow: Flow, names: ReadonlyMap<FlowNode, string>, draft: Draft): string | undefined => {
  const asking = flow.nodes.filter(isAsking)
  const own = supervisorOf(flow) ?? (asking.length === 1 && !flow.nodes.some(isWork) ? asking[0] : undefined)
  if (own !== undefined) return names.get(own)
  return asking.length === 0 ? undefined : draft.nameIdea(flow.name, flow.path)
}

/** Kinds whose work an Idea does by itself, and parts that are read with the node that names them. */
const QUIET =
  /^(?:stickyNote|startAgentflow|directReplyAgentflow|conditionAgentflow|seqStart|seqEnd|seqState|seqCondition)/
const QUIET_CATEGORIES = ['Chat Models', 'LLMs', 'Output Parsers', 'Prompts', 'Tools', 'Tools (MCP)']

const readFlow = (
  flow: Flow,
  names: ReadonlyMap<FlowNode, string>,
  leader: string | undefined,
  targets: Targets,
  draft: Draft,
): void => {
  const members = new Map<FlowNode, readonly string[]>()
  const supervisor = supervisorOf(flow)
  for (const node of flow.nodes) {
    const { kind, category, path, title } = node
    const name = names.get(node)
    if (name !== undefined) {
      if (node !== supervisor) members.set(node, addAgent(flow, node, name, targets, draft))
    } else if (/memory$/i.test(kind) || category === 'Memory') draft.report(path, 'memory', { name: title })
    else if (/loop/i.test(kind)) draft.report(path, 'loop')
    else if (kind === 'humanInputAgentflow') draft.report(path, 'approvalStep')
    else if (!isWork(node) && !QUIET.test(kind) && !QUIET_CATEGORIES.includes(category))
      draft.report(path, 'step', { name: title, type: kind, program: 'Flowise' })
  }
  if (leader !== undefined) leadFlow({ flow, leader, names, members, targets }, draft)
}
