import {
  type Node,
  isNode,
  nameOf,
  nodesIn,
  scriptProgram,
  valueOf,
  walk,
} from '../../editor/snippet/script-program.ts'
import type { JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Source } from '../read-source.ts'
import type { AgentProgram, ProgramAgent, ProgramServer, ProgramStep, ProgramTool, ToolUse } from './model.ts'
import {
  type Named,
  allNames,
  calledWith,
  declaredTool,
  elementsOf,
  literals,
  looseMembers,
  numberOf,
  objectGiven,
  outputOf,
  plain,
  stringOf,
  textOf,
} from './script-parts.ts'

/** Tools that OpenAI runs, by the function that makes them. */
const HOSTED: { readonly [maker: string]: string | undefined } = {
  webSearchTool: 'web search',
  fileSearchTool: 'file search',
  codeInterpreterTool: 'code interpreter',
  imageGenerationTool: 'image generation',
  computerTool: 'computer use',
}
const AGENT = [
  'name',
  'instructions',
  'handoffDescription',
  'model',
  'modelSettings',
  'outputType',
  'tools',
  'handoffs',
]

/** The agents of a JavaScript or TypeScript program, by its syntax tree; undefined if it cannot be parsed. Runs nothing. */
export const programInScript = (source: Source): AgentProgram | undefined => {
  const parsed = scriptProgram(source.text)
  if (parsed === undefined) return undefined
  const names = allNames(parsed.top)
  const reading: Reading = { names, taken: new Set() }
  const found = {
    agents: [] as ProgramAgent[],
    tools: [] as ProgramTool[],
    servers: [] as ProgramServer[],
    steps: [] as ProgramStep[],
    parts: [] as AgentProgram['parts'][number][],
  }
  let state: JsonObject | undefined
  let title: string | undefined
  const handoffs = new Map<string, string[]>()
  const visit = (node: Node, variable: string): boolean => {
    const given = objectGiven(node)
    if (given !== undefined && isAgentMaker(node)) found.agents.push(agentOf(node, given, variable, reading))
    else if (node.type === 'CallExpression') {
      const maker = nameOf(node['callee'])
      if (maker === 'tool' && given !== undefined) found.tools.push(toolOf(node, given, variable, reading))
      else if (maker === 'hostedMcpTool' && given !== undefined)
        found.servers.push(serverOf(node, given, variable, reading))
      else if (maker !== undefined && Object.hasOwn(HOSTED, maker)) found.tools.push(hostedOf(node, maker, variable))
      else if (maker === 'withTrace') title ??= textOf(nodesIn(node['arguments'])[0], reading)?.text
      else readPush(node, handoffs)
    } else if (/^(?:While|DoWhile)Statement$/.test(node.type)) found.parts.push({ line: numberOf(node), what: 'loop' })
    return true
  }
  walk(parsed.top, (node) => {
    if (node.type === 'VariableDeclarator') {
      const variable = nameOf(node['id']) ?? ''
      const init = plain(node['init'])
      if (variable === 'state' && init?.type === 'ObjectExpression') state ??= literals(init, names)
      if (isNode(init) && reading.taken.has(init) === false && variable !== '') {
        reading.taken.add(init)
        visit(init, variable)
      }
      return true
    }
    if (reading.taken.has(node)) return true
    reading.taken.add(node)
    return visit(node, `line${numberOf(node)}`)
  })
  readSteps(parsed.top, [], found.steps, found.parts)
  const inputs = plain(names.get('inputs'))
  const written = inputs?.type === 'ObjectExpression' ? looseMembers(inputs) : undefined
  const agents = found.agents.map((agent) => ({
    ...agent,
    ...inputOf(written?.get(agent.variable), names),
    handoffs: [...agent.handoffs, ...(handoffs.get(agent.variable) ?? [])],
  }))
  return { source, title, state, ...found, agents }
}

/** The schema that our own export keeps of an agent's input. */
const inputOf = (node: unknown, names: Named['names']): Pick<ProgramAgent, 'input'> => {
  const input = valueOf(plain(node), names)
  return isObject(input) ? { input } : {}
}

interface Reading extends Named {
  /** Nodes that have been read. */
  readonly taken: Set<Node>
}

/** `new Agent({ … })`, `new RealtimeAgent`, `Agent.create({ … })`. */
const isAgentMaker = (node: Node): boolean => {
  const callee = node['callee']
  if (node.type === 'NewExpression') return /^(?:Realtime|Sandbox)?Agent$/.test(nameOf(callee) ?? '')
  return isNode(callee) && nameOf(callee['object']) === 'Agent' && nameOf(callee['property']) === 'create'
}

const agentOf = (node: Node, given: ReadonlyMap<string, unknown>, variable: string, reading: Reading): ProgramAgent => {
  const text = (key: string): string | undefined => textOf(given.get(key), reading)?.text
  const settings = plain(given.get('modelSettings'))
  return {
    variable,
    line: numberOf(node),
    name: text('name') ?? variable,
    instructions: textOf(given.get('instructions'), reading),
    description: text('handoffDescription'),
    model: stringOf(given.get('model'), reading),
    settings: settings?.type === 'ObjectExpression' ? literals(settings, reading.names) : {},
    output: outputOf(given.get('outputType'), reading),
    tools: elementsOf(given.get('tools'), reading).flatMap((one) => useOf(one)),
    handoffs: elementsOf(given.get('handoffs'), reading).flatMap((one) => handoffOf(one)),
    others: [...given.keys()].filter((key) => !AGENT.includes(key)),
  }
}

