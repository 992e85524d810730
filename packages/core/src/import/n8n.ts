import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { inferSchema } from '../schema/infer.ts'
import type { Draft } from './draft.ts'
import { type Importer, at } from './importer.ts'
import { createExpressions, schemaOf } from './n8n/expressions.ts'
import { schemaIn, toolsOf, type Targets } from './n8n/tools.ts'
import { type Workflow, type WorkflowNode, holdsWorkflow, workflowsIn } from './n8n/workflow.ts'
import { listIn, objectIn, textIn } from './values.ts'

/** The agents of n8n workflows: each becomes an Idea, its tools become Tools. */
export const n8n: Importer = {
  program: 'n8n',
  takes: ({ value }) => holdsWorkflow(value),
  read: (sources, draft) => {
    const workflows = sources.flatMap(workflowsIn)
    const names = new Map<WorkflowNode, string>()
    for (const workflow of workflows)
      for (const node of workflow.nodes.filter(isAgent))
        names.set(
          node,
          draft.nameIdea(
            isPlain(node) ? `${workflow.name} ${node.name}` : node.name,
            at(workflow.source, ...node.path),
          ),
        )
    const targets: Targets = {
      ofNode: (node) => names.get(node),
      ofWorkflow: (reference, from) => {
        const wanted = [textIn(reference['value']), textIn(reference['cachedResultName'])]
        const others = workflows.filter((one) => one !== from)
        const found = others.find(({ id, name }) => (id !== '' && wanted.includes(id)) || wanted.includes(name))
        const agent = found?.nodes.find((node) => isAgent(node) && node.type !== 'agentTool')
        return agent && names.get(agent)
      },
    }
    for (const workflow of workflows) readWorkflow(workflow, names, targets, draft)
  },
}

/** Nodes that ask a model. */
const AGENTS = [
  'agent',
  'agentTool',
  'chainLlm',
  'openAi',
  'informationExtractor',
  'textClassifier',
  'sentimentAnalysis',
]
const isAgent = ({ type, parameters }: WorkflowNode): boolean =>
  AGENTS.includes(type) &&
  (type !== 'openAi' || ['text', 'chat', 'assistant', undefined].includes(parameters['resource'] as string | undefined)) // a text or none
/** Its node has the name that n8n gives. */
const isPlain = ({ name }: WorkflowNode): boolean =>
  /^(?:AI Agent|Basic LLM Chain|OpenAI|Message a model|Agent)\s*\d*$/i.test(name)

/** Kinds of connections whose nodes belong to an agent. */
const PARTS = ['ai_tool', 'ai_languageModel', 'ai_outputParser', 'ai_memory']
const QUIET = ['stickyNote', 'noOp', 'respondToWebhook', 'set']
const isTrigger = (type: string): boolean => /trigger$/i.test(type) || ['webhook', 'start', 'cron'].includes(type)

const readWorkflow = (
  workflow: Workflow,
  names: ReadonlyMap<WorkflowNode, string>,
  targets: Targets,
  draft: Draft,
): void => {
  const used = new Set<WorkflowNode>()
  for (const agent of workflow.nodes.filter(isAgent)) {
    used.add(agent)
    for (const kind of PARTS) for (const node of workflow.feeding(agent, kind)) if (kind !== 'ai_memory') used.add(node)
    for (const parser of workflow.feeding(agent, 'ai_outputParser'))
      for (const inner of [
        ...workflow.feeding(parser, 'ai_outputParser'),
        ...workflow.feeding(parser, 'ai_languageModel'),
      ])
        used.add(inner)
    readAgent(workflow, agent, names.get(agent) ?? agent.name, targets, draft)
  }
  for (const node of workflow.nodes) {
    if (used.has(node) || QUIET.includes(node.type)) continue
    const place = at(workflow.source, ...node.path)
    if (node.type.startsWith('memory')) draft.report(place, 'memory', { name: node.name })
    else if (isTrigger(node.type)) draft.report(place, 'trigger', { name: node.name })
    else draft.report(place, 'step', { name: node.name, type: node.type, program: 'n8n' })
  }
  for (const name of workflow.pinned.keys()) draft.report(at(workflow.source, 'pinData', name), 'pinned', { name })
}

