import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Source } from '../read-source.ts'
import { listIn, objectIn, textIn } from '../values.ts'

/** A node of a workflow, with its place in the file. */
export interface WorkflowNode {
  readonly name: string
  /** Without the package: `agent`, `httpRequestTool`. */
  readonly type: string
  readonly parameters: JsonObject
  readonly hasCredentials: boolean
  readonly path: readonly (string | number)[]
}

export interface Workflow {
  readonly source: Source
  readonly id: string
  readonly name: string
  readonly nodes: readonly WorkflowNode[]
  /** The nodes that feed a node through one kind of connection, in order. */
  readonly feeding: (node: WorkflowNode, kind: string) => readonly WorkflowNode[]
  /** Pinned data, by the name of its node. */
  readonly pinned: ReadonlyMap<string, Json>
}

const TYPE = /^(?:@[\w-]+\/)?n8n-nodes-[\w-]+\.(\w+)$/
const isWorkflow = (value: Json | undefined): value is JsonObject =>
  isObject(value) && listIn(value['nodes']).some((node) => isObject(node) && TYPE.test(textIn(node['type'])))

interface Found {
  readonly value: JsonObject
  readonly path: readonly (string | number)[]
}

/** The workflows of a file: one, a list, the API's `{ data: […] }`, or a template's `{ workflow }`. */
const found = (value: Json | undefined, path: Found['path'] = []): readonly Found[] => {
  if (isWorkflow(value)) return [{ value, path }]
  if (Array.isArray(value))
    return value.flatMap((one: Json, at) => (isWorkflow(one) ? [{ value: one, path: [...path, at] }] : []))
  if (!isObject(value) || path.length > 1) return []
  return ['data', 'workflow'].flatMap((key) => found(value[key], [...path, key]))
}

export const holdsWorkflow = (value: Json | undefined): boolean => found(value).length > 0

export const workflowsIn = (source: Source): readonly Workflow[] =>
  found(source.value).map(({ value, path }) => workflowOf(source, value, path))

const workflowOf = (source: Source, value: JsonObject, path: Found['path']): Workflow => {
  const nodes = listIn(value['nodes']).flatMap((node, at): readonly WorkflowNode[] => {
    const [, type] = TYPE.exec(isObject(node) ? textIn(node['type']) : '') ?? []
    if (!isObject(node) || type === undefined || node['disabled'] === true) return []
    return [
      {
        name: textIn(node['name']) || type,
        type,
        parameters: objectIn(node['parameters']),
        hasCredentials: Object.keys(objectIn(node['credentials'])).length > 0,
        path: [...path, 'nodes', at],
      },
    ]
  })
  const feeders = feedersOf(objectIn(value['connections']))
  return {
    source,
    id: textIn(value['id']),
    name: textIn(value['name']) || source.file.replace(/\.\w+$/, ''),
    nodes,
    feeding: ({ name }, kind) => {
      const names = feeders.get(`${kind} ${name}`) ?? []
      return names.flatMap((from) => nodes.filter((node) => node.name === from))
    },
    pinned: new Map(Object.entries(objectIn(value['pinData']))),
  }
}

/** Names of nodes by the kind and end of their connection, which the file lists by its beginning. */
const feedersOf = (connections: JsonObject): ReadonlyMap<string, readonly string[]> => {
  const feeders = new Map<string, string[]>()
  for (const [from, kinds] of Object.entries(connections))
    for (const [kind, outputs] of Object.entries(objectIn(kinds)))
      for (const end of listIn(outputs).flatMap((output) => listIn(output))) {
        const key = `${kind} ${textIn(objectIn(end)['node'])}`
        feeders.set(key, [...(feeders.get(key) ?? []), from])
      }
  return feeders
}
