import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { nameFrom, toolNameFrom } from '../../tool/name-from.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { addHttpTool } from '../http-tool.ts'
import { addConfigured } from '../mcp-configs.ts'
import { moduleTool } from '../steps.ts'
import { listIn, objectIn, textIn } from '../values.ts'
import type { Flow, FlowNode } from './flow.ts'
import { customSchema, listOf } from './schemas.ts'
import { plainText } from './texts.ts'

/** Targets of tools: Ideas of the same import, and custom tools of an export of everything. */
export interface Targets {
  readonly ofNode: (node: FlowNode) => string | undefined
  readonly ofFlow: (id: string) => string | undefined
  readonly customTool: (id: string) => JsonObject | undefined
}

export type Tools = { [name: string]: ToolSchema }

export const callName = (title: string): string => {
  const name = nameFrom(title.trim())
  return (name === title ? name : toolNameFrom(name)) || 'tool'
}
export const freeName = (wanted: string, tools: object): string => {
  let name = wanted
  for (let count = 2; Object.hasOwn(tools, name); count++) name = `${wanted}${count}`
  return name
}

/** A tool of an agent, in the words of every version. */
interface Used {
  readonly kind: string
  readonly title: string
  readonly settings: JsonObject
  readonly path: string
  readonly asksFirst: boolean
  readonly node?: FlowNode
}

const usedBy = (flow: Flow, node: FlowNode): readonly Used[] => [
  ...['tools', 'agentTools']
    .flatMap((input) => flow.feeding(node, input))
    .map((one) => ({
      kind: one.kind,
      title: one.title,
      settings: one.inputs,
      path: one.path,
      asksFirst: node.inputs['interrupt'] === true,
      node: one,
    })),
  ...listOf(node.inputs['agentTools']).map((one, index) => ({
    kind: textIn(one['agentSelectedTool']),
    title: textIn(one['agentSelectedTool']),
    settings: objectIn(one['agentSelectedToolConfig']),
    path: `${node.path}/data/inputs/agentTools/${index}`,
    asksFirst: one['agentSelectedToolRequiresHumanInput'] === true,
  })),
  ...listIn(node.inputs['agentToolsBuiltInOpenAI']).map((one) => ({
    kind: String(one),
    title: String(one),
    settings: {},
    path: node.path,
    asksFirst: false,
  })),
]

/** The Tools of an agent. MCP servers go to mcp.json, where their tools come from. */
export const toolsOf = (flow: Flow, node: FlowNode, targets: Targets, draft: Draft): Tools => {
  const tools: Tools = {}
  for (const used of usedBy(flow, node)) {
    if (used.kind === '') continue
    if (used.kind === 'customMCP') addServer(used, node.title, draft)
    else if (/MCP$/.test(used.kind)) draft.report(used.path, 'mcpTools', { name: node.title, tools: used.title })
    else {
      const { name, tool } = toolOf(flow, used, targets, tools, draft)
      tools[name] = used.asksFirst ? asking(tool) : tool
    }
  }
  return tools
}

const asking = (tool: ToolSchema): ToolSchema => ({
  ...tool,
  properties: { _approval: { const: 'required' }, ...objectIn(tool['properties'] ?? {}) },
})

const toolOf = (
  flow: Flow,
  used: Used,
  targets: Targets,
  tools: Tools,
  draft: Draft,
): { readonly name: string; readonly tool: ToolSchema } => {
  const { kind, settings, path } = used
  const [, verb] = /^requests(Get|Post|Put|Delete)$/.exec(kind) ?? []
  if (verb !== undefined) return requestTool(used, verb, tools, draft)
  const custom = kind === 'customTool' ? targets.customTool(textIn(settings['selectedTool'])) : undefined
  const title = textIn(custom?.['name']) || textIn(settings['name']) || textIn(settings['toolName']) || used.title
  const description =
    plainText(textIn(custom?.['description']) || textIn(settings['description']) || textIn(settings['toolDesc'])) ||
    `${used.title} of Flowise.`
  const name = freeName(callName(title), tools)
  if (kind === 'chainTool' || kind === 'ChatflowTool' || kind === 'agentAsTool') {
    const [chain] = used.node === undefined ? [] : flow.feeding(used.node, 'baseChain')
    const wanted = textIn(settings['selectedChatflow']) || textIn(settings['selectedAgentflow'])
    const idea = chain === undefined ? targets.ofFlow(wanted) : targets.ofNode(chain)
    if (idea !== undefined) return { name, tool: moduleTool({ title, description, idea, members: [] }) }
    draft.report(path, 'workflowElsewhere', { name: title, workflow: wanted || 'of another flow' })
    return { name, tool: stub(description) }
  }
  if (custom !== undefined) {
    draft.report(path, 'toolCode', { name })
    return { name, tool: { ...customSchema(custom['schema']), description } }
  }
  draft.report(path, 'toolOfHost', { name: used.title, type: kind, program: 'Flowise' })
  return { name, tool: stub(description) }
}

