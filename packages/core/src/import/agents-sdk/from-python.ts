import type { SyntaxNode } from '@lezer/common'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { Source } from '../read-source.ts'
import type { AgentProgram, ProgramAgent, ProgramServer, ProgramStep, ProgramTool, ToolUse } from './model.ts'
import { elementsOf, outputOf, plainName, settingsOf, stringOf, variableOf } from './python-parts.ts'
import { functionTool } from './python-tool.ts'
import {
  type Arguments,
  type PythonProgram,
  argumentsOf,
  calleeOf,
  childrenOf,
  lineAt,
  pythonProgram,
  textOf,
  valueOf,
  wordAt,
} from './python-program.ts'

const HOSTED: { readonly [maker: string]: string | undefined } = {
  WebSearchTool: 'web search',
  FileSearchTool: 'file search',
  CodeInterpreterTool: 'code interpreter',
  ImageGenerationTool: 'image generation',
  ComputerTool: 'computer use',
  LocalShellTool: 'local shell',
}
const AGENT = [
  'name',
  'instructions',
  'handoff_description',
  'model',
  'model_settings',
  'output_type',
  'tools',
  'handoffs',
]

/** The agents of a Python program, by its syntax tree. Runs nothing. */
export const programInPython = (source: Source): AgentProgram => {
  const program = pythonProgram(source.text)
  const found = {
    agents: [] as ProgramAgent[],
    tools: [] as ProgramTool[],
    servers: [] as ProgramServer[],
    steps: [] as ProgramStep[],
    parts: [] as AgentProgram['parts'][number][],
  }
  const appended = new Map<string, string[]>()
  let state: JsonObject | undefined
  let title: string | undefined
  program.top.cursor().iterate(({ name, node }) => {
    if (name === 'FunctionDefinition') found.tools.push(...functionTool(program, node))
    if (name === 'WhileStatement') found.parts.push({ line: lineAt(program, node), what: 'loop' })
    if (name === 'AssignStatement' && wordAt(program, node.firstChild) === 'state')
      state ??= dictionaryOf(program, node.lastChild)
    if (name !== 'CallExpression') return
    const variable = variableOf(program, node)
    const callee = calleeOf(program, node)
    const given = argumentsOf(program, node)
    const last = callee.split('.').at(-1) ?? ''
    if (/^(?:Realtime|Sandbox)?Agent$/.test(last)) found.agents.push(agentOf(program, node, given, variable))
    else if (last === 'HostedMCPTool') found.servers.push(serverOf(program, node, given, variable))
    else if (Object.hasOwn(HOSTED, last)) found.tools.push(hostedOf(program, node, last, variable))
    else if (last === 'trace') title ??= traceOf(program, given)
    else if (callee.endsWith('.handoffs.append')) {
      const from = callee.slice(0, -'.handoffs.append'.length)
      appended.set(from, [...(appended.get(from) ?? []), ...given.plain.flatMap((one) => handoffOf(program, one))])
    } else if (/^(?:run|run_sync|run_streamed)$/.test(last)) {
      const agent = given.plain[0] ?? given.named.get('starting_agent')
      found.steps.push({
        variable: plainName(program, agent),
        line: lineAt(program, node),
        conditions: conditionsOf(program, node),
      })
    } else if (/approv/i.test(last) && node.parent?.name === 'IfStatement')
      found.parts.push({ line: lineAt(program, node), what: 'approval' })
  })
  const agents = found.agents.map((agent) => ({
    ...agent,
    handoffs: [...agent.handoffs, ...(appended.get(agent.variable) ?? [])],
  }))
  return { source, title, state, ...found, agents }
}

const traceOf = (program: PythonProgram, { plain, named }: Arguments): string | undefined =>
  stringOf(program, plain[0] ?? named.get('workflow_name'))

