import type { SyntaxNode } from '@lezer/common'
import { schemaOfPydantic } from '../../editor/snippet/pydantic.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Source } from '../read-source.ts'
import type { AgentProgram, ProgramAgent, ProgramServer, ProgramStep, ProgramTool, ToolUse } from './model.ts'
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

/** `self.triage` and `triage` are one variable. */
const plainName = (program: PythonProgram, node: SyntaxNode | null | undefined): string =>
  wordAt(program, node).replace(/^self\./, '')

const variableOf = (program: PythonProgram, call: SyntaxNode): string => {
  const owner = call.parent?.name === 'AwaitExpression' ? call.parent.parent : call.parent
  const isAssigned = owner?.name === 'AssignStatement'
  return isAssigned ? plainName(program, owner.firstChild) : `line${lineAt(program, call)}`
}

const stringOf = (program: PythonProgram, node: SyntaxNode | undefined): string | undefined => {
  const value = valueOf(program, node)
  return typeof value === 'string' ? value : undefined
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

/** `ModelSettings(temperature=1, reasoning=Reasoning(effort="low"))`. */
const settingsOf = (program: PythonProgram, node: SyntaxNode | undefined): JsonObject =>
  node?.name !== 'CallExpression'
    ? {}
    : Object.fromEntries(
        [...argumentsOf(program, node).named].flatMap(([key, one]): readonly (readonly [string, Json])[] => {
          const value = one.name === 'CallExpression' ? settingsOf(program, one) : valueOf(program, one)
          return value === undefined ? [] : [[key, value]]
        }),
      )

const outputOf = (program: PythonProgram, node: SyntaxNode | undefined): Json | undefined =>
  node === undefined ? undefined : schemaOfPydantic(program.text, wordAt(program, node))

const elementsOf = (program: PythonProgram, node: SyntaxNode | undefined): readonly SyntaxNode[] => {
  const list = node?.name === 'VariableName' ? program.names.get(wordAt(program, node)) : node
  if (list?.name !== 'ArrayExpression') return []
  return childrenOf(list).filter(({ name }) => !['[', ']', ',', 'Comment'].includes(name))
}

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

/** A function with the decorator `function_tool` or `tool`: its signature becomes the parameters. */
const functionTool = (program: PythonProgram, node: SyntaxNode): readonly ProgramTool[] => {
  const decorators = node.parent?.name === 'DecoratedStatement' ? node.parent.getChildren('Decorator') : []
  const own = decorators.find((one) => /^(?:function_)?tool$/.test(wordAt(program, one.getChild('VariableName'))))
  if (own === undefined) return []
  const { named } = argumentsOf(program, own)
  const variable = wordAt(program, node.getChild('VariableName'))
  const { description, members } = docstringOf(program, node)
  const asks = named.get('needs_approval')
  return [
    {
      variable,
      line: lineAt(program, node),
      name: stringOf(program, named.get('name_override')) ?? variable,
      description: stringOf(program, named.get('description_override')) ?? description,
      parameters: parametersOf(program, node, members),
      asksFirst: asks !== undefined && wordAt(program, asks) !== 'False',
    },
  ]
}

/** The sentence of a docstring, and what it says of each argument. */
const docstringOf = (
  program: PythonProgram,
  node: SyntaxNode,
): { readonly description: string | undefined; readonly members: ReadonlyMap<string, string> } => {
  const [, first] = childrenOf(node.getChild('Body'))
  const text = first?.name === 'ExpressionStatement' ? textOf(program, first.firstChild)?.text : undefined
  const [said = '', rest = ''] = (text ?? '').split(/^\s*(?:Args|Parameters|Returns):\s*$/m)
  const members = [...rest.matchAll(/^\s*(\w+)(?:\s*\([^)]*\))?:\s*(.+)$/gm)].map(
    ([, name = '', words = '']): [string, string] => [name, words.trim()],
  )
  const description = said.trim().replaceAll(/\s+/g, ' ')
  return { description: description === '' ? undefined : description, members: new Map(members) }
}

/** A signature as a model of pydantic, which the reader of those understands; the context of the run is not a parameter. */
const parametersOf = (
  program: PythonProgram,
  node: SyntaxNode,
  members: ReadonlyMap<string, string>,
): JsonObject | undefined => {
  const list = node.getChild('ParamList')
  const text = wordAt(program, list).slice(1, -1)
  const parts = childrenOf(list)
  const starts = parts.filter(
    ({ name }, at) => name === 'VariableName' && ['(', ','].includes(parts[at - 1]?.name ?? ''),
  )
  const fields = starts.map((start, at) => {
    const end = starts[at + 1]?.from ?? list?.to ?? 0
    const field = program.text
      .slice(start.from, end)
      .replace(/,?\s*\)?\s*$/, '')
      .replaceAll(/\s+/g, ' ')
    return field.includes(':') ? field : `${field}: Any`
  })
  const own = fields.filter(
    (field) => !/^(?:self|cls)\b|:\s*(?:RunContextWrapper|ToolContext|RunContext)\b/.test(field),
  )
  if (text.includes('*')) return undefined
  if (own.length === 0) return { type: 'object', properties: {} }
  const model = `class ToolParameters(BaseModel):\n${own.map((field) => `    ${field}\n`).join('')}`
  const schema = schemaOfPydantic(`${model}\n${program.text}`, 'ToolParameters')
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {}
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]): [string, Json] => {
        const said = members.get(name)
        return [name, isObject(one) && said !== undefined ? { ...one, description: said } : one]
      }),
    ),
  }
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
