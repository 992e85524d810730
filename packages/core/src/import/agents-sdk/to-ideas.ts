import { inferSchema } from '../../schema/infer.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { nameFrom, toolNameFrom } from '../../tool/name-from.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { atLine } from '../importer.ts'
import type { AgentProgram, ProgramAgent, ProgramTool, ToolUse } from './model.ts'

/** Ideas of the agents of a program, and one more that leads them where the program runs several. */
export const addProgram = (given: AgentProgram, draft: Draft): void => {
  const { source } = given
  const agents = withOwnVariables(given.agents)
  const program = { ...given, agents }
  const names = new Map(agents.map((agent) => [agent.variable, draft.nameIdea(agent.name, atLine(source, agent.line))]))
  const isBack = backwards(agents)
  for (const server of program.servers) {
    const place = atLine(source, server.line)
    if (server.url === undefined) draft.report(place, 'serverUnread', { name: server.label })
    else draft.report(place, 'approveServer', { name: draft.addServer(server.label, { url: server.url }, place) })
  }
  for (const agent of agents) addAgent(agent, program, names, isBack, draft)
  for (const { line, what } of program.parts)
    draft.report(atLine(source, line), what === 'loop' ? 'loop' : 'approvalStep')
  addLeader(program, names, draft)
}

/** Functions of one program may each have their `agent`: references mean the first. */
const withOwnVariables = (agents: readonly ProgramAgent[]): readonly ProgramAgent[] =>
  agents.map((agent, index) =>
    agents.findIndex(({ variable }) => variable === agent.variable) === index
      ? agent
      : { ...agent, variable: `${agent.variable} ${index}` },
  )

type Names = ReadonlyMap<string, string>

const addAgent = (
  agent: ProgramAgent,
  program: AgentProgram,
  names: Names,
  isBack: (from: string, to: string) => boolean,
  draft: Draft,
): void => {
  const place = atLine(program.source, agent.line)
  const { name: title, instructions, description } = agent
  if (instructions === undefined) draft.report(place, 'computed', { key: 'instructions', name: title })
  for (const key of agent.others) draft.report(place, 'member', { key, name: title })
  const tools: { [name: string]: ToolSchema } = {}
  for (const use of agent.tools) {
    const made = toolOf(use, agent, program, names, draft)
    if (made !== undefined) tools[freeName(made.name, tools)] = made.schema
  }
  for (const variable of agent.handoffs) {
    const target = program.agents.find((one) => one.variable === variable)
    const idea = names.get(variable)
    if (target === undefined || idea === undefined)
      draft.report(place, 'agentUnknown', { name: title, agent: variable })
    else if (isBack(agent.variable, variable)) draft.report(place, 'handoffBack', { name: title, agent: target.name })
    else tools[freeName(callName(target.name), tools)] = moduleTool(target, idea)
  }
  const places = instructions?.places ?? []
  for (const member of places) draft.report(place, 'expression', { name: title, expression: member, member })
  draft.addIdea(names.get(agent.variable) ?? title, {
    path: place,
    title,
    description,
    texts: [
      instructions?.text ?? '',
      ...(places.length === 0
        ? []
        : [`Words in braces are members of the input: ${places.map((one) => `{${one}}`).join(', ')}.`]),
    ],
    config: configOf(agent),
    input: places.length > 0 ? inputOf(places) : agent.input,
    tools,
    output: agent.output ?? { type: 'string' },
  })
}

const inputOf = (places: readonly string[]): JsonObject => ({
  type: 'object',
  properties: {
    request: { type: 'string', minLength: 1, description: 'What is wanted, in a sentence' },
    ...Object.fromEntries(places.map((name) => [name, { type: 'string', description: `The value of ${name}` }])),
  },
  required: ['request'],
})

const freeName = (wanted: string, tools: object): string => {
  let name = wanted
  for (let count = 2; Object.hasOwn(tools, name); count++) name = `${wanted}${count}`
  return name
}

const callName = (title: string): string => {
  const name = nameFrom(title)
  return (name === title ? name : toolNameFrom(name)) || 'agent'
}

const moduleTool = (agent: ProgramAgent, idea: string, description = agent.description): ToolSchema => ({
  type: 'object',
  description: description ?? `Hands the request over to ${agent.name}.`,
  properties: {
    _module: { const: `idea://${idea}` },
    _imports: { const: ['input'] },
    request: { type: 'string', minLength: 1, description: 'What is wanted, in a sentence' },
  },
  required: ['request'],
})

