import { isObject, type Json } from '@ensemble/core'
import { changedFields, ideaName, type TraceLog } from '@ensemble/core/trace'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { parseText } from '../../document/texts/idea-view.ts'
import { patchText } from '../../document/edits/patch-text.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { say } from './say.ts'

interface IdeaEdit {
  readonly file: string
  readonly content: Json
}

/** The Idea that a fork was given in place of the file's own; null if its edit was another. */
function ideaEdit({ events: [created] }: TraceLog): IdeaEdit | null {
  const edit = created?.type === 'run.created' ? created.data.fork?.edit : undefined
  if (!isObject(edit) || edit['type'] !== 'idea' || typeof edit['address'] !== 'string') return null
  const { content } = edit
  return content === undefined ? null : { file: ideaFile(ideaName(edit['address'])), content }
}

const filesOf = ({ files }: Document) => files

/** Where a fork tried another version of an Idea: writes that version to its file, as one step of undo. */
export function TakeEdit({ log }: { readonly log: TraceLog }) {
  const edit = useMemo(() => ideaEdit(log), [log])
  const files = useStore(documentStore, filesOf)
  const text = edit === null ? null : files.get(edit.file)?.text
  if (edit === null || text == null) return null
  const { file, content } = edit
  if (changedFields(parseText(text), content).length === 0) return <span>{say('taken', { file })}</span>
  return (
    <Button
      size="small"
      title={say('takeHint')}
      onClick={() => applyEdits('edit', [{ file, text: patchText(text, content) }])}
    >
      {say('take', { file })}
    </Button>
  )
}
