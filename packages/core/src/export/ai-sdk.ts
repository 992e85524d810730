import type { Exporter } from './exporter.ts'
import type { GraphIdea, GraphTool } from './read-graph.ts'
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

/** A program of the AI SDK: a `ToolLoopAgent` for each Idea. */
export const aiSdk: Exporter = {
  ending: '.ts',
  write: (graph) => {
    const lost = lostInCode(graph, { program: 'the AI SDK', settings: SETTINGS, asksInside: false })
    const { root, ideas } = graph
    const whole = writeProgram(graph, {
      program: 'the AI SDK',
      install: 'ai',
      lost,
      taken: TAKEN,
      imports: `import { type LanguageModel, Output, ToolLoopAgent, jsonSchema, stepCountIs${ideas.some(({ tools }) => tools.length > 0) ? ', tool' : ''} } from 'ai'`,
      body: (names) => [
        ASK,
        `/** The agents, all with one model. */
export const createAgents = (model: LanguageModel) => {
${ideas.map((idea) => agentText(idea, ideas, names)).join('\n')}
  return { ${ideas.map(({ name }) => names.agent(name)).join(', ')} }
}`,
      ],
      start: (
        names,
        input,
      ) => `/** Runs it once. Throws if a call needs approval: use createAgents(model).${names.agent(root.name)} to approve it. */
export const ${names.start} = (model: LanguageModel, input: ${input}): Promise<unknown> =>
  ${askText(root, `createAgents(model).${names.agent(root.name)}`, 'input')}`,
    })
    return { lost, text: whole }
  },
}

const SETTINGS = ['temperature', 'topP', 'maxOutputTokens', 'toolChoice'] as const

const TAKEN = 'Output ToolLoopAgent jsonSchema stepCountIs tool ask model call input createAgents'.split(' ')

const ASK = `/** Runs an agent with an input, and gives its output. */
const ask = async (agent: ToolLoopAgent<never, any, any>, input: unknown): Promise<unknown> => {
  const result = await agent.generate({ prompt: typeof input === 'string' ? input : JSON.stringify(input) })
  const waits = result.content.flatMap((part) => (part.type === 'tool-approval-request' ? [part.toolCall.toolName] : []))
  if (waits.length > 0) throw new Error(\`\${agent.id} needs approval of \${waits.join(', ')}.\`)
  return result.output
}`

const askText = (idea: GraphIdea, agent: string, input: string): string => unwrapped(idea, `ask(${agent}, ${input})`)

const agentText = (idea: GraphIdea, ideas: readonly GraphIdea[], names: Names): string => {
  const form = outputForm(idea)
  const variable = names.agent(idea.name)
  const members = [
    `id: ${JSON.stringify(idea.name)}`,
    'model',
    `instructions: ${text(idea.text)}`,
    ...(idea.tools.length === 0
      ? []
      : [`tools: {\n${idea.tools.map((tool) => toolText(tool, ideas, names)).join('')}    }`]),
    `output: ${form.type === 'text' ? 'Output.text()' : `Output.object({ schema: jsonSchema<any>(${literal(form.schema, '    ')} as any) })`}`,
    `stopWhen: stepCountIs(${turnsOf(idea)})`,
    ...Object.entries(settingsIn(idea, SETTINGS)).map(([key, value]) => `${key}: ${literal(value)}`),
  ]
  return `  const ${variable}: ToolLoopAgent<never, any, any> = new ToolLoopAgent({\n${members.map((one) => `    ${one},\n`).join('')}  })`
}

const toolText = (
  tool: GraphTool,
  ideas: readonly GraphIdea[],
  names: Names,
): string => `      ${JSON.stringify(tool.name)}: tool({
        description: ${text(tool.description)},
        inputSchema: jsonSchema<any>(${literal(parametersOf(tool), '        ')} as any),${tool.asks ? '\n        needsApproval: true,' : ''}
        execute: async (call: any): Promise<any> => ${workText(tool, ideas, (idea) => askText(idea, names.agent(idea.name), 'call'))},
      }),
`
