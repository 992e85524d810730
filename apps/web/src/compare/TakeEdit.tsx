import { isObject, type Json } from '@ensemble/core'
import { changedFields, ideaName, isBodyRef, type TraceLog } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { readBody } from '../api/run-client.ts'
import type { Document } from '../document/document.ts'
import { ideaFile } from '../document/files.ts'
import { parseText } from '../document/idea-view.ts'
import { patchText } from '../document/patch-text.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.ts'
import { say } from './say.ts'

interface IdeaEdit {
  readonly file: string
  readonly content: Json
}

/** A large member of an event's data stands apart. */
const whole = async (run: string, value: unknown): Promise<unknown> =>
  isBodyRef(value) ? await readBody(run, value.$body) : value

/** The Idea that a fork was given in the place of the file's own; null where its edit was another. */
async function readIdeaEdit(run: string, log: TraceLog): Promise<IdeaEdit | null> {
  const [created] = log.events
  if (created?.type !== 'run.created') return null
  const fork = await whole(run, created.data.fork)
  const edit = isObject(fork) ? fork['edit'] : undefined
  if (!isObject(edit) || edit['type'] !== 'idea' || typeof edit['address'] !== 'string') return null
  const { content } = edit
  return content === undefined ? null : { file: ideaFile(ideaName(edit['address'])), content }
}

const filesOf = ({ files }: Document) => files

/** Where a fork tried another version of an Idea: writes that version to its file, as one step of undo. */
export function TakeEdit({ run, log }: { readonly run: string; readonly log: TraceLog }) {
  const [edit, setEdit] = useState<IdeaEdit | null>(null)
  const files = useStore(documentStore, filesOf)
  useEffect(() => {
    let current = true
    readIdeaEdit(run, log).then(
      (found) => current && setEdit(found),
      (error: unknown) => notify.refusal(error),
    )
    return () => {
      current = false
    }
  }, [run, log])
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