const readAgent = (workflow: Workflow, node: WorkflowNode, name: string, targets: Targets, draft: Draft): void => {
  const place = at(workflow.source, ...node.path)
  const { parameters } = node
  const expressions = createExpressions()
  const texts = textsOf(node).map((text) => expressions.read(text))
  const asked = [...expressions.asked]
  for (const [expression, { name: member, isSimple }] of asked)
    if (!isSimple) draft.report(place, 'expression', { name: node.name, expression: shortened(expression), member })
  const isChat = asked.length === 0 && parameters['promptType'] !== 'define'
  const input = isChat ? CHAT : asked.length === 0 ? undefined : schemaOf(expressions.asked)
  const prompts = texts.filter((text) => !/^\{\w+\}$/.test(text.trim()))
  const places = asked
    .map(([, { name: member }]) => `{${member}}`)
    .filter((one) => prompts.some((text) => text.includes(one)))
  draft.addIdea(name, {
    path: place,
    title: node.name,
    description: textIn(parameters['toolDescription']) || `${node.name} of the workflow ${workflow.name}.`,
    texts: [
      ...prompts,
      ...(places.length === 0 ? [] : [`Words in braces are members of the input: ${places.join(', ')}.`]),
    ],
    config: configOf(workflow, node, draft),
    input,
    sample: sampleOf(workflow, node, input),
    tools: toolsOf(workflow, node, targets, draft),
    output: outputOf(workflow, node, draft),
  })
}

const CHAT: JsonObject = {
  type: 'object',
  properties: { chatInput: { type: 'string', minLength: 1, description: 'The message of the person' } },
  required: ['chatInput'],
}

const MOST_SHOWN = 120
const shortened = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

/** The prompts of a node, in order: each kind of node has them elsewhere. */
const textsOf = ({ type, parameters }: WorkflowNode): readonly (Json | undefined)[] => {
  const options = objectIn(parameters['options'])
  const system = options['systemMessage'] ?? options['systemPromptTemplate'] ?? options['humanMessage']
  const messages = [
    ...listIn(objectIn(parameters['messages'])['messageValues']),
    ...listIn(objectIn(parameters['messages'])['values']),
    ...listIn(objectIn(parameters['messages'])['messages']),
    ...listIn(objectIn(parameters['prompt'])['messages']),
  ].map((one) => objectIn(one)['message'] ?? objectIn(one)['content'])
  const prompt = typeof parameters['prompt'] === 'string' ? parameters['prompt'] : undefined
  const text = parameters['promptType'] === 'auto' ? undefined : parameters['text']
  const categories = listIn(objectIn(parameters['categories'])['categories'])
    .map((one) => `- ${textIn(objectIn(one)['category'])}: ${textIn(objectIn(one)['description'])}`)
    .join('\n')
  const task = {
    textClassifier: `Choose the category that fits.\n${categories}`,
    informationExtractor: 'Extract what the output asks for. Leave out what the text does not say.',
    sentimentAnalysis: 'Judge the sentiment of the text.',
  }[type]
  return [system, task, ...messages, prompt, parameters['instructions'], text, parameters['inputText']].filter(
    (one) => one !== undefined && one !== '',
  )
}

const modelOf = (parameters: JsonObject): string => {
  const { model, modelName, modelId, chatModel } = parameters
  const given = [model, modelName, modelId, chatModel].map((one) =>
    isObject(one) ? textIn(one['value']) : textIn(one),
  )
  return given.find((one) => one !== '') ?? ''
}