const toolOf = (
  { variable, asTool }: ToolUse,
  agent: ProgramAgent,
  program: AgentProgram,
  names: Names,
  draft: Draft,
): { readonly name: string; readonly schema: ToolSchema } | undefined => {
  const { source } = program
  const other = program.agents.find((one) => one.variable === variable)
  const idea = names.get(variable)
  if (asTool !== undefined && other !== undefined && idea !== undefined)
    return { name: callName(asTool.name ?? other.name), schema: moduleTool(other, idea, asTool.description) }
  if (program.servers.some((one) => one.variable === variable)) return undefined
  const tool = program.tools.find((one) => one.variable === variable)
  if (tool === undefined) {
    draft.report(atLine(source, agent.line), 'toolUnknown', { name: agent.name, tool: variable })
    return undefined
  }
  const place = atLine(source, tool.line)
  const runs = (tool.calledWith ?? []).map((one) => names.get(one)).find((one) => one !== undefined)
  if (runs !== undefined) return { name: callName(tool.name), schema: withModule(schemaOfTool(tool), runs) }
  if (tool.hosted !== undefined)
    draft.report(place, 'toolOfHost', { name: tool.name, program: 'OpenAI', type: tool.hosted })
  else if (tool.parameters === undefined) draft.report(place, 'computed', { key: 'parameters', name: tool.name })
  else draft.report(place, 'toolCode', { name: tool.name })
  return { name: callName(tool.name), schema: schemaOfTool(tool) }
}

/** A tool whose code runs an agent: the agent sees its parameters. */
const withModule = (schema: ToolSchema, idea: string): ToolSchema => ({
  ...schema,
  properties: {
    _module: { const: `idea://${idea}` },
    _imports: { const: [] },
    ...(isObject(schema['properties']) && schema['properties']),
  },
})

/** A tool of a program as a Tool without its code. */
export const schemaOfTool = ({ name, description, parameters, hosted, asksFirst }: ProgramTool): ToolSchema => ({
  type: 'object',
  description: description ?? `${name}.`,
  properties: {
    ...(asksFirst && { _approval: { const: 'required' } }),
    ...(hosted === undefined
      ? membersOf(parameters)
      : { query: { type: 'string', description: 'What is looked for' } }),
  },
  ...(hosted !== undefined && { required: ['query'] }),
  ...(Array.isArray(parameters?.['required']) && { required: parameters['required'] }),
  ...(isObject(parameters?.['$defs']) && { $defs: parameters['$defs'] }),
})

const membersOf = (parameters: JsonObject | undefined): JsonObject => {
  const properties = isObject(parameters?.['properties']) ? parameters['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]): [string, Json] => [
      name.replace(/^_+/, '') || 'value',
      isObject(schema) && schema['description'] === undefined
        ? { ...schema, description: name.replaceAll('_', ' ') }
        : schema,
    ]),
  )
}

const configOf = ({ model, settings }: ProgramAgent): JsonObject => {
  const number = (...keys: readonly string[]): number | undefined =>
    keys.map((key) => settings[key]).find((one): one is number => typeof one === 'number')
  const most = number('maxTokens', 'max_tokens')
  const topP = number('topP', 'top_p')
  const temperature = number('temperature')
  const effort = isObject(settings['reasoning']) ? settings['reasoning']['effort'] : undefined
  return {
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(most !== undefined && most > 0 && { maxOutputTokens: Math.trunc(most) }),
    ...(typeof effort === 'string' && { reasoning: { effort } }),
  }
}

/** Whether a handoff leads back: a module's result returns to its caller by itself. */
const backwards = (agents: readonly ProgramAgent[]): ((from: string, to: string) => boolean) => {
  const kept = new Map<string, Set<string>>()
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    return [...(kept.get(from) ?? [])].some((next) => reaches(next, to, seen))
  }
  const back = new Set<string>()
  for (const { variable, handoffs } of agents.toSorted((a, b) => b.handoffs.length - a.handoffs.length))
    for (const to of handoffs) {
      if (reaches(to, variable)) back.add(`${variable} ${to}`)
      else kept.set(variable, (kept.get(variable) ?? new Set()).add(to))
    }
  return (from, to) => back.has(`${from} ${to}`)
}

/** The program's own order of agents, as an Idea that may call each of them. */
const addLeader = ({ source, title, agents, steps, state }: AgentProgram, names: Names, draft: Draft): void => {
  const run = [...new Map(steps.map((step) => [step.variable, step])).values()].filter(({ variable }) =>
    names.has(variable),
  )
  if (run.length < 2) return
  const said = title ?? source.file.replace(/\.\w+$/, '')
  const path = atLine(source, run[0]?.line ?? 1)
  const tools: { [name: string]: ToolSchema } = {}
  const lines = run.flatMap(({ variable, conditions }, index) => {
    const agent = agents.find((one) => one.variable === variable)
    if (agent === undefined) return []
    const name = freeName(callName(agent.name), tools)
    tools[name] = moduleTool(agent, names.get(variable) ?? '')
    return [`${index + 1}. ${name}${conditions.length === 0 ? '' : `, only if ${conditions.join(' and ')}`}`]
  })
  draft.report(path, 'order', { name: said })
  draft.addIdea(draft.nameIdea(said, path), {
    path,
    title: said,
    description: `Has its work done by ${run.length} agents.`,
    texts: [
      `Call these Tools in this order, and leave out those whose condition is not met. Answer with the last result.\n${lines.join('\n')}`,
    ],
    input: {
      type: 'object',
      properties: { input_as_text: { type: 'string', minLength: 1, description: 'The message of the person' } },
      required: ['input_as_text'],
    },
    state: state === undefined ? undefined : stateSchema(state),
    tools,
    output: { type: 'string' },
  })
}

const stateSchema = (state: JsonObject): JsonObject => {
  const schema = inferSchema(state)
  return { type: 'object', properties: isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {} }
}
