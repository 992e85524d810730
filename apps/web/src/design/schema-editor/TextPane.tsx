import { AlignLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toFileDiff } from '../../document/texts/file-diff.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { borrowEditor, type PooledEditor } from './editor-pool.tsx'
import styles from './text-pane.module.css'
import { setModelContext, type ModelContext } from './model-context.ts'
import { Uri, editor } from './monaco.ts'
import type { FileDiagnosis } from './use-diagnosis.ts'
import { say } from './say.ts'
import { useMarkers } from './use-markers.ts'
import { useRevealed } from './use-revealed.ts'
import type { SliceView } from './use-slice.ts'

export interface TextPaneProps {
  readonly slice: SliceView
  /** Names the text; another key is another text. */
  readonly name: string
  readonly context: ModelContext
  readonly diagnosis: FileDiagnosis
  readonly hasFocus?: boolean
  readonly onCursor?: (offset: number) => void
  readonly onEscape?: () => void
}

let made = 0

/** A text in Monaco, underlined as it is typed. It holds nothing: every key goes to the document, and comes from it. */
export function TextPane({ slice, name, context, diagnosis, hasFocus, onCursor, onEscape }: TextPaneProps) {
  const { text, file, fileText, change } = slice
  const host = useRef<HTMLDivElement>(null)
  const [pooled, setPooled] = useState<PooledEditor | null>(null)
  const isFollowing = useRef(false)
  /** The model's text, if known without reading all of it. */
  const inModel = useRef<string | null>(null)
  const type = useEffectEvent((value: string) => change(() => value, 'text'))
  const move = useEffectEvent((offset: number) => onCursor?.(offset))
  const leave = useEffectEvent(() => onEscape?.())
  const begin = useEffectEvent((view: editor.IStandaloneCodeEditor) => {
    made += 1
    const uri = Uri.parse(`inmemory://ensemble/${context.kind}/${made}/${encodeURIComponent(name)}.json`)
    setModelContext(uri.toString(), context)
    const model = editor.createModel(text, 'json', uri)
    inModel.current = text
    view.setModel(model)
    const label = onEscape === undefined ? t('inspector.editorLabel', { name }) : say('textLabel', { name })
    view.updateOptions({ ariaLabel: label })
    if (hasFocus) view.focus()
    return model
  })

  useEffect(() => {
    if (host.current === null) return undefined
    return borrowEditor(host.current, (taken) => {
      const { view } = taken
      const model = begin(view)
      taken.onEscape = () => leave()
      const typed = model.onDidChangeContent(() => {
        if (isFollowing.current) return
        inModel.current = model.getValue()
        type(inModel.current)
      })
      const moved = view.onDidChangeCursorPosition(({ position }) => move(model.getOffsetAt(position)))
      setPooled(taken)
      return () => {
        typed.dispose()
        moved.dispose()
        view.setModel(null)
        model.dispose()
        setPooled(null)
      }
    })
  }, [name])

  // The document may change elsewhere: the editor follows with the smallest change, so that the cursor stays.
  const follow = useEffectEvent((model: editor.ITextModel) => {
    // Keys pressed since this was drawn are in the store already, and must not be taken back.
    if (inModel.current === text || documentStore.getState().files.get(file)?.text !== fileText) return
    const diff = toFileDiff(file, model.getValue(), text)
    if (diff?.type !== 'splice') return
    const start = model.getPositionAt(diff.offset)
    const end = model.getPositionAt(diff.offset + diff.removed.length)
    isFollowing.current = true
    model.applyEdits([
      {
        range: {
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          endLineNumber: end.lineNumber,
          endColumn: end.column,
        },
        text: diff.inserted,
      },
    ])
    isFollowing.current = false
    inModel.current = text
  })
  useEffect(() => {
    const model = pooled?.view.getModel()
    if (model) follow(model)
  }, [text, pooled])

  useMarkers(pooled?.view, slice, diagnosis)
  useRevealed(pooled?.view, slice)

  const format = (): void => {
    pooled?.view.focus()
    void pooled?.view.getAction('editor.action.formatDocument')?.run()
  }
  return (
    <>
      <div ref={host} className={styles.editor} />
      {pooled !== null && (
        <IconButton label={say('formatText')} Icon={AlignLeft} className={styles.format} onClick={format} />
      )}
    </>
  )
}
