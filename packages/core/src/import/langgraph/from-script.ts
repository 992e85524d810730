import {
  type Node,
  isNode,
  nameOf,
  nodesIn,
  scriptProgram,
  valueOf,
  walk,
} from '../../editor/snippet/script-program.ts'
import type { ProgramAgent, ProgramTool, ToolUse } from '../agents-sdk/model.ts'
import {
  type Named,
  allNames,
  declaredTool,
  elementsOf,
  looseMembers,
  numberOf,
  objectGiven,
  outputOf,
  plain,
  stringOf,
} from '../agents-sdk/script-parts.ts'
import type { Source } from '../read-source.ts'
import { type AddedNode, type LangGraphProgram, assembled } from './assemble.ts'
import { joined } from './prompts.ts'
import { askedModel, propertyOf, scriptModelOf } from './script-model.ts'
import { scriptPromptOf, scriptPromptsIn } from './script-prompts.ts'

/** Makers of an agent, in LangGraph, LangChain 1, Deep Agents and the supervisor and swarm packages. */
const MAKERS =
  /^(?:createReactAgent|createAgent|createDeepAgent|createSupervisor|createToolCallingAgent|createOpenAIFunctionsAgent)$/
const PROMPTS = ['prompt', 'systemPrompt', 'instructions', 'stateModifier', 'messageModifier']
const READ = [
  ...PROMPTS,
  'model',
  'llm',
  'tools',
  'name',
  'supervisorName',
  'description',
  'responseFormat',
  'agents',
  'subagents',
]

/** The agents, graph nodes and tools of a JavaScript or TypeScript program; undefined if it can't be parsed. Runs nothing. */
export const programOfLangGraphJs = (source: Source): LangGraphProgram | undefined => {
  const parsed = scriptProgram(source.text)
  if (parsed === undefined) return undefined
  const named: Named = { names: withMethods(parsed.top) }
  const homes = homesOf(parsed.top)
  const tools: ProgramTool[] = []
  const agents: ProgramAgent[] = []
  const nodes: { readonly start: number; readonly node: AddedNode }[] = []
  const asked = new Set<string>()
  walk(parsed.top, (node) => {
    const callee = node['callee']
    if (!isNode(callee)) return true
    const called = nameOf(callee) ?? propertyOf(node) ?? ''
    const variable = homes.get(node) ?? `line${numberOf(node)}`
    if (MAKERS.test(called)) agents.push(...agentsOf(node, variable, homes.has(node), named))
    if (called === 'addNode') nodes.push(...addedBy(node, named).map((one) => ({ start: startOf(callee), node: one })))
    if (called === 'humanInTheLoopMiddleware') for (const name of asksOf(node, named)) asked.add(name)
    const declared = declarationOf(node, called)
    if (declared !== undefined) tools.push(declaredTool(node, declared, variable, named))
    return true
  })
  return assembled(
    source,
    agents,
    // A chain holds its first call deepest.
    nodes.toSorted((a, b) => a.start - b.start).map(({ node }) => node),
    () => tools.map((tool) => (asked.has(tool.name) ? { ...tool, asksFirst: true } : tool)),
  )
}

const startOf = (callee: Node): number => {
  const { property } = callee
  const start = isNode(property) ? property['start'] : undefined
  return typeof start === 'number' ? start : 0
}

/** The names of the program, and the methods of its classes, which `this` names. */
const withMethods = (top: Node): Named['names'] => {
  const names = new Map(allNames(top))
  walk(top, (node) => {
    const key = /^Class(?:Method|Property)$/.test(node.type) ? nameOf(node['key']) : undefined
    if (key !== undefined && !names.has(key)) names.set(key, node.type === 'ClassMethod' ? node : node['value'])
    return true
  })
  return names
}

