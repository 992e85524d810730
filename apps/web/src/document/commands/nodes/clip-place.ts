import { toolsOf } from '../../texts/idea-view.ts'
import { ideaFile } from '../../texts/files.ts'
import type { Clip } from '../../edits/clip.ts'
import type { Point } from '../../layout/layout-file.ts'
import { freePlace } from './free-place.ts'
import { boundsOf, frameAround, ideaSize, type Rect } from '../../layout/geometry.ts'

const rectsOf = ({ ideas, tools, notes, places }: Clip): readonly Rect[] => [
  ...notes,
  ...Object.entries(ideas).flatMap(([name, idea]) => {
    const at = places[name]
    return at === undefined ? [] : [{ ...at, ...ideaSize(toolsOf(ideaFile(name), idea, (tool) => tools[tool]).length) }]
  }),
]

/** The offset for a clip's nodes, so that they cover nothing: as near to `wanted` as possible. */
export function freeOffset(clip: Clip, wanted: Point): Point {
  const rects = rectsOf(clip)
  if (rects.length === 0) return wanted
  const bounds = boundsOf(rects)
  const { x, y, width, height } = clip.groups.size === 0 ? bounds : frameAround(bounds)
  const free = freePlace({ x: x + wanted.x, y: y + wanted.y }, { width, height })
  return { x: free.x - x, y: free.y - y }
}
