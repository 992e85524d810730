import { useReactFlow } from '@xyflow/react'
import { useRef, useState, type PointerEvent } from 'react'
import { useStore } from 'zustand'
import { writeNotes } from '../../../document/layout/layout-edits.ts'
import type { Note } from '../../../document/layout/layout-file.ts'
import type { StepLabel } from '../../../document/texts/history.ts'
import { applyEdits, documentStore } from '../../../document/open/document-store.ts'
import { editInPlace, inPlace } from '../../../document/graph/in-place.ts'
import { selectNode } from '../../../platform/session/session.ts'
import { Markdown } from '../../../platform/ui/Markdown.tsx'
import { classes } from '../../../platform/ui/classes.ts'
import type { Size } from '../../../document/layout/geometry.ts'
import styles from './note.module.css'
import { t } from './texts.ts'

const LEAST: Size = { width: 120, height: 64 }

const put = (id: string, note: Note, label: StepLabel, mark?: string): void =>
  applyEdits(label, [writeNotes(documentStore.getState().files, new Map([[id, note]]))], { mark })

interface NoteCardProps {
  readonly id: string
  readonly note: Note
  readonly isSelected: boolean
}

/** A note: text on paper, read as the small Markdown that results are, that can be written in, moved and resized. */
export function NoteCard({ id, note, isSelected }: NoteCardProps) {
  const isEditing = useStore(inPlace, (editing) => editing.id === id)
  const [size, setSize] = useState<Size | null>(null)
  const { width, height } = size ?? note
  return (
    <div className={classes(styles.note, isSelected && styles.selected)} style={{ width, height }}>
      {isEditing ? (
        <Editor id={id} note={note} />
      ) : (
        <>
          {/* The button overlays the text and repeats it: headings and lists can't be inside a button. */}
          <div className={styles.shown} aria-hidden>
            {note.text === '' ? <span className={styles.empty}>{t('write')}</span> : <Markdown text={note.text} />}
          </div>
          <button
            type="button"
            className={styles.cover}
            title={t('hint')}
            aria-label={t('label', { text: note.text || t('empty') })}
            onClick={(event) => {
              // A click of the keyboard on the chosen note opens it, as Enter on a node does.
              if (event.detail === 0 && isSelected) editInPlace(id)
              else if (event.detail === 0) selectNode(id)
            }}
          />
        </>
      )}
      <Corner note={note} onSize={setSize} onDone={(done) => put(id, { ...note, ...done }, 'resizeNote')} />
    </div>
  )
}

function Editor({ id, note }: { readonly id: string; readonly note: Note }) {
  const [text, setText] = useState(note.text)
  return (
    <textarea
      className={classes('nodrag nopan nowheel', styles.text, styles.editor)}
      aria-label={t('edit')}
      placeholder={t('write')}
      value={text}
      ref={(area) => {
        // It appears because somebody asked to write in it.
        if (area !== null && document.activeElement !== area) area.focus()
      }}
      onChange={(event) => {
        setText(event.target.value)
        put(id, { ...note, text: event.target.value }, 'editNote', `${id}#text`)
      }}
      onBlur={() => editInPlace(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.metaKey || event.ctrlKey))) {
          event.stopPropagation()
          editInPlace(null)
          selectNode(id)
        }
      }}
    />
  )
}

interface CornerProps {
  readonly note: Note
  readonly onSize: (size: Size | null) => void
  readonly onDone: (size: Size) => void
}

/** The lower right corner resizes a note: one edit on release. */
function Corner({ note, onSize, onDone }: CornerProps) {
  const flow = useReactFlow()
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const sizeAt = (event: PointerEvent): Size => {
    const zoom = flow.getZoom()
    const { x, y } = start.current ?? { x: event.clientX, y: event.clientY }
    return {
      width: Math.max(LEAST.width, Math.round(note.width + (event.clientX - x) / zoom)),
      height: Math.max(LEAST.height, Math.round(note.height + (event.clientY - y) / zoom)),
    }
  }
  return (
    <span
      className={classes('nodrag nopan', styles.corner)}
      title={t('resize')}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={(event) => {
        if (start.current !== null) onSize(sizeAt(event))
      }}
      onPointerUp={(event) => {
        if (start.current === null) return
        const size = sizeAt(event)
        start.current = null
        onSize(null)
        if (size.width !== note.width || size.height !== note.height) onDone(size)
      }}
    />
  )
}