const configOf = (workflow: Workflow, node: WorkflowNode, draft: Draft): JsonObject => {
  const [model, ...others] = workflow.feeding(node, 'ai_languageModel')
  for (const other of others)
    draft.report(at(workflow.source, ...other.path), 'step', { name: other.name, type: other.type, program: 'n8n' })
  const parameters = node.type === 'openAi' ? node.parameters : (model?.parameters ?? {})
  const name = modelOf(parameters)
  const options = objectIn(parameters['options'])
  const number = (...keys: readonly string[]): number | undefined =>
    keys.map((key) => options[key]).find((one): one is number => typeof one === 'number' && one > 0)
  const turns = objectIn(node.parameters['options'])['maxIterations']
  const most = number('maxTokens', 'maxTokensToSample', 'maxOutputTokens', 'numPredict')
  return {
    ...(name !== '' && !name.startsWith('=') && { model: name }),
    ...(typeof options['temperature'] === 'number' && { temperature: options['temperature'] }),
    ...(typeof options['topP'] === 'number' && { topP: options['topP'] }),
    ...(most !== undefined && { maxOutputTokens: Math.trunc(most) }),
    ...(typeof turns === 'number' && turns > 0 && { limits: { turns: Math.trunc(turns) } }),
  }
}

/** The answer's schema: of a structured output parser, also behind one that repairs, or of the node itself. */
const outputOf = (workflow: Workflow, node: WorkflowNode, draft: Draft): Json => {
  const { type, parameters } = node
  if (type === 'textClassifier')
    return objectOf({
      category: {
        type: 'string',
        enum: listIn(objectIn(parameters['categories'])['categories']).map((one) => textIn(objectIn(one)['category'])),
      },
    })
  if (type === 'sentimentAnalysis')
    return objectOf({ sentiment: { type: 'string', enum: ['Positive', 'Neutral', 'Negative'] } })
  const attributes = listIn(objectIn(parameters['attributes'])['attributes'])
  if (attributes.length > 0)
    return objectOf(
      Object.fromEntries(
        attributes.map((one) => {
          const { name, type: kind, description } = objectIn(one)
          const plain = ['number', 'boolean'].includes(textIn(kind)) ? textIn(kind) : 'string'
          return [textIn(name), { type: plain, description: textIn(description) || textIn(name) }]
        }),
      ),
    )
  if (type === 'informationExtractor') return schemaIn(parameters) ?? TEXT
  const parsers = workflow.feeding(node, 'ai_outputParser')
  const parser = [...parsers.flatMap((one) => workflow.feeding(one, 'ai_outputParser')), ...parsers].find(
    (one) => one.type === 'outputParserStructured',
  )
  if (parser === undefined) return TEXT
  const schema = schemaIn(parser.parameters) ?? listSchema(parser.parameters)
  if (schema === undefined)
    draft.report(at(workflow.source, ...parser.path), 'schemaUnread', {
      name: parser.name,
      reason: 'it is broken JSON or computed.',
    })
  return schema ?? TEXT
}

const TEXT: JsonObject = { type: 'string' }
const objectOf = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** An example that is a list. */
const listSchema = (parameters: JsonObject): JsonObject | undefined => {
  try {
    const example: unknown = JSON.parse(textIn(parameters['jsonSchemaExample']))
    const schema = Array.isArray(example) ? inferSchema(example as Json) : undefined // just parsed
    return isObject(schema) ? schema : undefined
  } catch {
    return undefined
  }
}

/** Pinned data of the node before, where it has members of the input. */
const sampleOf = (workflow: Workflow, node: WorkflowNode, input: JsonObject | undefined): Json | undefined => {
  const properties = Object.keys(objectIn(input?.['properties']))
  for (const before of workflow.feeding(node, 'main')) {
    const [first] = listIn(workflow.pinned.get(before.name))
    const { json } = objectIn(first)
    const known = Object.entries(objectIn(json ?? first)).filter(
      ([key, value]) => properties.includes(key) && typeof value === 'string',
    )
    if (known.length === properties.length && known.length > 0) return Object.fromEntries(known)
  }
  return undefined
}
