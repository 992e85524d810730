import 'monaco-editor/languages/definitions/javascript/register'
import { useEffect, useEffectEvent, useRef } from 'react'
import { KeyCode, KeyMod, editor } from '../schema-editor/monaco.ts'
import css from './activities.module.css'
import { say } from './say.ts'

interface CodeEditorProps {
  readonly name: string
  /** What it begins with; another `name` is another text. */
  readonly code: string
  readonly onChange: (code: string) => void
  readonly onSave: () => void
  readonly onTry: () => void
}

/** JavaScript in Monaco: coloured, with its own undo; it is never run in the page. */
export default function CodeEditor({ name, code, onChange, onSave, onTry }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const type = useEffectEvent((text: string) => onChange(text))
  const save = useEffectEvent(() => onSave())
  const tryIt = useEffectEvent(() => onTry())
  const begin = useEffectEvent((element: HTMLElement) => {
    const view = editor.create(element, {
      value: code,
      language: 'javascript',
      ariaLabel: say('code', { name }),
      automaticLayout: true,
      fontFamily: 'JetBrains Mono Variable, JetBrains Mono, monospace',
      fontSize: 12,
      lineHeight: 20,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      tabSize: 2,
      fixedOverflowWidgets: true,
      padding: { top: 10, bottom: 10 },
      quickSuggestions: false,
      stickyScroll: { enabled: false },
    })
    view.focus()
    return view
  })
  useEffect(() => {
    if (host.current === null) return undefined
    const view = begin(host.current)
    const typed = view.onDidChangeModelContent(() => type(view.getValue()))
    view.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, () => save())
    view.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => tryIt())
    return () => {
      typed.dispose()
      view.getModel()?.dispose()
      view.dispose()
    }
  }, [name])
  return <div ref={host} className={css.editor} />
}
