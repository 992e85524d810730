import type { Graph } from '@ensemble/core'
import type { GraphJudge } from '@ensemble/core/host'
import { foldGroups } from '../layout/fold-groups.ts'
import type { Surroundings } from '../../platform/api/facts.ts'
import { graphOf, judgeStore } from './graph.ts'
import { foldedHolders, type Groups } from '../layout/group-tree.ts'
import { groupsOf, handPlaced, notesOf, positionsOf } from '../layout/layout-file.ts'
import { visiblePart, type VisiblePart } from './visible-part.ts'
import { canvasPart, type CanvasPart } from './canvas-part.ts'
import { documentStore } from '../open/document-store.ts'
import { isOnlySaved, isTyping, layoutTextOf, sameTexts, type Files } from './graph-changes.ts'
import { graphStore, isOfSchema } from './graph-store.ts'
import { frameOf, placesAfterFold, placesOf, putNodes } from './node-places.ts'
import { foldedToRead } from './read-folded.ts'
import { drawnFiles, recordedStore } from '../open/recorded-files.ts'
import { sessionStore } from '../../platform/session/session.ts'

/** The pause in typing before the graph follows: redrawing at every key would cost more than the key. */
const TYPING_PAUSE_MS = 300

/** Keeps the objects of nodes that did not change, and what was found in schemas until that is looked at again. */
function shareNodes(before: Graph, after: Graph): Graph {
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  const nodes = after.nodes.map((node) => {
    const same = old.get(node.id)
    if (same === undefined || same === node) return node
    return JSON.stringify(same) === JSON.stringify(node) ? same : node
  })
  return { ...after, nodes, problems: [...after.problems, ...before.problems.filter(isOfSchema)] }
}

const foldedPart = ({ shown, hidden }: VisiblePart, groups: Groups): VisiblePart => ({
  shown: foldGroups(shown, groups),
  hidden,
})

/** Which nodes are hidden in groups, and what those are called: a text to compare. */
const foldedOf = (groups: Groups): string =>
  JSON.stringify([[...foldedHolders(groups)], [...groups].filter(([, { folded }]) => folded)])

/** Begins to derive. Call once. Returns how to stop. */
export function startGraph(): () => void {
  let drawn: {
    files: Files
    surroundings: Surroundings
    judge: GraphJudge | null
    withActivities: boolean
    part: CanvasPart
  } | null = null
  /** The workspace whose graph was last opened: one that is large opens folded. */
  let openedRoot: string | null = null
  const openingPart = (graph: Graph, groups: Groups, text: string | null): CanvasPart => {
    const { shown } = visiblePart(graph, { activities: false, folded: new Set(), focus: null })
    const folded = foldedToRead(foldGroups(shown, groups), handPlaced(positionsOf(text)), frameOf(groups))
    isOpening = true
    canvasPart.setState({ folded, focus: null, anchor: null })
    isOpening = false
    return canvasPart.getState()
  }
  let isOpening = false
  const derive = (): void => {
    const files = drawnFiles(documentStore.getState().files)
    const { surroundings, panels } = sessionStore.getState()
    const withActivities = panels.activities
    let part = canvasPart.getState()
    const { judge } = judgeStore.getState()
    if (
      drawn !== null &&
      drawn.surroundings === surroundings &&
      drawn.judge === judge &&
      drawn.withActivities === withActivities &&
      drawn.part === part &&
      layoutTextOf(drawn.files) === layoutTextOf(files) &&
      sameTexts(drawn.files, files)
    )
      return
    const isGraphSame =
      drawn !== null && drawn.surroundings === surroundings && drawn.judge === judge && sameTexts(drawn.files, files)
    const before = graphStore.getState()
    const text = layoutTextOf(files)
    const isLayoutSame = drawn !== null && layoutTextOf(drawn.files) === text
    const groups = isLayoutSame ? before.groups : groupsOf(text)
    const isShownSame =
      isGraphSame &&
      drawn?.withActivities === withActivities &&
      drawn.part === part &&
      (isLayoutSame || foldedOf(groups) === foldedOf(before.groups))
    const graph = isGraphSame ? before.graph : shareNodes(before.graph, graphOf(files, surroundings))
    const root = sessionStore.getState().facts?.root ?? ''
    if (openedRoot !== root && graph.nodes.length > 0) {
      openedRoot = root
      part = openingPart(graph, groups, text)
    }
    const isFoldSame = drawn === null || drawn.part.folded === part.folded
    drawn = { files, surroundings, judge, withActivities, part }
    const { shown, hidden } = isShownSame
      ? before
      : foldedPart(visiblePart(graph, { activities: withActivities, ...part }), groups)
    const picture = { graph, shown, groups }
    const places = isFoldSame ? placesOf(picture, text) : placesAfterFold(picture, text, part.anchor)
    graphStore.setState({ graph, shown, hidden, notes: isLayoutSame ? before.notes : notesOf(text), groups })
    // Moves by undo or another program are animated; a dragged node is in place.
    putNodes(places, isShownSame)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const deriveNow = (): void => {
    clearTimeout(timer)
    derive()
  }
  const stops = [
    documentStore.subscribe((document, before) => {
      if (document.files === before.files || isOnlySaved(document.files, before.files)) return
      clearTimeout(timer)
      if (isTyping(document, before)) timer = setTimeout(derive, TYPING_PAUSE_MS)
      else derive()
    }),
    sessionStore.subscribe(({ surroundings, panels }, before) => {
      if (surroundings !== before.surroundings || panels.activities !== before.panels.activities) deriveNow()
    }),
    canvasPart.subscribe(() => {
      if (!isOpening) deriveNow()
    }),
    recordedStore.subscribe(deriveNow),
    judgeStore.subscribe(deriveNow),
  ]
  derive()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
