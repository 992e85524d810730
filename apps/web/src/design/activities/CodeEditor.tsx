import { Editor } from '@monaco-editor/react'
import 'monaco-editor/languages/definitions/javascript/register'
import { useEffect, useEffectEvent, useState } from 'react'
import { carryOut } from '../../document/commands/command.ts'
import { openPalette } from '../../document/commands/open-palette.ts'
import { EDITOR_LOOK } from '../schema-editor/editor-look.ts'
import { themeName } from '../schema-editor/monaco-theme.ts'
import { KeyCode, KeyMod, MarkerSeverity, editor } from '../schema-editor/monaco.ts'
import css from './activities.module.css'
import { faultPlace } from './code-fault.ts'
import { say } from './say.ts'

interface CodeEditorProps {
  readonly name: string
  /** The initial text; another `name` means another text. */
  readonly code: string
  /** Why the saved code cannot run: underlined until the next save finds another reason or none. */
  readonly fault: string | undefined
  readonly onChange: (code: string) => void
  readonly onSave: () => void
  readonly onTry: () => void
}

/** JavaScript in Monaco: coloured, with its own undo; it is never run in the page. */
export default function CodeEditor({ name, code, fault, onChange, onSave, onTry }: CodeEditorProps) {
  const [view, setView] = useState<editor.IStandaloneCodeEditor | null>(null)
  const save = useEffectEvent(() => onSave())
  const tryIt = useEffectEvent(() => onTry())
  useEffect(() => {
    view?.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, () => save())
    view?.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => tryIt())
    view?.addCommand(KeyMod.CtrlCmd | KeyCode.KeyK, () => carryOut(openPalette))
    view?.focus()
  }, [view])
  useEffect(() => {
    const model = view?.getModel()
    if (!model) return
    const found = fault === undefined ? [] : [faultPlace(fault, model.getValue())]
    editor.setModelMarkers(
      model,
      'code',
      found.map((place) => ({ ...place, severity: MarkerSeverity.Error })),
    )
  }, [view, fault])
  return (
    <div className={css.editor}>
      <Editor
        key={name}
        defaultLanguage="javascript"
        defaultValue={code}
        options={{ ...EDITOR_LOOK, ariaLabel: say('code', { name }), quickSuggestions: false }}
        theme={themeName()}
        loading={null}
        onChange={(text = '') => onChange(text)}
        onMount={setView}
      />
    </div>
  )
}