const agentOf = (program: PythonProgram, node: SyntaxNode, { named }: Arguments, variable: string): ProgramAgent => ({
  variable,
  line: lineAt(program, node),
  name: stringOf(program, named.get('name')) ?? variable,
  instructions: textOf(program, named.get('instructions')),
  description: textOf(program, named.get('handoff_description'))?.text,
  model: stringOf(program, named.get('model')),
  settings: settingsOf(program, named.get('model_settings')),
  output: outputOf(program, named.get('output_type')),
  tools: elementsOf(program, named.get('tools')).map((one) => useOf(program, one)),
  handoffs: elementsOf(program, named.get('handoffs')).flatMap((one) => handoffOf(program, one)),
  others: [...named.keys()].filter((key) => !AGENT.includes(key)),
})

const useOf = (program: PythonProgram, node: SyntaxNode): ToolUse => {
  if (node.name !== 'CallExpression') return { variable: plainName(program, node) }
  const callee = calleeOf(program, node)
  if (!callee.endsWith('.as_tool')) return { variable: `line${lineAt(program, node)}` }
  const { named } = argumentsOf(program, node)
  return {
    variable: callee.slice(0, -'.as_tool'.length).replace(/^self\./, ''),
    asTool: {
      name: stringOf(program, named.get('tool_name')),
      description: textOf(program, named.get('tool_description'))?.text,
    },
  }
}

/** `billing`, or `handoff(agent=billing, …)`. */
const handoffOf = (program: PythonProgram, node: SyntaxNode): readonly string[] => {
  if (node.name !== 'CallExpression') return [plainName(program, node)]
  if (calleeOf(program, node) !== 'handoff') return []
  const { named, plain } = argumentsOf(program, node)
  return [plainName(program, named.get('agent') ?? plain[0])]
}

const hostedOf = (program: PythonProgram, node: SyntaxNode, maker: string, variable: string): ProgramTool => ({
  variable,
  line: lineAt(program, node),
  name: variable.startsWith('line') ? maker.replace(/Tool$/, '') : variable,
  description: `Uses OpenAI's ${HOSTED[maker] ?? maker}.`,
  parameters: undefined,
  hosted: HOSTED[maker] ?? maker,
  asksFirst: false,
})

/** `HostedMCPTool(tool_config={"server_label": …, "server_url": …})`. */
const serverOf = (program: PythonProgram, node: SyntaxNode, { named }: Arguments, variable: string): ProgramServer => {
  const config = dictionaryOf(program, named.get('tool_config')) ?? {}
  const { server_label: label, server_url: url } = config
  return {
    variable,
    line: lineAt(program, node),
    label: typeof label === 'string' ? label : variable,
    url: typeof url === 'string' ? url : undefined,
  }
}

/** The literal members of a dictionary. */
const dictionaryOf = (program: PythonProgram, node: SyntaxNode | null | undefined): JsonObject | undefined => {
  if (node?.name === 'CallExpression') return settingsOf(program, node)
  if (node?.name !== 'DictionaryExpression') return undefined
  const parts = childrenOf(node).filter(({ name }) => !['{', '}', ',', ':', 'Comment'].includes(name))
  return Object.fromEntries(
    parts.flatMap((key, index): readonly (readonly [string, Json])[] => {
      const [name, value] = [valueOf(program, key), valueOf(program, parts[index + 1])]
      return index % 2 === 0 && typeof name === 'string' && value !== undefined ? [[name, value]] : []
    }),
  )
}

/** The comparisons of the `if` branches around a node. */
const conditionsOf = (program: PythonProgram, node: SyntaxNode): readonly string[] => {
  const conditions: string[] = []
  for (let body: SyntaxNode | null = node; body !== null; body = body.parent) {
    if (body.name !== 'Body' || body.parent?.name !== 'IfStatement') continue
    const test = body.prevSibling
    const [left, sign, right] = test?.name === 'BinaryExpression' ? childrenOf(test) : []
    const value = valueOf(program, right)
    const name = /(\w+)\W*$/.exec(wordAt(program, left))?.[1]
    if (wordAt(program, sign) === '==' && typeof value === 'string' && name !== undefined)
      conditions.unshift(`${name} is ${JSON.stringify(value)}`)
  }
  return conditions
}
