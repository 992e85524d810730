import type { Exporter } from './exporter.ts'
import type { GraphIdea, GraphTool } from './read-graph.ts'
import { type Names, literal, outputForm, parametersOf, text, unwrapped, workText, writeProgram } from './script.ts'
import { lostInCode, turnsOf } from './tell.ts'

/** A program of LangGraph: a compiled graph for each Idea, with an interrupt before a call that needs approval. */
export const langGraph: Exporter = {
  ending: '.ts',
  write: (graph) => {
    const lost = lostInCode(graph, { program: 'LangSmith', settings: [], asksInside: true })
    const { root, ideas } = graph
    const hasTools = ideas.some(({ tools }) => tools.length > 0)
    const asks = ideas.some(({ tools }) => tools.some((tool) => tool.asks))
    const whole = writeProgram(graph, {
      program: 'LangGraph',
      install: '@langchain/langgraph @langchain/core',
      lost,
      taken: TAKEN,
      imports: importsText(hasTools, asks),
      body: (names) => [
        HELPERS,
        hasTools ? AS_TEXT : '',
        asks ? APPROVED : '',
        `/** The graphs, all with one model. A checkpointer keeps a run that waits for approval. */
export const createGraphs = (model: BaseChatModel, checkpointer?: BaseCheckpointSaver) => {
${ideas.map((idea) => ideaText(idea, idea === root, ideas, names)).join('\n')}
  return { ${ideas.map(({ name }) => names.agent(name)).join(', ')} }
}`,
      ],
      start: (
        names,
        input,
      ) => `/** Runs it once. Throws if a call needs approval: invoke createGraphs(model, checkpointer).${names.agent(root.name)} with a thread_id to approve it. */
export const ${names.start} = (model: BaseChatModel, input: ${input}): Promise<unknown> =>
  ${askText(root, `createGraphs(model${asks ? ', new MemorySaver()' : ''}).${names.agent(root.name)}`, 'input', asks ? "{ configurable: { thread_id: 'once' } }" : '{}')}`,
    })
    return { lost, text: whole }
  },
}

const TAKEN =
  'HumanMessage SystemMessage AIMessage tool Annotation END MemorySaver MessagesAnnotation START StateGraph interrupt ToolNode State Graph Parts createGraph ask asText approved model checkpointer call config input createGraphs'.split(
    ' ',
  )

const importsText = (
  hasTools: boolean,
  asks: boolean,
): string => `import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { type StructuredToolInterface${hasTools ? ', tool' : ''} } from '@langchain/core/tools'
${hasTools ? "import type { JSONSchema } from '@langchain/core/utils/json_schema'\n" : ''}import {
  Annotation,
  type BaseCheckpointSaver,
  END,${asks ? '\n  MemorySaver,' : ''}
  MessagesAnnotation,
  START,
  StateGraph,${asks ? '\n  interrupt,' : ''}
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'`

const HELPERS = `const State = Annotation.Root({ ...MessagesAnnotation.spec, output: Annotation<unknown>() })

interface Parts {
  readonly name: string
  readonly model: BaseChatModel
  readonly instructions: string
  readonly tools: StructuredToolInterface[]
  /** Undefined: it answers in text. */
  readonly output?: object
  readonly checkpointer?: BaseCheckpointSaver | undefined
}

/** A model that calls its tools until it has an answer. */
const createGraph = ({ name, model, instructions, tools, output, checkpointer }: Parts) => {
  const system = new SystemMessage(instructions)
  if (tools.length > 0 && model.bindTools === undefined) throw new Error('This model calls no tools.')
  const caller = tools.length > 0 && model.bindTools !== undefined ? model.bindTools(tools) : model
  return new StateGraph(State)
    .addNode('model', async ({ messages }) => ({ messages: [await caller.invoke([system, ...messages])] }))
    .addNode('tools', new ToolNode(tools))
    .addNode('answer', async ({ messages }) => ({
      output:
        output === undefined
          ? messages.at(-1)?.text
          : await model.withStructuredOutput(output as any, { name: 'output' }).invoke([system, ...messages]),
    }))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) =>
      ((messages.at(-1) as AIMessage).tool_calls ?? []).length > 0 ? 'tools' : 'answer', ['tools', 'answer'])
    .addEdge('tools', 'model')
    .addEdge('answer', END)
    .compile({ name, ...(checkpointer !== undefined && { checkpointer }) })
}
type Graph = ReturnType<typeof createGraph>

/** Runs a graph with an input, and gives its output. A turn takes two steps. */
const ask = async (graph: Graph, input: unknown, turns: number, config: RunnableConfig): Promise<any> => {
  const message = new HumanMessage(typeof input === 'string' ? input : JSON.stringify(input))
  const result = await graph.invoke({ messages: [message] }, { ...config, recursionLimit: turns * 2 + 1 })
  if ('__interrupt__' in result) throw new Error(\`\${graph.name} needs approval.\`)
  return result.output
}`

const AS_TEXT = `const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))`

const APPROVED = `/** Asks a person: resume the graph with new Command({ resume: true }) to approve, and false to refuse. */
const approved = (name: string, call: unknown): boolean => interrupt({ tool: name, call }) === true`

const askText = (idea: GraphIdea, graph: string, input: string, config: string): string =>
  unwrapped(idea, `ask(${graph}, ${input}, ${turnsOf(idea)}, ${config})`)

const ideaText = (idea: GraphIdea, isRoot: boolean, ideas: readonly GraphIdea[], names: Names): string => {
  const form = outputForm(idea)
  const members = [
    `name: ${JSON.stringify(idea.name)}`,
    'model',
    `instructions: ${text(idea.text)}`,
    idea.tools.length === 0
      ? 'tools: []'
      : `tools: [\n${idea.tools.map((tool) => toolText(tool, ideas, names)).join('')}    ]`,
    ...(form.type === 'text' ? [] : [`output: ${literal(form.schema, '    ')}`]),
    ...(isRoot ? ['checkpointer'] : []),
  ]
  return `  const ${names.agent(idea.name)}: Graph = createGraph({\n${members.map((one) => `    ${one},\n`).join('')}  })`
}

const toolText = (tool: GraphTool, ideas: readonly GraphIdea[], names: Names): string => {
  const work = workText(tool, ideas, (idea) => askText(idea, names.agent(idea.name), 'call', 'config'))
  const done = tool.asks
    ? `approved(${JSON.stringify(tool.name)}, call) ? ${work} : 'A person refused this call.'`
    : work
  const given = tool.work.type === 'module' ? 'call: any, config: RunnableConfig' : 'call: any'
  return `      tool(async (${given}): Promise<any> => asText(await ${tool.asks ? `(${done})` : done}), {
        name: ${JSON.stringify(tool.name)},
        description: ${text(tool.description)},
        schema: ${literal(parametersOf(tool), '        ')} as JSONSchema,
      }),
`
}
