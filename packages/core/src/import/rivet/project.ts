import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { at } from '../importer.ts'
import type { Source } from '../read-source.ts'
import type { Edge } from '../steps.ts'
import { isText, listIn, objectIn, textIn } from '../values.ts'

/** A node of a graph, by its key: `[id]:chat "Title"`. */
export interface RivetNode {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly data: JsonObject
  readonly path: string
}

/** A wire from a port of one node to a port of another. */
interface Wire extends Edge {
  readonly from: string
  readonly to: string
}

export interface RivetGraph {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly path: string
  readonly nodes: readonly RivetNode[]
  readonly wires: readonly Wire[]
  /** The node whose output comes in at a port. */
  readonly feeding: (node: RivetNode, port: string) => RivetNode | undefined
}

const isGraph = (value: Json): boolean => isObject(value) && isObject(value['nodes']) && isObject(value['metadata'])

/** `{ version, data: { graphs } }`. */
export const holdsProject = (value: Json | undefined): boolean => {
  const { version, data } = objectIn(value)
  const graphs = objectIn(objectIn(data)['graphs'])
  return version !== undefined && Object.values(graphs).some(isGraph)
}

export const graphsIn = (source: Source): readonly RivetGraph[] =>
  Object.entries(objectIn(objectIn(objectIn(source.value)['data'])['graphs'])).flatMap(([id, graph]) =>
    isGraph(graph) ? [graphOf(source, id, objectIn(graph))] : [],
  )

const graphOf = (source: Source, id: string, graph: JsonObject): RivetGraph => {
  const { name, description } = objectIn(graph['metadata'])
  const nodes: RivetNode[] = []
  const wires: Wire[] = []
  for (const [key, value] of Object.entries(objectIn(graph['nodes']))) {
    const [, own = '', type = '', title = ''] = /^\[([^\]]+)\]:(\S+) "(.*)"$/s.exec(key) ?? []
    if (own === '') continue
    const { data, outgoingConnections } = objectIn(value)
    nodes.push({ id: own, type, title, data: objectIn(data), path: at(source, 'data', 'graphs', id, 'nodes', key) })
    for (const written of listIn(outgoingConnections).filter(isText)) {
      const [, from = '', target = '', to = ''] = /^(.*?)->".*" (\S+)\/(.+)$/s.exec(written) ?? []
      if (target !== '') wires.push({ source: own, target, from, to })
    }
  }
  const known = new Map(nodes.map((node) => [node.id, node]))
  const into = new Map(wires.map((wire) => [`${wire.target} ${wire.to}`, wire.source]))
  return {
    id,
    name: textIn(name) || 'graph',
    description: textIn(description),
    path: at(source, 'data', 'graphs', id),
    nodes,
    wires,
    feeding: (node, port) => known.get(into.get(`${node.id} ${port}`) ?? ''),
  }
}

/** Nodes that ask a model. */
export const isChat = ({ type }: RivetNode): boolean => /^chat(?!-)|Chat$/.test(type)

/** The last part of a graph's name, which its function has too: `Tools/search` → `search`. */
export const lastName = ({ name }: RivetGraph): string =>
  name
    .split('/')
    .at(-1)
    ?.replaceAll(/^[*#\s]+/g, '') ?? name
