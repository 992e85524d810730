import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@ensemble/core'
import { createGraphDeriver } from '@ensemble/core/host'
import { LAYOUT_FILE, fileName, isName, singleFile } from '../workspace/names.ts'
import type { Folder } from '../workspace/names.ts'
import { type WorkspaceFiles, createWorkspaceFiles } from '../workspace/workspace-files.ts'

/** A graph small enough to be drawn as a thumbnail: Ideas and who delegates to whom. */
export interface Outline {
  /** How many Ideas the workspace has, drawn or not. */
  readonly ideas: number
  /** `x` and `y` where the layout file says them, in canvas units. */
  readonly nodes: readonly { readonly name: string; readonly tools: number; readonly x?: number; readonly y?: number }[]
  /** Pairs of places in `nodes`. */
  readonly edges: readonly (readonly [from: number, to: number])[]
}

/** A thumbnail shows no more. */
const MOST_IDEAS = 120
/** A longer file is drawn without its Tools. */
const MOST_BYTES = 256 * 1024

const namesOf = async (root: string, folder: Folder): Promise<readonly string[]> =>
  (await readdir(join(root, folder)).catch(() => []))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter(isName)
    .toSorted()

/** How many Ideas a folder holds. */
export const countIdeas = async (root: string): Promise<number> => (await namesOf(root, 'ideas')).length

const textsOf = async (
  files: WorkspaceFiles,
  folder: Folder,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>()
  for (const name of names.slice(0, MOST_IDEAS)) {
    const file = fileName(folder, name)
    const size = await stat(join(files.root, file.file)).catch(() => undefined)
    const stored =
      size !== undefined && size.size <= MOST_BYTES ? await files.read(file).catch(() => undefined) : undefined
    texts.set(name, stored === undefined ? '{}' : new TextDecoder().decode(stored.bytes))
  }
  return texts
}

/** The places of nodes in the layout file, by node id. */
const placesIn = async (files: WorkspaceFiles): Promise<Readonly<Record<string, unknown>>> => {
  const stored = await files.read(singleFile(LAYOUT_FILE)).catch(() => undefined)
  try {
    const layout: unknown = JSON.parse(new TextDecoder().decode(stored?.bytes))
    return isObject(layout) && isObject(layout['nodes']) ? layout['nodes'] : {}
  } catch {
    return {}
  }
}

/** The outline of a folder's graph, read from its files alone: it opens, locks and runs nothing. */
export const readOutline = async (root: string): Promise<Outline> => {
  const files = createWorkspaceFiles(root)
  const names = await namesOf(root, 'ideas')
  const [ideas, tools, places] = await Promise.all([
    textsOf(files, 'ideas', names),
    textsOf(files, 'tools', await namesOf(root, 'tools')),
    placesIn(files),
  ])
  const graph = createGraphDeriver()({ ideas, tools, activities: [] }, { judge: null })
  const drawn = graph.nodes.filter(({ kind }) => kind === 'idea')
  const indexOf = new Map(drawn.map(({ id }, index) => [id, index]))
  const pairs = new Map<string, readonly [number, number]>()
  for (const edge of graph.edges) {
    const [from, to] = [indexOf.get(edge.from), indexOf.get(edge.to)]
    if (from !== undefined && to !== undefined) pairs.set(`${from} ${to}`, [from, to])
  }
  return {
    ideas: names.length,
    nodes: drawn.map(({ id, name, tools: own }) => {
      const place = places[id]
      const isPlaced = isObject(place) && typeof place['x'] === 'number' && typeof place['y'] === 'number'
      return { name, tools: own.length, ...(isPlaced && { x: Number(place['x']), y: Number(place['y']) }) }
    }),
    edges: [...pairs.values()],
  }
}
