import type { JSONPath } from 'jsonc-parser'
import { useState } from 'react'
import { useStore } from 'zustand'
import { ideaNameOf, toolNameOf } from '../../document/texts/files.ts'
import { editorPlace, type EditorState } from '../../platform/session/editor-place.ts'
import type { ModelContext } from './model-context.ts'
import { TextPane } from './TextPane.tsx'
import { useDiagnosis } from './use-diagnosis.ts'
import { useSlice } from './use-slice.ts'

interface JsonTabProps {
  readonly file: string
  /** The value that is edited by itself; `[]` is the whole file. */
  readonly path: JSONPath
}

const contextOf = (file: string, path: JSONPath): ModelContext => {
  const idea = ideaNameOf(file)
  const tool = toolNameOf(file) ?? path.at(-1)
  if (idea !== null && path.length === 0) return { kind: 'idea', name: idea }
  return tool === undefined ? { kind: 'tool' } : { kind: 'tool', name: String(tool) }
}

const isEditing = ({ place }: EditorState): boolean => place !== null

/** The text of an Idea or of one Tool in Monaco, underlined as it is typed. Away while the schema editor covers it. */
export function JsonTab(props: JsonTabProps) {
  return useStore(editorPlace, isEditing) ? null : <JsonText {...props} />
}

function JsonText({ file, path: first }: JsonTabProps) {
  // One tab edits one place for its life; its key changes with the place.
  const [path] = useState(first)
  const [context] = useState<ModelContext>(() => ({ ...contextOf(file, first), place: { file, path: first } }))
  const slice = useSlice(file, path)
  const diagnosis = useDiagnosis(file)
  return <TextPane slice={slice} name={path.at(-1)?.toString() ?? file} context={context} diagnosis={diagnosis} />
}
