import type { Json } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { ImportedTool, Lost } from '../../tool/conversion.ts'
import { importTools } from '../../tool/convert.ts'
import { foreignShape } from '../../tool/foreign-tool.ts'
import { lostOf } from '../../tool/lost-sentences.ts'
import { isName } from '../../tool/name.ts'
import { type ImportedIdea, agentsIn, ideasOfAgents } from './agents.ts'
import {
  type Node,
  type ScriptProgram,
  isNode,
  lineOf,
  membersOf,
  nameOf,
  nodesIn,
  scriptProgram,
  valueOf,
  walk,
} from './script-program.ts'

interface ScriptTools {
  readonly tools: readonly ImportedTool[]
  readonly ideas: readonly ImportedIdea[]
  readonly lost: readonly Lost[]
}
interface Found {
  readonly tools: ImportedTool[]
  readonly agents: { readonly value: Json; readonly path: string }[]
  readonly lost: Lost[]
}

/**
 * Tools and agents that a program declares by `Tool.register(name, schema)` or as library literals, from its syntax
 * tree: runs nothing. Reports computed parts with their line. Undefined if it isn't a program.
 */
export const toolsInScript = (text: string): ScriptTools | undefined => {
  const program = scriptProgram(text)
  if (program === undefined)
    return REGISTERS.test(text) ? { tools: [], ideas: [], lost: [lostOf('scriptBroken', '')] } : undefined
  if (nodesIn(program.top['body']).every((each) => !DOES.has(kindOf(each)))) return undefined
  const found: Found = { tools: [], agents: [], lost: [] }
  walk(program.top, (node) => take(node, program, found))
  const { ideas, lost } = ideasIn(found)
  const all = [...found.lost, ...lost]
  if (found.tools.length + ideas.length + all.length > 0) return { tools: found.tools, ideas, lost: all }
  return { tools: [], ideas: [], lost: [lostOf('scriptWithoutTools', '')] }
}

const REGISTERS = /\bTool\s*\.\s*register\s*\(/
/** Statements that a list of types and prose do not have. */
const DOES = new Set([
  'VariableDeclaration',
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'NewExpression',
  'ObjectExpression',
  'ArrayExpression',
])

const kindOf = (node: Node): string => {
  const inner = node.type === 'ExpressionStatement' ? node['expression'] : node['declaration']
  return isNode(inner) ? inner.type : node.type
}

/** Whether to look inside: what is a tool or an agent is not looked into again. */
const take = (node: Node, program: ScriptProgram, found: Found): boolean => {
  if (node.type === 'CallExpression' && isRegister(node['callee'])) takeRegistered(node, program, found)
  else if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Agent') takeAgent(node, program, found)
  else if (node.type === 'ArrayExpression') return !takeAgents(node, program, found)
  else if (node.type === 'ObjectExpression') return !takeTool(node, program, found)
  else return true
  return false
}

const isRegister = (callee: unknown): boolean =>
  isNode(callee) &&
  callee.type === 'MemberExpression' &&
  callee['computed'] !== true &&
  nameOf(callee['object']) === 'Tool' &&
  nameOf(callee['property']) === 'register'

const takeRegistered = (call: Node, { constants }: ScriptProgram, { tools, lost }: Found): void => {
  const [name, schema] = nodesIn(call['arguments']).map((each) => valueOf(each, constants))
  const path = lineOf(call)
  if (typeof name !== 'string') lost.push(lostOf('computedName', path))
  else if (!isName(name)) lost.push(lostOf('badName', path, { name }))
  else if (!isObject(schema)) lost.push(lostOf('computedSchema', path, { name }))
  else tools.push({ name, schema })
}

const PARAMETERS = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema']

/** A tool as another library writes it; whether it is one. */
const takeTool = (node: Node, { constants }: ScriptProgram, found: Found): boolean => {
  const value = valueOf(node, constants)
  if (value !== undefined && foreignShape(value) !== undefined) {
    const { tools, lost } = importTools(JSON.stringify([value]))
    found.tools.push(...tools)
    found.lost.push(...lost.map((each) => ({ ...each, path: lineOf(node) })))
    return true
  }
  const members = value === undefined ? membersOf(node) : undefined
  if (members?.has('name') !== true || !PARAMETERS.some((key) => members.has(key))) return false
  const name = valueOf(members.get('name'), constants)
  const path = lineOf(node)
  found.lost.push(typeof name === 'string' ? lostOf('computedSchema', path, { name }) : lostOf('computedName', path))
  return true
}

/** `new Agent({ … })`: members that are computed are left out, where the agent can do without them. */
const takeAgent = (node: Node, program: ScriptProgram, { agents, lost }: Found): void => {
  const [given] = nodesIn(node['arguments'])
  const members = given?.type === 'ObjectExpression' ? membersOf(given) : undefined
  const path = lineOf(node)
  const value: { [key: string]: Json } = {}
  for (const [key, member] of members ?? []) {
    const read = key === 'tools' ? elementsOf(member, program) : valueOf(member, program.constants)
    if (read !== undefined) value[key] = read
    else if (key === 'name' || key === 'instructions') {
      lost.push(lostOf('computedAgent', path, { key }))
      return
    } else value[key] = null
  }
  if (members === undefined) lost.push(lostOf('computedAgent', path, { key: 'description' }))
  else agents.push({ value, path })
}

/** Each tool that can be read, and null for one that is computed. */
const elementsOf = (node: unknown, { constants }: ScriptProgram): Json | undefined => {
  if (!isNode(node) || node.type !== 'ArrayExpression') return valueOf(node, constants)
  const elements = node['elements']
  return Array.isArray(elements) ? elements.map((each) => valueOf(each, constants) ?? null) : undefined
}

/** A list of agents as literals; whether it is one. */
const takeAgents = (node: Node, { constants }: ScriptProgram, { agents }: Found): boolean => {
  const value = valueOf(node, constants)
  const list = value === undefined ? undefined : agentsIn(value)
  const path = lineOf(node)
  agents.push(...(list?.agents ?? []).map((each) => ({ value: each.value, path })))
  return list !== undefined
}

const ideasIn = ({
  agents,
  tools,
  lost,
}: Found): { readonly ideas: readonly ImportedIdea[]; readonly lost: readonly Lost[] } => {
  if (agents.length === 0) return { ideas: [], lost: [] }
  const read = ideasOfAgents({
    agents: agents.flatMap(({ value, path }) => (isObject(value) ? [{ value, path }] : [])),
    shared: [],
  })
  // A tool that an agent has is the agent's own, although the program names it by itself.
  const held = new Set(read.ideas.flatMap(({ idea }) => toolNames(idea['context'])))
  const free = tools.filter(({ name }) => !held.has(name))
  tools.splice(0, tools.length, ...free)
  const told = read.lost.map((each) => ({ ...each, path: each.path.split('/')[0] ?? '' }))
  return { ideas: read.ideas, lost: told.filter(({ what }) => lost.every((each) => each.what !== what)) }
}

const toolNames = (context: Json | undefined): readonly string[] =>
  (Array.isArray(context) ? context : []).flatMap((message: Json) =>
    isObject(message) && isObject(message['tool']) ? Object.keys(message['tool']) : [],
  )
