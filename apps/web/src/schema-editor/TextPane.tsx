import { PROBLEM_CODES } from '@ensemble/core/editor'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { toFileDiff } from '../document/file-diff.ts'
import { t } from '../i18n/inspector.ts'
import { revealStore } from '../stores/reveal.ts'
import { documentStore } from '../stores/document.ts'
import { returnEditor, takeEditor, type PooledEditor } from './editor-pool.ts'
import { onlyMoved, type Found } from './moved-problems.ts'
import styles from './text-pane.module.css'
import { setModelContext, type ModelContext } from './model-context.ts'
import { MarkerSeverity, Uri, editor } from './monaco.ts'
import type { FileDiagnosis } from './use-diagnosis.ts'
import { say } from './say.ts'
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

const SEVERITY = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  info: MarkerSeverity.Info,
} as const

let made = 0

const REASONS: { readonly [code: string]: string | undefined } = PROBLEM_CODES
/** What is wrong, and why it matters. */
const withReason = (message: string, code: string): string =>
  REASONS[code] === undefined ? message : `${message}\n${REASONS[code]}`

/** A text in Monaco, underlined as it is typed. It holds nothing: every key goes to the document, and comes from it. */
export function TextPane({ slice, name, context, diagnosis, hasFocus, onCursor, onEscape }: TextPaneProps) {
  const { problems, isCurrent } = diagnosis
  const { text, file, fileText, isWide, change, toShown } = slice
  const place = useStore(revealStore, (state) => state.place)
  const host = useRef<HTMLDivElement>(null)
  const [pooled, setPooled] = useState<PooledEditor | null>(null)
  const isTold = useRef(false)
  /** What the model holds, as far as it is known without reading all of it. */
  const inModel = useRef<string | null>(null)
  /** What the markers stand for. */
  const marked = useRef<{ readonly model: editor.ITextModel; readonly isWide: boolean; readonly found: Found } | null>(
    null,
  )
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
    const taken = takeEditor(host.current)
    const { view } = taken
    const model = begin(view)
    taken.onEscape = () => leave()
    const typed = model.onDidChangeContent(() => {
      if (isTold.current) return
      inModel.current = model.getValue()
      type(inModel.current)
    })
    const moved = view.onDidChangeCursorPosition(({ position }) => move(model.getOffsetAt(position)))
    setPooled(taken)
    return () => {
      typed.dispose()
      moved.dispose()
      returnEditor(taken)
      model.dispose()
      setPooled(null)
    }
  }, [name])

  // The document may change elsewhere: the editor follows with the smallest change, so that the cursor stays.
  const follow = useEffectEvent((model: editor.ITextModel) => {
    // Keys pressed since this was drawn are in the store already, and must not be taken back.
    if (inModel.current === text || documentStore.getState().files.get(file)?.text !== fileText) return
    const diff = toFileDiff(file, model.getValue(), text)
    if (diff?.type !== 'splice') return
    const start = model.getPositionAt(diff.offset)
    const end = model.getPositionAt(diff.offset + diff.removed.length)
    isTold.current = true
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
    isTold.current = false
    inModel.current = text
  })
  useEffect(() => {
    const model = pooled?.view.getModel()
    if (model) follow(model)
  }, [text, pooled])

  // Until a text is checked, its markers move with the words they stand under.
  useEffect(() => {
    const model = pooled?.view.getModel()
    if (!model || !isCurrent) return
    const found = { text: fileText, problems }
    const before = marked.current
    marked.current = { model, isWide, found }
    if (before?.model === model && before.isWide === isWide && onlyMoved(before.found, found)) return
    const markers = problems.flatMap(({ severity, code, message, range = [0, 1] }) => {
      const shown = toShown(range)
      if (shown === null) return []
      const start = model.getPositionAt(shown[0])
      const end = model.getPositionAt(shown[0] + shown[1])
      return [
        {
          severity: SEVERITY[severity],
          message: withReason(message, code),
          code,
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          // A long value is underlined on its first line only.
          endLineNumber: start.lineNumber,
          endColumn: end.lineNumber === start.lineNumber ? end.column : model.getLineMaxColumn(start.lineNumber),
        },
      ]
    })
    editor.setModelMarkers(model, 'ensemble', markers)
  }, [problems, isCurrent, pooled, toShown, fileText, isWide])

  useEffect(() => {
    const view = pooled?.view
    const model = view?.getModel()
    if (!view || !model || place?.file !== file) return
    const shown = toShown([place.offset, place.length])
    if (shown === null) return
    const at = model.getPositionAt(shown[0])
    view.revealPositionInCenterIfOutsideViewport(at)
    view.setPosition(at)
    view.focus()
    revealStore.setState({ place: null })
  }, [place, file, fileText, pooled, toShown])

  return <div ref={host} className={styles.editor} />
}
