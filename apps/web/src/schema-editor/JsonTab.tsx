import type { JSONPath } from 'jsonc-parser'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { runCommand } from '../commands/registry.ts'
import { toFileDiff } from '../document/file-diff.ts'
import { t } from '../i18n/index.ts'
import { revealStore } from '../inspector/reveal.ts'
import { changeText, useRecord } from '../inspector/use-file.ts'
import { documentStore } from '../stores/document.ts'
import { sessionStore, type Session } from '../stores/session.ts'
import styles from './json-tab.module.css'
import { KeyCode, KeyMod, MarkerSeverity, Uri, editor } from './monaco.ts'
import { shownText, sliceAt, toShownOffset, withShown, type Slice } from './slice.ts'
import { useDiagnosis } from './use-diagnosis.ts'

interface JsonTabProps {
  readonly file: string
  /** The value that is edited by itself; `[]` is the whole file. */
  readonly path: JSONPath
}

const SEVERITY = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  info: MarkerSeverity.Info,
} as const

/** Keys that mean the same in the editor as anywhere: one history, one palette, one run. */
const SHARED_KEYS = [
  [KeyMod.CtrlCmd | KeyCode.KeyZ, 'undo'],
  [KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, 'redo'],
  [KeyMod.CtrlCmd | KeyCode.KeyY, 'redo'],
  [KeyMod.CtrlCmd | KeyCode.KeyS, 'save'],
  [KeyMod.CtrlCmd | KeyCode.KeyK, 'palette'],
  [KeyMod.CtrlCmd | KeyCode.Enter, 'run'],
] as const

const themeOf = ({ theme }: Session): string => theme

const isDark = (theme: string): boolean =>
  theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)

const currentText = (file: string): string => documentStore.getState().files.get(file)?.text ?? ''

/** The text of an Idea or of one Tool in Monaco, underlined as it is typed. */
export function JsonTab({ file, path: first }: JsonTabProps) {
  // One tab edits one place for its life; its key changes with the place.
  const [path] = useState(first)
  const record = useRecord(file)
  const text = record?.text ?? ''
  const theme = useStore(sessionStore, themeOf)
  const place = useStore(revealStore, (state) => state.place)
  const problems = useDiagnosis(file)
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<editor.IStandaloneCodeEditor | null>(null)
  const slice = useRef<Slice>(sliceAt(text, path))
  const isTold = useRef(false)
  const [initial] = useState(() => shownText(text, slice.current) ?? text)

  useEffect(() => {
    if (host.current === null) return undefined
    const kind = path.length === 0 && file.startsWith('ideas/') ? 'idea' : 'tool'
    const name = path.length === 0 ? file : `${file}#${path.join('/')}`
    const uri = Uri.parse(`inmemory://ensemble/${kind}/${encodeURIComponent(name)}.json`)
    const model = editor.getModel(uri) ?? editor.createModel(initial, 'json', uri)
    const made = editor.create(host.current, {
      model,
      theme: isDark(sessionStore.getState().theme) ? 'ensemble-dark' : 'ensemble-light',
      ariaLabel: t('inspector.editorLabel', { name: path.at(-1)?.toString() ?? file }),
      automaticLayout: true,
      fontFamily: 'JetBrains Mono Variable, JetBrains Mono, monospace',
      fontSize: 12,
      lineHeight: 20,
      minimap: { enabled: false },
      lineNumbersMinChars: 3,
      lineDecorationsWidth: 6,
      folding: true,
      glyphMargin: false,
      scrollBeyondLastLine: false,
      renderLineHighlight: 'line',
      overviewRulerLanes: 0,
      tabSize: 2,
      fixedOverflowWidgets: true,
      padding: { top: 10, bottom: 10 },
      quickSuggestions: { strings: true, other: true, comments: false },
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
      wordWrap: 'on',
      wrappingIndent: 'same',
    })
    for (const [keys, command] of SHARED_KEYS) made.addCommand(keys, () => runCommand(command))
    const typed = model.onDidChangeContent(() => {
      if (isTold.current) return
      changeText(file, `${file}#text`, () => withShown(slice.current, model.getValue()))
    })
    view.current = made
    return () => {
      typed.dispose()
      made.dispose()
      model.dispose()
      view.current = null
    }
  }, [file, path, initial])

  // The document may change elsewhere: the editor follows with the smallest change, so that the cursor stays.
  useEffect(() => {
    const model = view.current?.getModel()
    if (!model) return
    // Keys pressed since this was drawn are in the store already, and must not be taken back.
    const now = currentText(file)
    let wanted = shownText(now, slice.current)
    if (wanted === null) {
      slice.current = sliceAt(now, path)
      wanted = shownText(now, slice.current) ?? now
    }
    const diff = toFileDiff(file, model.getValue(), wanted)
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
  }, [text, file, path])

  useEffect(() => {
    const model = view.current?.getModel()
    if (!model || text !== currentText(file)) return
    const from = slice.current.prefix.length
    const to = text.length - slice.current.suffix.length
    const inside = problems.flatMap(({ severity, code, message, range: [offset, length] = [0, 1] }) =>
      offset + length > from && offset < to ? [{ severity, code, message, offset, length }] : [],
    )
    editor.setModelMarkers(
      model,
      'ensemble',
      inside.map((marker) => {
        const start = model.getPositionAt(toShownOffset(text, slice.current, marker.offset))
        const end = model.getPositionAt(toShownOffset(text, slice.current, marker.offset + marker.length))
        return {
          severity: SEVERITY[marker.severity],
          message: marker.message,
          code: marker.code,
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          // A long value is underlined on its first line only.
          endLineNumber: start.lineNumber,
          endColumn: end.lineNumber === start.lineNumber ? end.column : model.getLineMaxColumn(start.lineNumber),
        }
      }),
    )
  }, [problems, text, file])

  useEffect(() => {
    editor.setTheme(isDark(theme) ? 'ensemble-dark' : 'ensemble-light')
  }, [theme])

  useEffect(() => {
    const made = view.current
    const model = made?.getModel()
    if (!made || !model || place?.file !== file) return
    const at = model.getPositionAt(toShownOffset(text, slice.current, place.offset))
    made.revealPositionInCenterIfOutsideViewport(at)
    made.setPosition(at)
    made.focus()
    revealStore.setState({ place: null })
  }, [place, file, text])

  return <div ref={host} className={styles.editor} />
}
