import {
  type Constants,
  type Node,
  isNode,
  lineOf,
  nameOf,
  nodesIn,
  scriptProgram,
  valueOf,
  walk,
} from '../../editor/snippet/script-program.ts'
import { schemaOfZod } from '../../editor/snippet/zod-schemas.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Source } from '../read-source.ts'
import type {
  AgentProgram,
  ProgramAgent,
  ProgramServer,
  ProgramStep,
  ProgramText,
  ProgramTool,
  ToolUse,
} from './model.ts'

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
  const agents = found.agents.map((agent) => ({
    ...agent,
    handoffs: [...agent.handoffs, ...(handoffs.get(agent.variable) ?? [])],
  }))
  return { source, title, state, ...found, agents }
}

interface Reading {
  readonly names: Constants
  readonly taken: Set<Node>
}

const numberOf = (node: Node): number => Number(lineOf(node).slice('line '.length))

/** Every name that a declaration gives, in any block: exports of the builder declare inside functions too. */
const allNames = (top: Node): Constants => {
  const names = new Map<string, unknown>()
  walk(top, (node) => {
    const name =
      node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? nameOf(node['id']) : undefined
    if (name !== undefined && !names.has(name))
      names.set(name, node.type === 'FunctionDeclaration' ? node : node['init'])
    return true
  })
  return names
}

/** Without `await`, `as` and parentheses. */
const plain = (node: unknown): Node | undefined => {
  if (!isNode(node)) return undefined
  const wrapped = ['AwaitExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']
  if (!wrapped.includes(node.type)) return node
  return plain(node['argument'] ?? node['expression'])
}

const objectGiven = (node: Node): ReadonlyMap<string, unknown> | undefined => {
  const [first] = nodesIn(node['arguments'])
  return first?.type === 'ObjectExpression' ? looseMembers(first) : undefined
}

/** Members by name; those that are spread or computed are left out. */
const looseMembers = (node: Node): ReadonlyMap<string, unknown> =>
  new Map(
    nodesIn(node['properties']).flatMap((member): [string, unknown][] => {
      const { key } = member
      const name = nameOf(key) ?? (isNode(key) && typeof key['value'] === 'string' ? key['value'] : undefined)
      if (name === undefined || member['computed'] === true) return []
      return [[name, member.type === 'ObjectMethod' ? member : member['value']]]
    }),
  )

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

const stringOf = (node: unknown, { names }: Reading): string | undefined => {
  const value = valueOf(plain(node), names)
  return typeof value === 'string' ? value : undefined
}

/** A zod schema, or `{ type: 'json_schema', schema: { … } }`. */
const outputOf = (node: unknown, { names }: Reading): Json | undefined => {
  const inner = plain(node)
  if (inner === undefined) return undefined
  const written = inner.type === 'ObjectExpression' ? looseMembers(inner) : undefined
  if (valueOf(written?.get('type'), names) === 'json_schema') return valueOf(plain(written?.get('schema')), names)
  return schemaOfZod(inner, names)
}

const MOST_DEEP = 20

/** A text, a template whose expressions become places, or a function that returns one. */
const textOf = (node: unknown, reading: Reading, depth = 0): ProgramText | undefined => {
  const inner = plain(node)
  if (inner === undefined || depth > MOST_DEEP) return undefined
  const value = valueOf(inner, reading.names)
  if (typeof value === 'string') return { text: value, places: [] }
  const again = (one: unknown): ProgramText | undefined => textOf(one, reading, depth + 1)
  switch (inner.type) {
    case 'TemplateLiteral': {
      const expressions = nodesIn(inner['expressions'])
      const read = expressions.map((one) => again(one) ?? placeOf(one))
      const text = nodesIn(inner['quasis'])
        .map((quasi, index) => cookedOf(quasi) + (read[index]?.text ?? ''))
        .join('')
      return { text, places: [...new Set(read.flatMap(({ places }) => places))] }
    }
    case 'BinaryExpression': {
      const [left, right] = [again(inner['left']), again(inner['right'])]
      return left && right && { text: left.text + right.text, places: [...left.places, ...right.places] }
    }
    case 'Identifier': {
      const name = nameOf(inner) ?? ''
      return reading.names.has(name) ? again(reading.names.get(name)) : undefined
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ObjectMethod': {
      const body = plain(inner['body'])
      if (body?.type !== 'BlockStatement') return again(body)
      const last = nodesIn(body['body']).findLast(({ type }) => type === 'ReturnStatement')
      return again(last?.['argument'])
    }
    default:
      return undefined
  }
}

const cookedOf = (quasi: Node): string => (quasi['value'] as { cooked?: string } | undefined)?.cooked ?? '' // as the parser writes a quasi

/** An expression in a template: its last name. The prefix that the SDK recommends for handoffs is left out. */
const placeOf = (node: Node): ProgramText => {
  const name = nameOf(node) ?? nameOf(node['property']) ?? 'value'
  return name === 'RECOMMENDED_PROMPT_PREFIX' ? { text: '', places: [] } : { text: `{${name}}`, places: [name] }
}

/** Members that are literals, at any depth. */
const literals = (node: Node, names: Constants, depth = 0): JsonObject =>
  Object.fromEntries(
    [...looseMembers(node)].flatMap(([key, member]): readonly (readonly [string, Json])[] => {
      const inner = plain(member)
      const value = valueOf(inner, names)
      if (value !== undefined) return [[key, value]]
      return inner?.type === 'ObjectExpression' && depth < MOST_DEEP ? [[key, literals(inner, names, depth + 1)]] : []
    }),
  )

const elementsOf = (node: unknown, { names }: Reading): readonly Node[] => {
  const inner = plain(node)
  const name = inner === undefined ? undefined : nameOf(inner)
  const list = name === undefined ? inner : plain(names.get(name))
  return list?.type === 'ArrayExpression' ? nodesIn(list['elements']) : []
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
  const parameters = plain(given.get('parameters'))
  const written = valueOf(parameters, reading.names)
  const schema = isObject(written) ? written : schemaOfZod(parameters, reading.names)
  const asks = valueOf(plain(given.get('needsApproval')), reading.names)
  return {
    variable,
    line: numberOf(node),
    name: stringOf(given.get('name'), reading) ?? variable,
    description: textOf(given.get('description'), reading)?.text,
    parameters: schema,
    // A condition is code: the stricter reading asks each time.
    asksFirst: given.has('needsApproval') && asks !== false,
    calledWith: calledWith(given.get('execute')),
  }
}

/** The first arguments of the calls in a function, where they are variables. */
const calledWith = (code: unknown): readonly string[] => {
  const found: string[] = []
  if (isNode(code))
    walk(code, (node) => {
      const name = node.type === 'CallExpression' ? nameOf(nodesIn(node['arguments'])[0]) : undefined
      if (name !== undefined) found.push(name)
      return true
    })
  return found
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
