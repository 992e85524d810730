import { useState } from 'react'
import { writeGroups } from '../../../document/layout/layout-edits.ts'
import type { Group } from '../../../document/layout/layout-file.ts'
import { applyEdits, documentStore } from '../../../document/open/document-store.ts'
import { editNote } from '../../../document/graph/note-editing.ts'
import { selectNode } from '../../../platform/session/session.ts'
import styles from './group.module.css'
import { t } from './texts.ts'

/** Writes a group's name: Enter or leaving takes it, Escape gives it up. */
export function GroupTitle({ id, group }: { readonly id: string; readonly group: Group }) {
  const [title, setTitle] = useState(group.title)
  function finish(isKept: boolean): void {
    editNote(null)
    selectNode(id)
    if (isKept && title.trim() !== '' && title !== group.title)
      applyEdits('name group', [
        writeGroups(documentStore.getState().files, new Map([[id, { ...group, title: title.trim() }]])),
      ])
  }
  return (
    <input
      className={`nodrag nopan ${styles.input}`}
      aria-label={t('name')}
      value={title}
      ref={(input) => {
        // It appears because somebody asked to write in it.
        if (input === null || document.activeElement === input) return
        input.focus()
        input.select()
      }}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onBlur={() => finish(true)}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        finish(event.key === 'Enter')
      }}
    />
  )
}
