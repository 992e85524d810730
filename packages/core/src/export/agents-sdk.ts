import type { JsonObject } from '../schema/json.ts'
import type { Exporter } from './exporter.ts'
import type { ExportGraph, GraphIdea, GraphTool } from './read-graph.ts'
import {
  type Names,
  literal,
  outputForm,
  parametersOf,
  settingsIn,
  text,
  unwrapped,
  workText,
  writeProgram,
} from './script.ts'
import { lostInCode, turnsOf } from './tell.ts'

const PROGRAM = 'the OpenAI Agents SDK'

/** A program of OpenAI's Agents SDK: an agent for each Idea, a tool for each Tool. */
export const agentsSdk: Exporter = {
  ending: '.ts',
  write: (graph) => {
    const functions = functionNames(graph)
    const lost = lostInCode(graph, {
      program: 'the Agents SDK',
      settings: ['model', 'temperature', 'topP', 'maxOutputTokens', 'reasoning', 'toolChoice'],
      asksInside: false,
      nameOf: (tool) => functions.get(tool) ?? tool.name,
    })
    const { root, ideas } = graph
    const whole = writeProgram(graph, {
      program: PROGRAM,
      install: '@openai/agents zod',
      lost,
      taken: ['Agent', 'run', 'tool', 'ask', 'call', 'input', 'inputs'],
      imports: `import { Agent, run${ideas.some(({ tools }) => tools.length > 0) ? ', tool' : ''} } from '@openai/agents'`,
      body: (names) => [
        ASK,
        ...ideas.flatMap((idea) => [
          ...idea.tools.map((tool) => toolText(tool, functions.get(tool) ?? tool.name, ideas, names)),
          agentText(idea, names),
        ]),
        inputsText(graph, names),
      ],
      start: (
        names,
        input,
      ) => `/** Runs it once. Throws if a call needs approval: use run(${names.agent(root.name)}, …) to approve it. */
export const ${names.start} = (input: ${input}): Promise<unknown> => ${askText(root, 'input', names)}`,
    })
    return { lost, text: whole }
  },
}

/** Schemas of inputs, which the SDK has no place for: callers check with them, and an import reads them again. */
const inputsText = ({ ideas }: ExportGraph, names: Names): string => {
  const members = ideas.flatMap(({ name, input }) =>
    input === undefined ? [] : [`  ${names.agent(name)}: ${literal(input, '  ')},\n`],
  )
  return members.length === 0
    ? ''
    : `/** The input of each agent, as JSON Schema. */\nexport const inputs = {\n${members.join('')}} as const`
}

/** The SDK writes hyphens in names of functions as underscores. */
const functionNames = ({ ideas }: ExportGraph): ReadonlyMap<GraphTool, string> =>
  new Map(
    ideas.flatMap(({ tools }) => {
      const taken = new Set(tools.map(({ name }) => name))
      return tools.map((tool): [GraphTool, string] => {
        let name = tool.name.replaceAll('-', '_')
        while (name !== tool.name && taken.has(name)) name += '_'
        taken.add(name)
        return [tool, name]
      })
    }),
  )

const ASK = `/** Runs an agent with an input, and gives its output. */
const ask = async (agent: Agent<unknown, any>, input: unknown, maxTurns: number): Promise<unknown> => {
  const result = await run(agent, typeof input === 'string' ? input : JSON.stringify(input), { maxTurns })
  const waits = result.interruptions.map(({ name }) => name)
  if (waits.length > 0) throw new Error(\`\${agent.name} needs approval of \${waits.join(', ')}.\`)
  return result.finalOutput
}`

const askText = (idea: GraphIdea, input: string, names: Names): string =>
  unwrapped(idea, `ask(${names.agent(idea.name)}, ${input}, ${turnsOf(idea)})`)

const toolText = (
  tool: GraphTool,
  name: string,
  ideas: readonly GraphIdea[],
  names: Names,
): string => `const ${names.tool(tool)} = tool({
  name: ${JSON.stringify(name)},
  description: ${text(tool.description)},
  parameters: ${literal(parametersOf(tool), '  ')} as any,
  strict: false,${tool.asks ? '\n  needsApproval: true,' : ''}
  execute: async (call: any): Promise<any> => ${workText(tool, ideas, (idea) => askText(idea, 'call', names))},
})`

const agentText = (idea: GraphIdea, names: Names): string => {
  const { description, config, tools } = idea
  const form = outputForm(idea)
  const settings = settingsOf(idea)
  const members = [
    `name: ${JSON.stringify(idea.name)}`,
    ...(description === '' ? [] : [`handoffDescription: ${text(description)}`]),
    `instructions: ${text(idea.text)}`,
    ...(config.model === undefined ? [] : [`model: ${JSON.stringify(config.model)}`]),
    ...(Object.keys(settings).length === 0 ? [] : [`modelSettings: ${literal(settings, '  ')} as any`]),
    ...(tools.length === 0 ? [] : [`tools: [${tools.map(names.tool).join(', ')}]`]),
    ...(form.type === 'text'
      ? []
      : [
          `outputType: { type: 'json_schema', name: 'output', strict: false, schema: ${literal(form.schema, '  ')} as any }`,
        ]),
  ]
  return `export const ${names.agent(idea.name)}: Agent<unknown, any> = new Agent({\n${members.map((one) => `  ${one},\n`).join('')}})`
}

const settingsOf = (idea: GraphIdea): JsonObject => {
  const { maxOutputTokens, reasoning } = idea.config
  return {
    ...settingsIn(idea, ['temperature', 'topP']),
    ...(maxOutputTokens !== undefined && { maxTokens: maxOutputTokens }),
    ...(reasoning?.effort !== undefined && { reasoning: { effort: reasoning.effort } }),
    ...settingsIn(idea, ['toolChoice']),
  }
}
