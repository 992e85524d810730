import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { at } from '../importer.ts'
import type { Source } from '../read-source.ts'
import type { Edge } from '../steps.ts'
import { isText, listIn, objectIn, textIn } from '../values.ts'

/** A node of a flow, of any version. */
export interface FlowNode {
  readonly id: string
  /** Its kind: `toolAgent`, `agentAgentflow`. */
  readonly kind: string
  readonly category: string
  readonly title: string
  readonly inputs: JsonObject
  readonly path: string
}

/** An edge, with the number or name of the output where it begins: `0`, `proceed`. */
export interface FlowEdge extends Edge {
  readonly output: string
}

export interface Flow {
  readonly source: Source
  /** Its id in an export of everything; empty in one of a flow. */
  readonly id: string
  readonly name: string
  readonly path: string
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
  /** The nodes that an input names as `{{id.data.instance}}`. */
  readonly feeding: (node: FlowNode, input: string) => readonly FlowNode[]
  readonly titleOf: (id: string) => string | undefined
}

/** Lists of flows in an export of everything. */
const LISTS = ['ChatFlow', 'AgentFlow', 'AgentFlowV2', 'AssistantFlow']
const KINDS: readonly Json[] = ['customNode', 'agentFlow', 'iteration', 'stickyNote']

const isNode = (value: Json): boolean => {
  const { type, data } = objectIn(value)
  const { name, label, inputs } = objectIn(data)
  return KINDS.includes(type ?? null) && isText(name) && isText(label) && (isObject(inputs) || type === 'stickyNote')
}
const isGraph = (value: Json | undefined): value is JsonObject =>
  isObject(value) && Array.isArray(value['nodes']) && value['nodes'].some(isNode)
const isRecord = (value: Json | undefined): value is JsonObject => isObject(value) && isText(value['flowData'])

/** `{ name, schema: '[…]', func }`: a custom tool. */
export const isCustomTool = (value: Json | undefined): value is JsonObject =>
  isObject(value) && isText(value['name']) && isText(value['schema']) && isText(value['func'])

export const holdsFlowise = (value: Json | undefined): boolean =>
  isGraph(value) ||
  isRecord(value) ||
  isCustomTool(value) ||
  (isObject(value) &&
    [...LISTS, 'Tool'].some((key) => listIn(value[key]).some((one) => isRecord(one) || isCustomTool(one))))

const titleFrom = ({ file }: Source): string => file.replace(/\.\w+$/, '').replace(/ (?:Chatflow|Agentflow)$/, '')

export const flowsIn = (source: Source): readonly Flow[] => {
  const value = objectIn(source.value)
  if (isGraph(value)) return [flowOf(source, value, textIn(value['name']) || titleFrom(source), '', source.path)]
  const records = isRecord(value)
    ? [{ record: value, path: source.path }]
    : LISTS.flatMap((key) =>
        listIn(value[key]).map((record, index) => ({ record: objectIn(record), path: at(source, key, index) })),
      )
  return records.flatMap(({ record, path }) => {
    const graph = readJson(textIn(record['flowData']))
    return isGraph(graph) ? [flowOf(source, graph, textIn(record['name']), textIn(record['id']), path)] : []
  })
}

const flowOf = (source: Source, graph: JsonObject, name: string, id: string, path: string): Flow => {
  const own = path === source.path ? (index: number) => at(source, 'nodes', index) : () => path
  const nodes = listIn(graph['nodes']).flatMap((one, index): readonly FlowNode[] => {
    const node = objectIn(one)
    const { name: kind, label, category, inputs } = objectIn(node['data'])
    if (!isNode(one)) return []
    return [
      {
        id: textIn(node['id']),
        kind: textIn(kind),
        category: textIn(category),
        title: textIn(label).trim(),
        inputs: objectIn(inputs),
        path: own(index),
      },
    ]
  })
  const known = new Map(nodes.map((node) => [node.id, node]))
  const named = (value: Json | undefined): readonly FlowNode[] => {
    const texts = Array.isArray(value) ? value.filter(isText) : [textIn(value)]
    return texts.flatMap((text) => known.get(/^\{\{([^{}.]+)\.data\.instance\}\}$/.exec(text)?.[1] ?? '') ?? [])
  }
  return {
    source,
    id,
    name: name || 'flow',
    path,
    nodes,
    edges: listIn(graph['edges']).map((edge) => {
      const { source: from, target, sourceHandle, data } = objectIn(edge)
      const output = textIn(objectIn(data)['edgeLabel']) || (/-output-([^-|]+)/.exec(textIn(sourceHandle))?.[1] ?? '')
      return { source: textIn(from), target: textIn(target), output }
    }),
    feeding: (node, input) => named(node.inputs[input]),
    titleOf: (one) => known.get(one)?.title,
  }
}
