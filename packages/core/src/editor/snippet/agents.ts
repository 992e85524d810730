import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Lost } from '../../tool/conversion.ts'
import { importTools } from '../../tool/convert.ts'
import { foreignShape } from '../../tool/foreign-tool.ts'
import { lostOf } from '../../tool/lost-sentences.ts'
import { isName } from '../../tool/name.ts'
import { normaliseTool } from '../../tool/normalise.ts'

/** An Idea that was made of an agent, by the name of its file. */
export interface ImportedIdea {
  readonly name: string
  readonly idea: JsonObject
}
interface Agents {
  readonly ideas: readonly ImportedIdea[]
  readonly lost: readonly Lost[]
}
interface Agent {
  readonly value: JsonObject
  readonly path: string
}
/** Where a list of agents was found: itself, and the tools that they name. */
interface AgentList {
  readonly agents: readonly Agent[]
  readonly shared: readonly Json[]
}

/** The agents of a JSON value; undefined if it isn't a list of agents. A single one needs `instructions`. */
export const agentsIn = (value: Json): AgentList | undefined => {
  const isNamed = isObject(value) && Array.isArray(value['agents'])
  const list: Json = isNamed ? (value['agents'] ?? []) : value
  const shared = isNamed && Array.isArray(value['tools']) ? value['tools'] : []
  if (!Array.isArray(list)) {
    const isOne = isObject(list) && isText(list['name']) && isText(list['instructions']) && !isText(list['object'])
    return isOne ? { agents: [{ value: list, path: '' }], shared } : undefined
  }
  const agents = list.filter((each: Json) => isAgent(each)).map((each, at) => ({ value: each, path: `/${at}` }))
  return agents.length > 0 && agents.length === list.length && agents.some(({ value: one }) => isText(one['name']))
    ? { agents, shared }
    : undefined
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'
/** A sentence: `system: "linux"` describes a machine. */
const isSentence = (value: Json | undefined): boolean => isText(value) && /\S\s+\S/.test(value)

const isAgent = (value: Json): value is JsonObject =>
  isObject(value) &&
  foreignShape(value) === undefined &&
  (isText(value['instructions']) ||
    isSentence(value['system']) ||
    isSentence(value['context']) ||
    (Array.isArray(value['context']) && value['context'].every((one: Json) => isObject(one) && isText(one['type']))))

/** Members that become part of the Idea; every other one is reported. */
const UNDERSTOOD = [
  'name',
  'title',
  'description',
  'instructions',
  'system',
  'context',
  'tools',
  'handoffs',
  'model',
  'temperature',
  'schema',
  'type',
]

/** Ideas of agents, one for each; none where two would be one file. */
export const ideasOfAgents = ({ agents, shared }: AgentList): Agents => {
  const unnamed = agents.find(({ value }) => !isText(value['name']))
  if (unnamed !== undefined) return { ideas: [], lost: [lostOf('agentUnnamed', unnamed.path)] }
  const lost: Lost[] = []
  const taken = new Set(agents.map(({ value }) => String(value['name']).toLowerCase()))
  const ideas: ImportedIdea[] = []
  for (const agent of agents) {
    const title = String(agent.value['name'])
    const name = isName(title) ? title : freeName(title, taken)
    if (name !== title) lost.push(lostOf('agentRenamed', `${agent.path}/name`, { name: title, file: name }))
    if (ideas.some((each) => each.name.toLowerCase() === name.toLowerCase()))
      return { ideas: [], lost: [lostOf('agentTwice', agent.path, { name: title })] }
    taken.add(name.toLowerCase())
    ideas.push({ name, idea: ideaOf(agent, title, shared, lost) })
  }
  return { ideas, lost }
}

const freeName = (title: string, taken: ReadonlySet<string>): string => {
  const folded = title
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/gu, '')
    .slice(0, 60)
  const base = isName(folded) ? folded : 'agent'
  let name = base
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}_${count}`
  return name
}

const ideaOf = ({ value, path }: Agent, title: string, shared: readonly Json[], lost: Lost[]): JsonObject => {
  const { description, instructions, system, context, model, temperature, schema, handoffs } = value
  const texts = [instructions, system, context].filter(isText).map((text) => ({ type: 'text', text }))
  const own = Array.isArray(context) ? context : []
  const { tools, lost: unread } = toolsOf({ value, path }, title, shared)
  lost.push(...handoffsLost(handoffs, path, title), ...unread)
  for (const key of Object.keys(value))
    if (!UNDERSTOOD.includes(key)) lost.push(lostOf('agentMember', `${path}/${key}`, { key, name: title }))
  const config: JsonObject = {
    ...(isText(model) && { model }),
    ...(typeof temperature === 'number' && { temperature }),
  }
  const hasInput = own.some((one: Json) => isObject(one) && one['type'] === 'input')
  return {
    title: isText(value['title']) ? value['title'] : title,
    ...(isText(description) && { description }),
    ...(Object.keys(config).length > 0 && { config }),
    context: [
      ...texts,
      ...own,
      ...(hasInput || own.length > 0 ? [] : [REQUEST]),
      ...(Object.keys(tools).length > 0 ? [{ type: 'tool', tool: tools }] : []),
    ],
    ...(isObject(schema) && { schema }),
  }
}

/** An agent's own input, which no list of agents describes. */
const REQUEST: JsonObject = {
  type: 'input',
  schema: {
    type: 'object',
    properties: { request: { type: 'string', minLength: 1, description: 'What is wanted, in a sentence' } },
    required: ['request'],
  },
}

const handoffsLost = (handoffs: Json | undefined, path: string, name: string): readonly Lost[] =>
  (Array.isArray(handoffs) ? handoffs : []).map((one: Json) => {
    const to = isObject(one) && isText(one['name']) ? one['name'] : isText(one) ? one : 'another agent'
    return lostOf('agentHandoff', `${path}/handoffs`, { name, to })
  })

const toolsOf = (
  { value, path }: Agent,
  name: string,
  shared: readonly Json[],
): { readonly tools: JsonObject; readonly lost: readonly Lost[] } => {
  const given = value['tools']
  // Our own form: schemas by name.
  if (isObject(given)) return { tools: given, lost: [] }
  const tools: { [tool: string]: Json } = {}
  const lost: Lost[] = []
  for (const [index, tool] of (Array.isArray(given) ? given : []).entries()) {
    const at = `${path}/tools/${index}`
    const found = isText(tool) ? shared.find((each) => namedTool(each) === tool) : tool
    if (found === undefined) {
      lost.push(lostOf('agentToolElsewhere', at, { name, tool: String(tool) }))
      continue
    }
    const read = toolOf(found)
    if (read === undefined) lost.push(lostOf('agentToolUnread', at, { name }))
    else {
      tools[read.name] = read.schema
      lost.push(...read.lost.map((each) => ({ ...each, path: at })))
    }
  }
  return { tools, lost }
}

const namedTool = (tool: Json): string | undefined => {
  const inner = isObject(tool) && isObject(tool['function']) ? tool['function'] : tool
  return isObject(inner) && isText(inner['name']) ? inner['name'] : undefined
}

/** A tool of another format, or a schema of ours that names itself in `_tool`. */
const toolOf = (
  value: Json,
): { readonly name: string; readonly schema: JsonObject; readonly lost: readonly Lost[] } | undefined => {
  if (foreignShape(value) !== undefined) {
    const { tools, lost } = importTools(JSON.stringify([value]))
    const [tool] = tools
    return tool && { ...tool, lost }
  }
  if (!isObject(value) || !isObject(value['properties'])) return undefined
  const { _tool: own, ...properties } = value['properties']
  const name = isObject(own) ? own['const'] : undefined
  if (!isText(name) || !isName(name)) return undefined
  const isBroken = normaliseTool(name, value).problems.some(({ severity }) => severity === 'error')
  return isBroken ? undefined : { name, schema: { ...value, properties }, lost: [] }
}
