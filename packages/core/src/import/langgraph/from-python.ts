import type { SyntaxNode } from '@lezer/common'
import type { ProgramAgent, ProgramTool, ToolUse } from '../agents-sdk/model.ts'
import { elementsOf, plainName, stringOf, variableOf } from '../agents-sdk/python-parts.ts'
import {
  type Arguments,
  type PythonProgram,
  argumentsOf,
  calleeOf,
  childrenOf,
  lineAt,
  pythonProgram,
  wordAt,
} from '../agents-sdk/python-program.ts'
import { functionTool, toolOfFunction } from '../agents-sdk/python-tool.ts'
import type { Source } from '../read-source.ts'
import { type LangGraphProgram, assembled } from './assemble.ts'
import { modelOf } from './model.ts'
import { joined, promptOf, promptsIn } from './prompts.ts'

/** Makers of an agent, in LangGraph, LangChain 1, Deep Agents and the supervisor and swarm packages. */
const MAKERS =
  /^(?:create_react_agent|create_agent|create_deep_agent|create_supervisor|create_tool_calling_agent|create_openai_functions_agent)$/
const READ = [
  'model',
  'llm',
  'tools',
  'prompt',
  'system_prompt',
  'instructions',
  'state_modifier',
  'messages_modifier',
  'name',
  'description',
  'response_format',
  'agents',
  'subagents',
]

/** The agents, graph nodes and tools of a program that uses LangChain, by its syntax tree. Runs nothing. */
export const programOfLangGraph = (source: Source): LangGraphProgram => {
  const program = pythonProgram(source.text)
  const tools: ProgramTool[] = []
  const agents: ProgramAgent[] = []
  const nodes: Added[] = []
  const asked = new Set<string>()
  program.top.cursor().iterate(({ name, node }) => {
    if (name === 'FunctionDefinition') tools.push(...functionTool(program, node))
    if (name !== 'CallExpression') return
    const last = calleeOf(program, node).split('.').at(-1) ?? ''
    if (MAKERS.test(last)) agents.push(...agentsOf(program, node))
    if (last === 'add_node') nodes.push(...addedBy(program, node))
    if (last === 'HumanInTheLoopMiddleware') for (const name of asksOf(program, node)) asked.add(name)
  })
  return assembled(
    source,
    agents,
    nodes.map(({ name, target, line }) => ({
      name,
      line,
      variable: plainName(program, target),
      isPart: isToolNode(program, target),
      agent: () => nodeAgent(program, name, target, line),
    })),
    (used) =>
      [...tools, ...functionsAmong(program, used, tools)].map((tool) =>
        asked.has(tool.name) ? { ...tool, asksFirst: true } : tool,
      ),
  )
}

/** The tools whose calls a person approves: `HumanInTheLoopMiddleware(interrupt_on={"send": True})`. */
const asksOf = (program: PythonProgram, node: SyntaxNode): readonly string[] =>
  membersOf(program, argumentsOf(program, node).named.get('interrupt_on')).flatMap(([name, value]) =>
    wordAt(program, value) === 'False' ? [] : [name],
  )

/** The members of a dictionary whose keys are texts. */
const membersOf = (program: PythonProgram, node: SyntaxNode | undefined): readonly [string, SyntaxNode][] => {
  const parts = childrenOf(node).filter(({ name }) => !['{', '}', ',', ':', 'Comment'].includes(name))
  return parts.flatMap((part, index): readonly [string, SyntaxNode][] => {
    const [key, value] = [stringOf(program, part), parts[index + 1]]
    return index % 2 === 0 && key !== undefined && value !== undefined ? [[key, value]] : []
  })
}

/** Plain functions that agents use as tools. */
const functionsAmong = (
  program: PythonProgram,
  used: ReadonlySet<string>,
  tools: readonly ProgramTool[],
): readonly ProgramTool[] =>
  [...used].flatMap((variable) => {
    const definition = program.names.get(variable)
    const isNew = definition?.name === 'FunctionDefinition' && tools.every((tool) => tool.variable !== variable)
    return isNew ? [toolOfFunction(program, definition)] : []
  })

/** The tools of a list; a list that another file declares is one unknown tool. */
const usesOf = (program: PythonProgram, node: SyntaxNode | undefined): readonly ToolUse[] => {
  const elements = elementsOf(program, node)
  if (elements.length === 0 && node?.name === 'VariableName' && !program.names.has(wordAt(program, node)))
    return [{ variable: wordAt(program, node) }]
  return elements.map((one) => ({
    variable: one.name === 'CallExpression' ? calleeOf(program, one) : plainName(program, one),
  }))
}

