import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isJson, type FileRecord } from '../../document/texts/document.ts'
import { type Choice } from '../../document/texts/receive.ts'
import { merge } from '../../document/texts/merge.ts'
import { diffLines } from '../../document/texts/line-diff.ts'
import { say } from '../../platform/i18n/banners.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { closeDialog } from '../../platform/session/session.ts'
import { chooseVersion } from '../../document/saving/keep-workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import styles from './lists.module.css'

const SIGNS = { same: ' ', theirs: '−', mine: '+' } as const

/** Both changes in one text; null if they touch the same lines, or make no JSON together. */
function combined(record: FileRecord | undefined): string | null {
  const { saved = null, text = null, theirs } = record ?? {}
  if (saved === null || text === null || theirs === undefined || theirs.text === null) return null
  const merged = merge(saved, text, theirs.text)
  return merged !== null && isJson(merged) ? merged : null
}

/** The lines at which differences begin. */
const placesOf = (lines: ReturnType<typeof diffLines>): readonly number[] =>
  lines.flatMap(({ side }, index) => (side !== 'same' && (lines[index - 1]?.side ?? 'same') === 'same' ? [index] : []))

/** A file that changed twice: the disk's text against the page's, line by line. */
export function DiffDialog({ file }: { readonly file: string }) {
  const record = useStore(documentStore, (document) => document.files.get(file))
  const theirs = record?.theirs?.text ?? record?.saved ?? null
  const mine = record?.text ?? null
  const lines = useMemo(() => diffLines(theirs ?? '', mine ?? ''), [theirs, mine])
  const both = useMemo(() => combined(record), [record])
  const places = useMemo(() => placesOf(lines), [lines])
  const [at, setAt] = useState(0)
  const text = useRef<HTMLPreElement>(null)
  useEffect(() => {
    text.current?.children[places[at] ?? 0]?.scrollIntoView({ block: 'center' })
  }, [places, at])
  const step = (by: 1 | -1): void => setAt((at + by + places.length) % places.length)
  const choose = (choice: Choice): void => {
    chooseVersion(file, choice)
    closeDialog()
  }
  return (
    <DialogFrame
      title={say(record?.theirs?.text === null ? 'conflict.gone' : 'conflict.title', { file })}
      text={say('conflict.text')}
      wide
    >
      <p className={styles.legend}>
        <span className={styles.theirs}>− {say('conflict.theirs')}</span>
        <span className={styles.mine}>+ {say('conflict.mine')}</span>
        {(theirs === null || mine === null) && <span>{say('conflict.deleted')}</span>}
        {places.length > 0 && (
          <span className={styles.steps}>
            <span role="status">{say('conflict.place', { at: at + 1, count: places.length })}</span>
            <IconButton label={say('conflict.previous')} Icon={ChevronUp} onClick={() => step(-1)} />
            <IconButton label={say('conflict.next')} Icon={ChevronDown} onClick={() => step(1)} />
          </span>
        )}
      </p>
      <pre ref={text} className={styles.diff}>
        {lines.map((line, index) => (
          <div key={index} className={classes(line.side !== 'same' && styles[line.side])}>
            {SIGNS[line.side]} {line.text}
          </div>
        ))}
      </pre>
      {record?.theirs !== undefined && (
        <div className={styles.actions}>
          <Button onClick={() => choose('theirs')}>{say('conflict.takeTheirs')}</Button>
          <Button
            disabled={both === null}
            title={both === null ? say('conflict.cannotCombine') : say('conflict.combineHint')}
            onClick={() => both !== null && choose({ text: both })}
          >
            {say('conflict.combine')}
          </Button>
          <Button look="primary" onClick={() => choose('mine')}>
            {say('conflict.keepMine')}
          </Button>
        </div>
      )}
    </DialogFrame>
  )
}
