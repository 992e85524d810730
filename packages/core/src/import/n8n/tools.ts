import { inferSchema } from '../../schema/infer.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { nameFrom, toolNameFrom } from '../../tool/name-from.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { at } from '../importer.ts'
import { createExpressions, schemaOf, type Expressions } from './expressions.ts'
import { httpActivity } from './http-activity.ts'
import { type Workflow, type WorkflowNode } from './workflow.ts'
import { listIn, objectIn, textIn } from '../values.ts'

/** The targets of an agent's Tools: Ideas of the same import, by node and by workflow. */
export interface Targets {
  readonly ofNode: (node: WorkflowNode) => string | undefined
  /** A workflow that calls itself does so for another of its steps. */
  readonly ofWorkflow: (reference: JsonObject, from: Workflow) => string | undefined
}

/** The Tools that feed an agent. */
export const toolsOf = (workflow: Workflow, agent: WorkflowNode, targets: Targets, draft: Draft): Tools => {
  const tools: { [name: string]: ToolSchema } = {}
  for (const node of workflow.feeding(agent, 'ai_tool')) {
    if (node.type === 'mcpClientTool') {
      readServer(workflow, node, agent.name, draft)
      continue
    }
    const wanted = textIn(node.parameters['name']) || textIn(node.parameters['toolName']) || node.name
    const base = nameOf(wanted)
    let name = base
    for (let count = 2; Object.hasOwn(tools, name); count++) name = `${base}${count}`
    tools[name] = toolOf(workflow, node, name, targets, draft)
  }
  return tools
}
type Tools = { readonly [name: string]: ToolSchema }

const nameOf = (wanted: string): string => {
  const name = nameFrom(wanted)
  return (name === wanted ? name : toolNameFrom(name)) || 'tool'
}

const toolOf = (workflow: Workflow, node: WorkflowNode, name: string, targets: Targets, draft: Draft): ToolSchema => {
  const { type, parameters } = node
  const place = at(workflow.source, ...node.path)
  const description = textIn(parameters['toolDescription']) || textIn(parameters['description'])
  const expressions = createExpressions()
  const parts: Parts = { node, place, name, description: expressions.read(description) || node.name, expressions }
  const idea =
    type === 'toolWorkflow' ? targets.ofWorkflow(objectIn(parameters['workflowId']), workflow) : targets.ofNode(node)
  if (type === 'agentTool' || type === 'toolWorkflow') return moduleTool(parts, idea, draft)
  if (type === 'toolHttpRequest' || type === 'httpRequestTool') return httpTool(parts, draft)
  draft.report(place, 'toolOfHost', { name: node.name, program: 'n8n', type })
  return withParameters(parts, givenSchema(parameters) ?? readAll(parameters, expressions))
}

interface Parts {
  readonly node: WorkflowNode
  readonly place: string
  readonly name: string
  readonly description: string
  readonly expressions: Expressions
}

const withParameters = ({ description }: Parts, schema: JsonObject, meta: JsonObject = {}): ToolSchema => ({
  type: 'object',
  description,
  properties: { ...meta, ...objectIn(schema['properties']) },
  ...(listIn(schema['required']).length > 0 && { required: listIn(schema['required']) }),
})

const moduleTool = (parts: Parts, idea: string | undefined, draft: Draft): ToolSchema => {
  const { parameters } = parts.node
  const given =
    givenSchema(parameters) ??
    readAll(omit(parameters, ['options', 'toolDescription', 'description']), parts.expressions)
  const hasSome = Object.keys(objectIn(given['properties'])).length > 0
  if (idea === undefined)
    draft.report(parts.place, 'workflowElsewhere', {
      name: parts.node.name,
      workflow: referenceOf(objectIn(parameters['workflowId'])),
    })
  return withParameters(
    parts,
    hasSome ? given : QUERY,
    idea === undefined ? {} : { _module: { const: `idea://${idea}` } },
  )
}

const QUERY: JsonObject = {
  type: 'object',
  properties: { query: { type: 'string', description: 'What is wanted, in a sentence' } },
  required: ['query'],
}

const omit = (value: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

const referenceOf = ({ cachedResultName: name, value }: JsonObject): string =>
  textIn(name) || textIn(value) || 'unknown'

const httpTool = (parts: Parts, draft: Draft): ToolSchema => {
  const { node, place, description, expressions } = parts
  const made = httpActivity(node, expressions)
  if ('reason' in made) {
    draft.report(place, 'httpUnread', { name: node.name, reason: made.reason })
    return withParameters(parts, schemaOf(expressions.asked))
  }
  const { http, schema, changes, host } = made
  const activity = draft.addHttp(parts.name, { description, ...http }, place)
  draft.report(place, 'allowHost', { host, name: activity })
  if (node.hasCredentials || textIn(node.parameters['authentication']).startsWith('generic'))
    draft.report(place, 'credential', { name: activity })
  for (const secret of made.secrets) draft.report(place, 'secret', secret)
  for (const reason of made.left) draft.report(place, 'httpPart', { name: node.name, part: reason })
  return withParameters(parts, schema, {
    ...(activity !== parts.name && { _activity: { const: activity } }),
    ...(changes && { _approval: { const: 'required' } }),
  })
}

/** The schema or the example that people write for the input of a tool. */
const givenSchema = (parameters: JsonObject): JsonObject | undefined => {
  if (parameters['specifyInputSchema'] !== true) return undefined
  return schemaIn(parameters)
}

/** `inputSchema`, `jsonSchema` or `jsonSchemaExample`, which are JSON as text. */
export const schemaIn = (parameters: JsonObject): JsonObject | undefined => {
  const example = readJson(textIn(parameters['jsonSchemaExample']))
  const schema = readJson(textIn(parameters['inputSchema']) || textIn(parameters['jsonSchema']))
  const inferred = example === undefined ? undefined : inferSchema(example)
  const given = isObject(schema) ? schema : isObject(inferred) ? inferred : undefined
  return given
}

/** All texts of the parameters read for expressions, at any depth; what the model fills becomes a parameter. */
const readAll = (parameters: JsonObject, expressions: Expressions): JsonObject => {
  const visit = (value: Json, depth: number): void => {
    if (depth > 20) return
    if (typeof value === 'string') {
      if (/\$fromAI\(/i.test(value)) expressions.read(value)
    } else if (Array.isArray(value)) for (const one of value) visit(one, depth + 1)
    else if (isObject(value)) for (const one of Object.values(value)) visit(one, depth + 1)
  }
  visit(parameters, 0)
  return schemaOf(expressions.asked)
}

const readServer = ({ source }: Workflow, node: WorkflowNode, agent: string, draft: Draft): void => {
  const { parameters } = node
  const place = at(source, ...node.path)
  const url = textIn(parameters['endpointUrl']) || textIn(parameters['sseEndpoint'])
  if (!URL.canParse(url)) return draft.report(place, 'serverUnread', { name: node.name })
  if (parameters['serverTransport'] === 'sse' || parameters['endpointUrl'] === undefined)
    draft.report(place, 'serverOldTransport', { name: node.name })
  const name = draft.addServer(node.name, { url }, place)
  if (node.hasCredentials) draft.report(place, 'credential', { name })
  draft.report(place, 'approveServerFor', { name, agent })
}
