import type { Definition } from '@ensemble/core/editor'
import { Uri, editor } from 'monaco-editor/editor'
import { ideaId, ideaNameOf, toolNameOf } from '../../document/texts/files.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { selectNode } from '../../platform/session/session.ts'
import { closeEditor, openEditor } from '../../platform/session/editor-place.ts'

const SCHEME = 'inmemory'
const AUTHORITY = 'elsewhere'

/** The address of a target in another file or in code. Monaco reads its text while the pointer rests on a link. */
export function targetUri(target: Exclude<Definition, { type: 'range' }>): Uri {
  const path = target.type === 'file' ? `/${target.file}` : `/activity/${target.name}`
  const uri = Uri.from({ scheme: SCHEME, authority: AUTHORITY, path })
  const text =
    target.type === 'file'
      ? (documentStore.getState().files.get(target.file)?.text ?? '')
      : `// The Activity ${target.name} of this workspace`
  const known = editor.getModel(uri)
  if (known === null) editor.createModel(text, 'json', uri)
  else known.setValue(text)
  return uri
}

/** Goes there: to an Idea or an Activity on the canvas, to a shared Tool in this editor. */
export function openTarget(uri: Uri): boolean {
  if (uri.authority !== AUTHORITY) return false
  const path = uri.path.slice(1)
  const tool = toolNameOf(path)
  const idea = ideaNameOf(path)
  if (tool !== null) {
    const { files } = documentStore.getState()
    const holder = graphStore
      .getState()
      .graph.nodes.find(
        ({ kind, name }) => kind === 'idea' && toolsOfIdea(files, name).some(({ file }) => file === path),
      )
    const name = holder && toolsOfIdea(files, holder.name).find(({ file }) => file === path)?.name
    if (holder !== undefined && name !== undefined) openEditor({ idea: holder.name, part: { type: 'tool', name } })
    return true
  }
  const node = idea === null ? path.replace(/^activity\//, 'activity:') : ideaId(idea)
  closeEditor()
  selectNode(node)
  canvasView()?.reveal(node)
  return true
}
