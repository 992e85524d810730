import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { nameFrom, toolNameFrom } from '../tool/name-from.ts'
import type { ToolSchema } from '../tool/tool.ts'
import type { Draft } from './draft.ts'
import { type Importer, at } from './importer.ts'
import { explained, placeholdersIn } from './placeholders.ts'
import type { Source } from './read-source.ts'

/** `agents.yaml` and `tasks.yaml` of a CrewAI crew: a manager with a module Tool for each task. */
export const crewAi: Importer = {
  program: 'CrewAI',
  takes: ({ value }) => entriesOf(value, isAgent).length + entriesOf(value, isTask).length > 0,
  read: (sources, draft) => {
    for (const crew of crewsIn(sources)) readCrew(crew, draft)
  },
}

interface Entry {
  readonly key: string
  readonly value: JsonObject
  readonly source: Source
}
interface Crew {
  readonly folder: string
  readonly title: string
  readonly agents: readonly Entry[]
  readonly tasks: readonly Entry[]
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')
const isText = (value: Json | undefined): value is string => typeof value === 'string'
const isAgent = ({ role, goal, backstory }: JsonObject): boolean => isText(role) && isText(goal) && backstory !== null
const isTask = ({ description, expected_output: expected }: JsonObject): boolean =>
  isText(description) && isText(expected)

const entriesOf = (
  value: Json | undefined,
  isOne: (value: JsonObject) => boolean,
): readonly (readonly [string, JsonObject])[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([key, one]): readonly (readonly [string, JsonObject])[] =>
    isObject(one) && isOne(one) ? [[key, one]] : [],
  )

const folderOf = ({ path }: Source): string => path.split('/').slice(0, -1).join('/')

/** A crew is a folder; its title is the nearest folder that says something. */
const crewsIn = (sources: readonly Source[]): readonly Crew[] =>
  [...new Set(sources.map(folderOf))].map((folder) => {
    const own = sources.filter((source) => folderOf(source) === folder)
    const entries = (isOne: (value: JsonObject) => boolean): readonly Entry[] =>
      own.flatMap((source) => entriesOf(source.value, isOne).map(([key, value]) => ({ key, value, source })))
    const said = folder.split('/').findLast((part) => !['', '.', '..', 'config', 'src', 'crews'].includes(part))
    return { folder: said ?? 'crew', title: wordsOf(said ?? 'crew'), agents: entries(isAgent), tasks: entries(isTask) }
  })

/** `research_topic` → `Research topic`. */
const wordsOf = (key: string): string => {
  const words = key.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `{topic}`, but not the braces of JSON. */
const PLACE = /(?<!\{)\{[A-Za-z_]\w*\}(?!\})/g
const memberOf = (written: string): string => written.slice(1, -1).replace(/^_+/, '')

const agentText = ({ role, goal, backstory }: JsonObject): string =>
  [`You are ${textOf(role)}.`, textOf(backstory), `Your goal: ${textOf(goal)}`]
    .filter((line) => line !== '')
    .join('\n\n')

const readCrew = ({ title, folder, agents, tasks }: Crew, draft: Draft): void => {
  const [first] = [...tasks, ...agents]
  if (first === undefined) return
  const manager = tasks.length > 0 ? draft.nameIdea(folder, first.source.path) : undefined
  for (const agent of agents) reportAgent(agent, draft)
  const used = new Set(tasks.map(({ value }) => value['agent']))
  const tools: { [name: string]: ToolSchema } = {}
  const places = new Map<string, string>()
  for (const [index, task] of tasks.entries()) {
    const agent = agents.find(({ key }) => key === task.value['agent'])
    if (agent === undefined && isText(task.value['agent']))
      draft.report(at(task.source, task.key, 'agent'), 'agentElsewhere', { name: task.value['agent'], task: task.key })
    if (task.value['agent'] === undefined) draft.report(at(task.source, task.key), 'taskUnassigned', { name: task.key })
    const { name, input } = addTask(task, agent, draft)
    for (const [key] of Object.entries(input)) places.set(key, key)
    tools[toolOf(task.key, tools)] = taskTool(task, name, input, before(task, tasks, index))
  }
  for (const agent of agents.filter(({ key }) => !used.has(key))) addAlone(agent, draft)
  if (manager === undefined) return
  draft.addIdea(manager, {
    path: first.source.path,
    title,
    description: `Has its tasks done: ${tasks.map(({ key }) => wordsOf(key)).join(', ')}.`,
    texts: [
      `You lead a crew. Have these tasks done, in this order, and answer with the result of the last: ${Object.keys(tools).join(', ')}.`,
    ],
    ...(places.size > 0 && { input: inputOf([...places.keys()]) }),
    state: { type: 'object', properties: Object.fromEntries(Object.keys(tools).map((tool) => [tool, {}])) },
    tools,
    output: { type: 'string', description: textOf(tasks.at(-1)?.value['expected_output']) },
  })
}

const toolOf = (key: string, tools: object): string => {
  const base = toolNameFrom(nameFrom(key)) || 'task'
  let name = base
  for (let count = 2; Object.hasOwn(tools, name); count++) name = `${base}${count}`
  return name
}

/** The tasks whose results this one sees: those that it names, else the one before. */
const before = ({ value }: Entry, tasks: readonly Entry[], index: number): readonly string[] => {
  const named = Array.isArray(value['context']) ? value['context'].filter(isText) : undefined
  const previous = tasks[index - 1]?.key
  return named ?? (previous === undefined || value['async_execution'] === true ? [] : [previous])
}

const inputOf = (members: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(members.map((member) => [member, { type: 'string', description: wordsOf(member) }])),
  required: [...members],
})

const taskTool = ({ key, value }: Entry, idea: string, input: JsonObject, context: readonly string[]): ToolSchema => {
  const imports = context.map((one) => `state:${toolNameFrom(nameFrom(one))}`)
  return {
    type: 'object',
    title: wordsOf(key),
    description: firstSentence(textOf(value['description'])),
    properties: {
      _module: { const: `idea://${idea}` },
      ...(imports.length > 0 && { _imports: { const: imports } }),
      _outputPath: { const: `†state.${toolNameFrom(nameFrom(key))}` },
      ...input,
      _output: { type: 'string', description: textOf(value['expected_output']) },
    },
    ...(Object.keys(input).length > 0 && { required: Object.keys(input) }),
  }
}

const firstSentence = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ')
  return /^.{20,300}?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain.slice(0, 300)
}

