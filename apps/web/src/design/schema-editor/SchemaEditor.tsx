import type { GraphNode } from '@ensemble/core'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaId } from '../../document/texts/files.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraphNode } from '../../document/graph/graph-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { closeEditor, editorPlace, type EditorPlace } from '../../platform/session/editor-place.ts'
import { ConflictBanner } from '../conflict/ConflictBanner.tsx'
import { EditorView } from './EditorView.tsx'
import { partKey, partText, type EditedTool } from './part.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'

const filesOf = (document: Document) => document.files

const editedTool = ({ idea, part }: EditorPlace, node: GraphNode | undefined): EditedTool | null => {
  if (part.type !== 'tool') return null
  const mode = node?.tools.find(({ name }) => name === part.name)?.mode ?? 'latent'
  return { idea, name: part.name, mode }
}

/** Leaves the text by Tab, which otherwise indents. */
function leaveText(editor: HTMLElement | null): void {
  const after = editor?.querySelector<HTMLElement>('[data-after-text] :is(input, select, button):not(:disabled)')
  const target = after ?? editor?.querySelector<HTMLElement>('[data-back]')
  target?.focus()
}

const focusText = (editor: HTMLElement | null): void => {
  const text = editor?.querySelector<HTMLElement>('.monaco-editor textarea, .monaco-editor .native-edit-context')
  text?.focus()
}

/** The schema of one Tool, or of an Idea's input or output, with everything that is known about it. */
export function SchemaEditor() {
  const { place } = useStore(editorPlace)
  const files = useStore(documentStore, filesOf)
  const node = useGraphNode(ideaId(place?.idea ?? ''))
  const root = useRef<HTMLElement>(null)
  const isOpen = place !== null

  // Who opened it gets the focus back.
  useEffect(() => {
    if (!isOpen) return undefined
    const { opener } = editorPlace.getState()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [isOpen])

  // Where nothing has the focus, as after a dialog, keys still belong to the editor and not to the graph below it.
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.target !== document.body || event.metaKey || event.ctrlKey) return
      if (sessionStore.getState().dialog !== null) return
      event.stopPropagation()
      if (event.key === 'Escape') closeEditor()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen])

  const part = place === null ? undefined : partText(files, place)
  const record = part && files.get(part.file)
  const isConflict = record?.theirs !== undefined
  // The banner's buttons leave with it, so the text gets the focus.
  useEffect(() => {
    if (!isConflict) return undefined
    const editor = root.current
    return () => {
      requestAnimationFrame(() => document.activeElement === document.body && focusText(editor))
    }
  }, [isConflict])

  if (place === null) return null
  const onKeyDown = (event: KeyboardEvent): void => {
    // Bare keys are not for the graph below; chords such as Undo and Save mean the same everywhere.
    if (!event.metaKey && !event.ctrlKey) event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.target instanceof HTMLElement && event.target.closest('.monaco-editor') !== null) return
    closeEditor()
  }
  return (
    <section ref={root} className={styles.editor} aria-label={say('label')} onKeyDown={onKeyDown}>
      {record?.theirs !== undefined && <ConflictBanner file={record.file} theirs={record.theirs} />}
      {part === undefined ? (
        <div className={styles.gone}>
          <p>{say('gone')}</p>
          <Button onClick={closeEditor}>{say('back')}</Button>
        </div>
      ) : (
        <EditorView
          key={`${partKey(place)} ${part.file}#${part.path.join('/')}`}
          place={place}
          part={part}
          tool={editedTool(place, node)}
          onLeaveText={() => leaveText(root.current)}
        />
      )}
    </section>
  )
}
