import { clipOf, isEmptyClip, pasteClip } from '../../edits/clip.ts'
import type { Point } from '../../layout/layout-file.ts'
import { applyEdits, documentStore } from '../../open/document-store.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { sessionStore } from '../../../platform/session/session.ts'

/** Puts copies of nodes so far from them, with their delegations and groups; one step of undo. Answers with the copies. */
export function copyNodesBy(nodes: readonly string[], by: Point): readonly string[] {
  const { files } = documentStore.getState()
  const { places } = graphStore.getState()
  const clip = clipOf(files, nodes, places)
  if (isEmptyClip(clip)) return []
  const { edits, ids, selected } = pasteClip(files, clip, by, places)
  applyEdits('duplicate', edits, { about: { nodes: ids } })
  sessionStore.setState({ selection: { nodes: selected, tool: null } })
  return ids
}