/** Tools of Flowise take one text. */
const stub = (description: string): ToolSchema => ({
  type: 'object',
  description,
  properties: { input: { type: 'string', description: 'What is wanted' } },
  required: ['input'],
})

/** The request of a tool, whose settings are named after its method: `requestsGetUrl`, in older flows `url`. */
const requestTool = (
  { settings, path, title }: Used,
  verb: string,
  tools: Tools,
  draft: Draft,
): { readonly name: string; readonly tool: ToolSchema } => {
  const setting = (key: string): string =>
    plainText(
      textIn(settings[`requests${verb}${key}`]) ||
        textIn(settings[`request${verb}${key}`]) ||
        textIn(settings[key.toLowerCase()]),
    )
  const wanted = setting('Name') || title
  const name = freeName(callName(wanted), tools)
  const inQuery = objectIn(readJson(setting('QueryParamsSchema')))
  const inBody = objectIn(readJson(setting('BodySchema')))
  const asked = Object.entries({ ...inQuery, ...inBody }).filter(([key]) => /^[A-Za-z]\w*$/.test(key))
  const isInPath = (key: string): boolean => objectIn(inQuery[key])['in'] === 'path'
  const segments = Object.keys(inQuery).filter((key) => isInPath(key))
  const given = readJson(setting('Body'))
  const body: JsonObject = {
    ...objectIn(given),
    ...Object.fromEntries(Object.keys(inBody).map((key) => [key, `{${key}}`])),
  }
  const headers = settings[`requests${verb}Headers`] ?? settings['headers']
  const tool = addHttpTool(
    {
      name: wanted,
      called: name,
      description: setting('Description'),
      path,
      request: {
        method: verb,
        url: inPath(setting('Url').replaceAll(/\{\{[^{}]*\}\}/g, '{value}'), segments),
        query: Object.keys(inQuery)
          .filter((key) => !isInPath(key))
          .map((key) => [key, `{${key}}`]),
        headers: headersOf(headers),
        body: Object.keys(body).length > 0 && !['Get', 'Delete'].includes(verb) ? body : undefined,
      },
      parameters: Object.fromEntries(asked.map(([key, said]) => [key, parameterOf(key, objectIn(said))])),
      optional: asked
        .filter(([key, said]) => objectIn(said)['required'] !== true && !isInPath(key))
        .map(([key]) => key),
    },
    draft,
  )
  return { name, tool: tool ?? stub(setting('Description') || `The request ${wanted}.`) }
}

/** Places of a path are written `:id` or `{id}`, or not at all. */
const inPath = (url: string, names: readonly string[]): string =>
  names.reduce((now, name) => {
    const marked = now.replaceAll(new RegExp(`:${name}\\b|\\{${name}\\}`, 'g'), `{${name}}`)
    if (marked !== now || now.includes(`{${name}}`)) return marked
    const [path = '', query] = now.split('?')
    return `${path.replace(/\/$/, '')}/{${name}}${query === undefined ? '' : `?${query}`}`
  }, url)

const parameterOf = (key: string, { type, description }: JsonObject): JsonObject => ({
  type: ['number', 'boolean', 'object', 'array'].includes(textIn(type)) ? textIn(type) : 'string',
  description: textIn(description) || key.replaceAll('_', ' '),
})

/** An object as JSON text, or in V2 a list of keys and values. */
export const headersOf = (value: Json | undefined): readonly (readonly [string, string])[] => {
  const read = typeof value === 'string' ? readJson(plainText(value)) : value
  if (Array.isArray(read))
    return listOf(read).flatMap(({ key, value: one }) =>
      textIn(key) === '' ? [] : [[textIn(key), plainText(textIn(one))] as const],
    )
  return Object.entries(objectIn(read)).map(([name, one]) => [name, String(one)])
}

/** `mcpServerConfig` is one server's entry as JSON text. */
const addServer = ({ settings, path }: Used, agent: string, draft: Draft): void => {
  const written = settings['mcpServerConfig']
  const config = objectIn(isObject(written) ? written : readJson(textIn(written)))
  const url = textIn(config['url'])
  const package_ = listIn(config['args'])
    .map((one) => textIn(one))
    .find((one) => /^[@\w]/.test(one))
  const words = URL.canParse(url) ? new URL(url).hostname.split('.').at(-2) : package_?.split('/').at(-1)
  addConfigured(`${path}/mcpServerConfig`, words ?? `${agent} server`, config, draft)
}