/** The name of a value: the variable or member that holds it, else the function that returns it. */
const homesOf = (top: Node): ReadonlyMap<Node, string> => {
  const homes = new Map<Node, string>()
  const give = (value: unknown, name: string | undefined): void => {
    const node = plain(value)
    if (node !== undefined && name !== undefined && !homes.has(node)) homes.set(node, name)
  }
  const returned = (body: unknown, name: string | undefined): void => {
    const inner = plain(body)
    if (inner?.type !== 'BlockStatement') return give(inner, withoutVerb(name))
    for (const one of nodesIn(inner['body']))
      if (one.type === 'ReturnStatement') give(one['argument'], withoutVerb(name))
  }
  walk(top, (node) => {
    if (node.type === 'VariableDeclarator') {
      const init = plain(node['init'])
      give(init, nameOf(node['id']))
      if (/Function/.test(init?.type ?? '')) returned(init?.['body'], nameOf(node['id']))
    }
    if (node.type === 'AssignmentExpression') {
      const { left } = node
      give(node['right'], nameOf(left) ?? (isNode(left) ? nameOf(left['property']) : undefined))
    }
    if (/^(?:FunctionDeclaration|ClassMethod)$/.test(node.type))
      returned(node['body'], nameOf(node['id']) ?? nameOf(node['key']))
    return true
  })
  return homes
}

/** `buildAgent` → `agent`. */
const withoutVerb = (name: string | undefined): string | undefined =>
  name?.replace(/^(?:build|create|make|get)([A-Z])/, (_, first: string) => first.toLowerCase())

const agentsOf = (node: Node, variable: string, hasHome: boolean, named: Named): readonly ProgramAgent[] => {
  const given = objectGiven(node)
  if (given === undefined) return []
  const called = agentOf(node, given, variable, named)
  const subagents = elementsOf(given.get('subagents'), named).flatMap((one): readonly ProgramAgent[] => {
    const inner = one.type === 'Identifier' ? plain(named.names.get(nameOf(one) ?? '')) : one
    if (inner?.type !== 'ObjectExpression') return []
    return [agentOf(inner, looseMembers(inner), nameOf(one) ?? `line${numberOf(inner)}`, named)]
  })
  return [
    {
      ...called,
      name: stringOf(given.get('name') ?? given.get('supervisorName'), named) ?? (hasHome ? variable : 'agent'),
      handoffs: [
        ...elementsOf(given.get('agents'), named).flatMap((one) => nameOf(one) ?? propertyOf(one) ?? []),
        ...subagents.map((one) => one.variable),
      ],
    },
    ...subagents,
  ]
}

const agentOf = (node: Node, given: ReadonlyMap<string, unknown>, variable: string, named: Named): ProgramAgent => {
  const { model, settings } = scriptModelOf(given.get('model') ?? given.get('llm'), named)
  const prompt = PROMPTS.map((key) => given.get(key)).find((one) => one !== undefined)
  return {
    variable,
    line: numberOf(node),
    name: stringOf(given.get('name'), named) ?? variable,
    instructions: prompt === undefined ? { text: '', places: [] } : scriptPromptOf(prompt, named),
    description: stringOf(given.get('description'), named),
    model,
    settings,
    output: outputOf(given.get('responseFormat'), named),
    tools: usesOf(given.get('tools'), named),
    handoffs: [],
    others: [...given.keys()].filter((key) => !READ.includes(key)),
  }
}

/** The tools of a list; a list that another file declares is one unknown tool. */
const usesOf = (node: unknown, named: Named): readonly ToolUse[] => {
  const inner = plain(node)
  const elements = elementsOf(inner, named)
  const name = nameOf(inner)
  if (elements.length === 0 && name !== undefined && plain(named.names.get(name))?.type !== 'ArrayExpression')
    return [{ variable: name }]
  return elements.map((one) => {
    const element = plain(one) ?? one
    const spread = element.type === 'SpreadElement' ? nameOf(element['argument']) : undefined
    return { variable: spread ?? nameOf(element) ?? propertyOf(element) ?? `line${numberOf(element)}` }
  })
}

