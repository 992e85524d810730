import type { JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { inputOf } from '../steps.ts'
import { objectIn, textIn } from '../values.ts'
import type { RivetGraph, RivetNode } from './project.ts'

const MOST_DEEP = 12

interface Prompt {
  readonly texts: readonly string[]
  /** Members of the input that fill its places, in order. */
  readonly members: readonly string[]
}

/** The prompt at a port of a chat: texts, prompts and inputs of the graph, through nodes that join them. */
const promptAt = (graph: RivetGraph, node: RivetNode, port: string, depth = 0): Prompt => {
  const from = graph.feeding(node, port)
  return from === undefined || depth > MOST_DEEP ? { texts: [], members: [] } : promptOf(graph, from, depth)
}

const promptOf = (graph: RivetGraph, node: RivetNode, depth: number): Prompt => {
  const { type, data } = node
  if (type === 'text' || type === 'prompt') {
    const written = textIn(data['text']) || textIn(data['promptText'])
    const members: string[] = []
    const text = written.replaceAll(/\{\{\s*@?([\w .-]{1,80}?)(?:\s*\|[^{}]*)?\s*\}\}/g, (_, name: string) => {
      const member = nameOfPlace(graph, node, name)
      if (!members.includes(member)) members.push(member)
      return `{${member}}`
    })
    return { texts: [text], members }
  }
  if (/^(?:assemblePrompt|assembleMessage|array|passthrough|coalesce|if|ifElse|pop)$/.test(type)) {
    const ports = graph.wires.filter(({ target }) => target === node.id).map(({ to }) => to)
    const kept = type === 'if' ? ports.filter((port) => port === 'value') : ports
    const parts = kept.toSorted(byNumber).map((port) => promptAt(graph, node, port, depth + 1))
    return {
      texts: parts.flatMap(({ texts }) => texts),
      members: [...new Set(parts.flatMap(({ members }) => members))],
    }
  }
  const member = type === 'graphInput' ? memberFrom(textIn(data['id'])) : 'request'
  return { texts: [], members: [member] }
}

/** `message2` before `message10`. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

export const memberFrom = (name: string): string =>
  name
    .trim()
    .replaceAll(/\W+/g, '_')
    .replace(/^[^A-Za-z]+/, '') || 'value'

/** A place that an input of the graph fills has the input's name. */
const nameOfPlace = (graph: RivetGraph, node: RivetNode, name: string): string => {
  const from = graph.feeding(node, name.trim())
  return memberFrom(from?.type === 'graphInput' ? textIn(from.data['id']) : name)
}

/** The input by which a graph gets a function's parameters: here each of them is a member. */
const ARGUMENTS = 'arguments'

/** Leads to the Idea of a graph, where it has one. */
export type IdeaOf = (graph: RivetGraph) => string | undefined

interface Chat {
  readonly graph: RivetGraph
  readonly node: RivetNode
  readonly name: string
  readonly title: string
  readonly graphs: readonly RivetGraph[]
  readonly ideaOf: IdeaOf
}

/** Adds the Idea of a chat. Returns the members of its input. */
export const addChat = ({ graph, node, name, title, graphs, ideaOf }: Chat, draft: Draft): readonly string[] => {
  const system = ['systemPrompt', 'system'].map((port) => promptAt(graph, node, port))
  const prompt = promptAt(graph, node, 'prompt')
  const texts = [...system, prompt].flatMap((one) => one.texts)
  const asked = [...new Set([...system, prompt].flatMap((one) => one.members))]
  const shown = asked.filter((member) => texts.some((text) => text.includes(`{${member}}`)))
  const { schema } = functionAt(graph, node, 'responseSchema')
  draft.addIdea(name, {
    path: node.path,
    title,
    description: graph.description || `${title} of the graph ${graph.name}.`,
    texts: [
      ...texts,
      ...(shown.length === 0
        ? []
        : [`Words in braces are members of the input: ${shown.map((one) => `{${one}}`).join(', ')}.`]),
    ],
    config: configOf(node.data),
    ...(asked.length > 0 && { input: { ...inputOf(asked), required: asked.filter((one) => one !== ARGUMENTS) } }),
    tools: toolsOf(graph, node, graphs, ideaOf, draft),
    output: schema ?? (node.data['responseFormat'] === 'json' ? {} : { type: 'string' }),
  })
  return asked
}

const configOf = (data: JsonObject): JsonObject => {
  const { model, overrideModel, temperature, top_p: topP, useTopP, maxTokens } = data
  const name = textIn(overrideModel) || textIn(model)
  return {
    ...(name !== '' && name !== 'local-model' && { model: name }),
    ...(typeof temperature === 'number' && useTopP !== true && { temperature }),
    ...(typeof topP === 'number' && useTopP === true && { topP }),
    ...(typeof maxTokens === 'number' && maxTokens > 0 && { maxOutputTokens: Math.trunc(maxTokens) }),
  }
}

/** A function node at a port, through an array. */
const functionsAt = (graph: RivetGraph, node: RivetNode, port: string, depth = 0): readonly RivetNode[] => {
  const from = graph.feeding(node, port)
  if (from === undefined || depth > MOST_DEEP) return []
  if (!['array', 'passthrough', 'coalesce'].includes(from.type)) return [from]
  const ports = graph.wires.filter(({ target }) => target === from.id).map(({ to }) => to)
  return ports.toSorted(byNumber).flatMap((one) => functionsAt(graph, from, one, depth + 1))
}

const functionAt = (graph: RivetGraph, node: RivetNode, port: string): { readonly schema: JsonObject | undefined } => {
  const [found] = functionsAt(graph, node, port)
  return { schema: schemaOf(found?.data['schema'] ?? found?.data['jsonTemplate'] ?? found?.data['text'] ?? '') }
}
const schemaOf = (written: JsonObject[string]): JsonObject | undefined => {
  const schema = readJson(textIn(written))
  return isObject(schema) ? schema : undefined
}

const toolsOf = (
  graph: RivetGraph,
  node: RivetNode,
  graphs: readonly RivetGraph[],
  ideaOf: IdeaOf,
  draft: Draft,
): { readonly [name: string]: ToolSchema } => {
  const tools: { [name: string]: ToolSchema } = {}
  for (const { type, title, data, path } of functionsAt(graph, node, 'functions')) {
    const name = textIn(data['name'])
    if (type !== 'gptFunction' || !/^[A-Za-z][\w-]{0,62}$/.test(name)) {
      const what = type === 'mcpDiscovery' ? 'mcpTools' : 'toolUnknown'
      draft.report(path, what, { name: title, tool: title, tools: textIn(data['serverId']) || title })
      continue
    }
    const handler = handlerOf(graph, graphs, name)
    const idea = handler && ideaOf(handler)
    const schema = schemaOf(data['schema'] ?? '')
    if (schema === undefined) draft.report(path, 'schemaUnread', { name, reason: 'it is broken JSON or computed.' })
    if (idea === undefined) draft.report(path, 'toolCode', { name })
    tools[name] = {
      type: 'object',
      description: textIn(data['description']) || `${name}.`,
      properties: {
        ...(idea !== undefined && { _module: { const: `idea://${idea}` }, _imports: { const: ['input'] } }),
        ...objectIn(schema?.['properties']),
      },
      ...(Array.isArray(schema?.['required']) && { required: schema['required'] }),
    }
  }
  return tools
}

/** The graph that does a function's work: named by a delegate, or by its own name. */
const handlerOf = (graph: RivetGraph, graphs: readonly RivetGraph[], name: string): RivetGraph | undefined => {
  const handlers = graph.nodes.flatMap(({ data }) => (Array.isArray(data['handlers']) ? data['handlers'] : []))
  const named = handlers.map((one) => objectIn(one)).find(({ key }) => key === name)
  return (
    graphs.find(({ id }) => id === named?.['value']) ??
    graphs.find((one) => one !== graph && (one.name === name || one.name.endsWith(`/${name}`)))
  )
}