/** The Idea of a task: who does it, and the work. */
const addTask = (
  task: Entry,
  agent: Entry | undefined,
  draft: Draft,
): { readonly name: string; readonly input: JsonObject } => {
  const { key, value, source } = task
  reportTask(task, draft)
  const name = draft.nameIdea(key, at(source, key))
  const expected = textOf(value['expected_output'])
  const text = [
    agent === undefined ? '' : agentText(agent.value),
    `Your task: ${textOf(value['description'])}`,
    `Expected: ${expected}`,
  ]
    .filter((one) => one !== '')
    .join('\n\n')
  const places = placeholdersIn(text, PLACE, memberOf)
  const input = inputOf([...new Set(places.values())])
  const described = isObject(input['properties']) ? input['properties'] : {}
  draft.addIdea(name, {
    path: at(source, key),
    title: wordsOf(key),
    description: firstSentence(textOf(value['description'])),
    texts: [explained(text, places)],
    config: agent === undefined ? {} : configOf(agent),
    ...(places.size > 0 && { input }),
    output: { type: 'string', description: expected },
  })
  return { name, input: described }
}

/** An agent that no task names. */
const addAlone = ({ key, value, source }: Entry, draft: Draft): void => {
  const places = placeholdersIn(agentText(value), PLACE, memberOf)
  draft.addIdea(draft.nameIdea(key, at(source, key)), {
    path: at(source, key),
    title: textOf(value['role']) || wordsOf(key),
    description: firstSentence(textOf(value['goal'])),
    texts: [explained(agentText(value), places)],
    config: configOf({ key, value, source }),
    ...(places.size > 0 && { input: inputOf([...new Set(places.values())]) }),
  })
}

const configOf = ({ value: { llm, max_iter: turns } }: Entry): JsonObject => ({
  ...(isText(llm) && { model: llm }),
  ...(typeof turns === 'number' && Number.isInteger(turns) && turns > 0 && { limits: { turns } }),
})

const OF_AGENT = ['role', 'goal', 'backstory', 'llm', 'max_iter', 'verbose', 'name', 'tools']
const OF_TASK = ['description', 'expected_output', 'agent', 'context', 'async_execution', 'name', 'tools']

const reportAgent = (agent: Entry, draft: Draft): void => reportMembers(agent, OF_AGENT, draft)
const reportTask = (task: Entry, draft: Draft): void => reportMembers(task, OF_TASK, draft)

const reportMembers = ({ key: name, value, source }: Entry, known: readonly string[], draft: Draft): void => {
  for (const key of Object.keys(value))
    if (key === 'human_input') {
      // Its person reviews the result; `_approval` asks one before the Call, so it is advice and not a mapping.
      if (value[key] === true)
        draft.report(at(source, name, key), 'humanInput', { name, tool: toolNameFrom(nameFrom(name)) })
    } else if (!known.includes(key)) draft.report(at(source, name, key), 'member', { key, name })
  const tools = Array.isArray(value['tools']) ? value['tools'].filter(isText) : []
  if (tools.length > 0)
    draft.report(at(source, name, 'tools'), 'hostTools', { name, program: 'CrewAI', tools: tools.join(', ') })
}