/** `tool(function, { name, schema })`, `new DynamicStructuredTool({ name, schema })`. */
const declarationOf = (node: Node, called: string): ReadonlyMap<string, unknown> | undefined => {
  const given = nodesIn(node['arguments'])
  const declared = called === 'tool' ? given[1] : /^Dynamic(?:Structured)?Tool$/.test(called) ? given[0] : undefined
  return declared?.type === 'ObjectExpression' ? looseMembers(declared) : undefined
}

/** The tools whose calls a person approves: `humanInTheLoopMiddleware({ interruptOn: { send: true } })`. */
const asksOf = (node: Node, { names }: Named): readonly string[] => {
  const asked = plain(objectGiven(node)?.get('interruptOn'))
  if (asked?.type !== 'ObjectExpression') return []
  return [...looseMembers(asked)].flatMap(([name, value]) => (valueOf(plain(value), names) === false ? [] : [name]))
}

/** `addNode("name", function)`, `addNode({ name: function })`. */
const addedBy = (node: Node, named: Named): readonly AddedNode[] => {
  const [first, second] = nodesIn(node['arguments'])
  const added = (name: string | undefined, target: unknown, place: Node): readonly AddedNode[] =>
    name === undefined ? [] : [addedNode(name, target, numberOf(place), named)]
  if (first?.type === 'ObjectExpression')
    return [...looseMembers(first)].flatMap(([name, target]) => added(name, target, isNode(target) ? target : node))
  const callee = node['callee']
  const property = isNode(callee) ? callee['property'] : undefined
  return added(stringOf(first, named), second, isNode(property) ? property : node)
}

const addedNode = (name: string, target: unknown, line: number, named: Named): AddedNode => {
  const variable = targetOf(target) ?? ''
  const value = plain(named.names.get(variable)) ?? plain(target)
  return {
    name,
    line,
    variable,
    isPart: isPart(value, named),
    agent: () => (value === undefined ? undefined : nodeAgent(name, value, variable || `line${line}`, line, named)),
  }
}

/** `callModel`, `this.callModel`, `this.callModel.bind(this)`. */
const targetOf = (target: unknown): string | undefined => {
  const inner = plain(target)
  if (inner?.type === 'CallExpression' && propertyOf(inner) === 'bind' && isNode(inner['callee']))
    return targetOf(inner['callee']['object'])
  return nameOf(inner) ?? (inner?.type === 'MemberExpression' ? nameOf(inner['property']) : undefined)
}

const MOST_DEEP = 200

/** A list of tools, or a graph of nodes that are read by themselves. */
const isPart = (value: unknown, named: Named, depth = 0): boolean => {
  const node = plain(value)
  if (node === undefined || depth > MOST_DEEP) return false
  if (node.type === 'NewExpression') return /(?:ToolNode|StateGraph)$/.test(nameOf(node['callee']) ?? '')
  if (node.type === 'Identifier') return isPart(named.names.get(nameOf(node) ?? ''), named, depth + 1)
  return node.type === 'CallExpression' && isNode(node['callee']) && isPart(node['callee']['object'], named, depth + 1)
}

/** A node whose function asks a model: its prompts, and the model, tools and output of the one that it asks. */
const nodeAgent = (
  name: string,
  code: Node,
  variable: string,
  line: number,
  outer: Named,
): ProgramAgent | undefined => {
  if (!/Function|Method/.test(code.type)) return undefined
  const named: Named = { names: new Map([...outer.names, ...allNames(code)]) }
  const asked = askedModel(code, named)
  if (asked === undefined) return undefined
  const { model, settings, output, tools } = asked.model
  const prompts = scriptPromptsIn(code, asked.given, named)
  return {
    variable,
    line,
    name,
    instructions: prompts === undefined ? undefined : joined(prompts),
    description: undefined,
    model,
    settings,
    output,
    tools: usesOf(tools, named),
    handoffs: [],
    others: [],
  }
}
