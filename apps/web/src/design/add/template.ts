import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { pasteClip, type Clip } from '../../document/edits/clip.ts'
import { freeOffset } from '../../document/commands/nodes/clip-place.ts'
import { connect } from '../../document/commands/nodes/connect.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { ideaSize } from '../../document/layout/geometry.ts'
import type { Point } from '../../document/layout/layout-file.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { toolsOf } from '../../document/texts/idea-view.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { readTemplate } from '../../platform/api/gallery-client.ts'
import { notify } from '../../platform/session/notify.ts'
import { sessionStore, type AddRequest } from '../../platform/session/session.ts'

/** Between columns and between nodes of one, in canvas units. */
const APART = { x: 140, y: 40 }

const objectsIn = (value: Record<string, Json>): Record<string, JsonObject> =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1])))

/** The Ideas that an Idea names anywhere. */
const namedIn = (idea: JsonObject): readonly string[] =>
  [...JSON.stringify(idea).matchAll(/idea:\/\/([\w-]+)/gu)].flatMap(([, name]) => name ?? [])

/** Puts each callee one column right of its first caller, below the callees before it. */
function placesFor(first: string, { ideas, tools }: Pick<Clip, 'ideas' | 'tools'>): Clip['places'] {
  const columns: string[][] = []
  const seen = new Set([first])
  for (let column = [first]; column.length > 0;) {
    columns.push(column)
    const next = column.flatMap((name) => namedIn(ideas[name] ?? {})).filter((name) => name in ideas && !seen.has(name))
    for (const name of next) seen.add(name)
    column = [...new Set(next)]
  }
  columns[0]?.push(...Object.keys(ideas).filter((name) => !seen.has(name)))
  const places: Record<string, Point> = {}
  for (const [index, column] of columns.entries()) {
    let y = 0
    for (const name of column) {
      const size = ideaSize(toolsOf(ideaFile(name), ideas[name] ?? {}, (tool) => tools[tool]).length)
      places[name] = { x: index * (size.width + APART.x), y }
      y += size.height + APART.y
    }
  }
  return places
}

/** Puts the Ideas and shared Tools of a template where the hand is, in one step of undo; a caller asks the first one. */
export async function addTemplate(name: string, { place, from }: AddRequest): Promise<void> {
  try {
    const read = await readTemplate(name)
    const parts = { ideas: objectsIn(read.ideas), tools: objectsIn(read.tools) }
    const clip: Clip = { ...parts, notes: [], places: placesFor(read.idea, parts), groups: new Map() }
    const by = place ?? freeOffset(clip, canvasView()?.centre() ?? { x: 0, y: 0 })
    const { edits, ids } = pasteClip(documentStore.getState().files, clip, by, graphStore.getState().places)
    applyEdits('addTemplate', edits, { about: { nodes: ids } })
    const first = ids[Object.keys(parts.ideas).indexOf(read.idea)]
    if (from !== undefined && first !== undefined) connect(from, first)
    sessionStore.setState({ selection: { nodes: ids, tool: null } })
    requestAnimationFrame(() => canvasView()?.reveal(ids))
  } catch (error) {
    notify.refusal(error)
  }
}
