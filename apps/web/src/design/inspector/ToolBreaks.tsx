import type { Mode } from '@ensemble/core/tool'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { documentStore } from '../../document/open/document-store.ts'
import type { Document } from '../../document/texts/document.ts'
import { openEditor, type EditorPlace } from '../../platform/session/editor-place.ts'
import { BrokenCalls } from '../schema-editor/BrokenCalls.tsx'
import { partText } from '../schema-editor/part.ts'
import { shownText, sliceInDraft } from '../schema-editor/slice.ts'
import { openWithTab } from '../schema-editor/use-editor-tab.ts'
import styles from './inspector.module.css'

const filesOf = (document: Document) => document.files
/** Recorded Calls are read once a person stays with a Tool: walking along the graph asks for none. */
const STAY_MS = 400

interface ToolBreaksProps {
  readonly idea: string
  readonly tool: string
  readonly mode: Mode
}

/** How many recorded Calls the selected Tool would refuse as it is now, with the way to them. One component per Tool. */
export function ToolBreaks({ idea, tool, mode }: ToolBreaksProps) {
  const files = useStore(documentStore, filesOf)
  const [stays, setStays] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const place = useMemo((): EditorPlace => ({ idea, part: { type: 'tool', name: tool } }), [idea, tool])
  const part = partText(files, place)
  const record = part && files.get(part.file)
  const edited = useMemo(() => ({ idea, name: tool, mode }), [idea, tool, mode])
  if (!stays || part === undefined || record?.text == null) return null
  const text = shownText(record.text, sliceInDraft(record.text, record.valid, part.path))
  if (text === null) return null
  const show = (): void => {
    openWithTab('history')
    openEditor(place)
  }
  return (
    <p className={styles.breaks}>
      <BrokenCalls tool={edited} text={text} onShow={show} />
    </p>
  )
}