/** An agent, and those that it may hand work to as dictionaries. */
const agentsOf = (program: PythonProgram, node: SyntaxNode): readonly ProgramAgent[] => {
  const given = argumentsOf(program, node)
  const agent = agentOf(program, node, given)
  const below = elementsOf(program, given.named.get('subagents')).flatMap((one): readonly ProgramAgent[] => {
    const written = one.name === 'VariableName' ? program.names.get(wordAt(program, one)) : one
    if (written?.name !== 'DictionaryExpression') return []
    const named = new Map(membersOf(program, written))
    const variable = one.name === 'VariableName' ? wordAt(program, one) : `line${lineAt(program, written)}`
    const read = agentOf(program, written, { named, plain: [] })
    const description = stringOf(program, named.get('description'))
    return [{ ...read, variable, name: stringOf(program, named.get('name')) ?? variable, description }]
  })
  return [{ ...agent, handoffs: [...agent.handoffs, ...below.map(({ variable }) => variable)] }, ...below]
}

const agentOf = (program: PythonProgram, node: SyntaxNode, { named, plain }: Arguments): ProgramAgent => {
  const isLeading = calleeOf(program, node).endsWith('create_supervisor')
  const given = named.get('model') ?? named.get('llm') ?? (isLeading ? undefined : plain[0])
  const { model, settings } = modelOf(program, given)
  const prompts = ['prompt', 'system_prompt', 'instructions', 'state_modifier', 'messages_modifier']
  const prompt = prompts.map((key) => named.get(key)).find((one) => one !== undefined)
  const team = isLeading ? (named.get('agents') ?? plain[0]) : undefined
  const variable = variableOf(program, node)
  return {
    variable,
    line: lineAt(program, node),
    name:
      stringOf(program, named.get('name')) ??
      (/^line\d+$/.test(variable) ? (functionAround(program, node) ?? 'agent') : variable),
    instructions: prompt === undefined ? { text: '', places: [] } : promptOf(program, prompt),
    description: undefined,
    model,
    settings,
    output: modelOf(program, undefined, named.get('response_format')).output,
    tools: usesOf(program, named.get('tools') ?? (isLeading ? undefined : plain[1])),
    handoffs: usesOf(program, team).map((use) => use.variable),
    others: [...named.keys()].filter((key) => !READ.includes(key)),
  }
}

/** The function that returns it: `build_agent`. */
const functionAround = (program: PythonProgram, node: SyntaxNode): string | undefined => {
  for (let outer = node.parent; outer !== null; outer = outer.parent)
    if (outer.name === 'FunctionDefinition')
      return wordAt(program, outer.getChild('VariableName')).replace(/^(?:build|create|make|get)_/, '')
  return undefined
}

interface Added {
  readonly name: string
  readonly target: SyntaxNode | undefined
  readonly line: number
}

/** `add_node("name", function)` or `add_node(function)`. */
const addedBy = (program: PythonProgram, node: SyntaxNode): readonly Added[] => {
  const { plain, named } = argumentsOf(program, node)
  const [first, second] = plain
  const target = second ?? named.get('action') ?? (first?.name === 'String' ? undefined : first)
  const name = stringOf(program, first?.name === 'String' ? first : undefined) ?? plainName(program, target)
  return name === '' ? [] : [{ name, target, line: lineAt(program, node) }]
}

const isToolNode = (program: PythonProgram, target: SyntaxNode | undefined): boolean => {
  const value = target?.name === 'VariableName' ? program.names.get(wordAt(program, target)) : target
  return value?.name === 'CallExpression' && /ToolNode$/.test(calleeOf(program, value))
}

/** A node whose function asks a model: its prompts, and the model, tools and output of the one that it asks. */
const nodeAgent = (
  program: PythonProgram,
  name: string,
  target: SyntaxNode | undefined,
  line: number,
): ProgramAgent | undefined => {
  const definition = target && program.names.get(plainName(program, target))
  if (definition?.name !== 'FunctionDefinition') return undefined
  const inside = withLocals(program, definition)
  const asked = callsIn(definition).flatMap((call) => {
    if (!/\.a?(?:invoke|stream)$/.test(calleeOf(program, call))) return []
    const model = modelOf(inside, childrenOf(call.firstChild)[0])
    return model.isModel ? [{ call, model }] : []
  })
  const [first] = asked
  if (first === undefined) return undefined
  const prompts = promptsIn(inside, definition, callsIn(definition), first.call)
  const { model, settings, output, tools } = first.model
  return {
    variable: plainName(program, target),
    line,
    name,
    instructions: prompts === undefined ? undefined : joined(prompts),
    description: undefined,
    model,
    settings,
    output,
    tools: usesOf(inside, tools),
    handoffs: [],
    others: [],
  }
}

const callsIn = (node: SyntaxNode): readonly SyntaxNode[] => {
  const calls: SyntaxNode[] = []
  node.cursor().iterate((one) => {
    if (one.name === 'CallExpression') calls.push(one.node)
  })
  return calls
}

/** The names that a function gives hide those of the file. */
const withLocals = (program: PythonProgram, definition: SyntaxNode): PythonProgram => {
  const names = new Map(program.names)
  definition.cursor().iterate(({ name, node }) => {
    const value = childrenOf(node).at(-1)
    if (name === 'AssignStatement' && node.firstChild?.name === 'VariableName' && value !== undefined)
      names.set(wordAt(program, node.firstChild), value)
  })
  return { ...program, names }
}