const useOf = (node: Node): readonly ToolUse[] => {
  const variable = nameOf(node)
  if (variable !== undefined) return [{ variable }]
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee)) return [{ variable: `line${numberOf(node)}` }]
  if (nameOf(callee['property']) !== 'asTool') return [{ variable: `line${numberOf(node)}` }]
  const given = objectGiven(node)
  const read = (key: string): string | undefined => {
    const value = valueOf(given?.get(key), new Map())
    return typeof value === 'string' ? value : undefined
  }
  return [
    {
      variable: nameOf(callee['object']) ?? '',
      asTool: { name: read('toolName'), description: read('toolDescription') },
    },
  ]
}

/** `billing`, or `handoff(billing, { … })`. */
const handoffOf = (node: Node): readonly string[] => {
  const name =
    nameOf(node) ?? (nameOf(node['callee']) === 'handoff' ? nameOf(nodesIn(node['arguments'])[0]) : undefined)
  return name === undefined ? [] : [name]
}

/** `triage.handoffs.push(billing)`. */
const readPush = (node: Node, handoffs: Map<string, string[]>): void => {
  const callee = node['callee']
  if (!isNode(callee) || nameOf(callee['property']) !== 'push') return
  const list = callee['object']
  if (!isNode(list) || nameOf(list['property']) !== 'handoffs') return
  const from = nameOf(list['object']) ?? ''
  handoffs.set(from, [...(handoffs.get(from) ?? []), ...nodesIn(node['arguments']).flatMap(handoffOf)])
}

const toolOf = (node: Node, given: ReadonlyMap<string, unknown>, variable: string, reading: Reading): ProgramTool => {
  const asks = valueOf(plain(given.get('needsApproval')), reading.names)
  return {
    ...declaredTool(node, given, variable, reading),
    // A condition is code: the stricter reading asks each time.
    asksFirst: given.has('needsApproval') && asks !== false,
    calledWith: calledWith(given.get('execute')),
  }
}

const hostedOf = (node: Node, maker: string, variable: string): ProgramTool => ({
  variable,
  line: numberOf(node),
  name: variable.startsWith('line') ? maker.replace(/Tool$/, '') : variable,
  description: `Uses OpenAI's ${HOSTED[maker] ?? maker}.`,
  parameters: undefined,
  hosted: HOSTED[maker] ?? maker,
  asksFirst: false,
})

const serverOf = (
  node: Node,
  given: ReadonlyMap<string, unknown>,
  variable: string,
  reading: Reading,
): ProgramServer => ({
  variable,
  line: numberOf(node),
  label: stringOf(given.get('serverLabel'), reading) ?? variable,
  url: stringOf(given.get('serverUrl'), reading),
})

/** Runs of agents in the order of the text, each with the comparisons of the `if`s around it. */
const readSteps = (
  top: Node,
  conditions: readonly string[],
  steps: ProgramStep[],
  parts: AgentProgram['parts'][number][],
): void => {
  walk(top, (node) => {
    // The program's own steps don't include agents that a tool runs.
    if (nameOf(node['key']) === 'execute') return false
    if (node.type === 'IfStatement') {
      const said = comparisonIn(node['test'])
      if (asksPerson(node['test'])) parts.push({ line: numberOf(node), what: 'approval' })
      for (const [branch, own] of [
        [node['consequent'], said === undefined ? conditions : [...conditions, said]],
        [node['alternate'], conditions],
      ] as const)
        if (isNode(branch)) readSteps(branch, own, steps, parts)
      return false
    }
    const variable = node.type === 'CallExpression' ? runOf(node) : undefined
    if (variable !== undefined) steps.push({ variable, line: numberOf(node), conditions })
    return true
  })
}

/** `runner.run(agent, …)`, `run(agent, …)`. */
const runOf = (node: Node): string | undefined => {
  const callee = node['callee']
  const called = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['property']) : undefined)
  return called === 'run' ? nameOf(nodesIn(node['arguments'])[0]) : undefined
}

/** `category == "billing"`, with the last name of the left side. */
const comparisonIn = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'LogicalExpression') return comparisonIn(node['left']) ?? comparisonIn(node['right'])
  if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(String(node['operator']))) return undefined
  const left = node['left']
  const name = nameOf(left) ?? (isNode(left) ? nameOf(left['property']) : undefined)
  const value = valueOf(node['right'], new Map())
  return name !== undefined && typeof value === 'string' ? `${name} is ${JSON.stringify(value)}` : undefined
}

const asksPerson = (node: unknown): boolean => {
  const inner = plain(node)
  return inner?.type === 'CallExpression' && /approv/i.test(nameOf(inner['callee']) ?? '')
}
