import { Editor } from '@monaco-editor/react'
import { createRoot } from 'react-dom/client'
import { carryOut } from '../../document/commands/command.ts'
import { openPalette } from '../../document/commands/open-palette.ts'
import { redo } from '../../document/commands/redo.ts'
import { run } from '../../document/commands/run.ts'
import { save } from '../../document/commands/save.ts'
import { undo } from '../../document/commands/undo.ts'
import { EDITOR_LOOK } from './editor-look.ts'
import { themeName } from './monaco-theme.ts'
import { KeyCode, KeyMod, type editor } from './monaco.ts'

/** Keys that mean the same in the editor as anywhere: one history, one palette, one run. */
const SHARED_KEYS = [
  [KeyMod.CtrlCmd | KeyCode.KeyZ, undo],
  [KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, redo],
  [KeyMod.CtrlCmd | KeyCode.KeyY, redo],
  [KeyMod.CtrlCmd | KeyCode.KeyS, save],
  [KeyMod.CtrlCmd | KeyCode.KeyK, openPalette],
  [KeyMod.CtrlCmd | KeyCode.Enter, run],
] as const

/** Escape belongs to what is open in the editor first. */
const NOTHING_OPEN =
  '!suggestWidgetVisible && !findWidgetVisible && !renameInputVisible && !parameterHintsVisible && !codeActionMenuVisible && !inSnippetMode && !hasOtherSuggestions && !markersNavigationVisible && !editorHasMultipleSelections'

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ...EDITOR_LOOK,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 12,
  folding: true,
  glyphMargin: false,
  renderLineHighlight: 'line',
  overviewRulerLanes: 0,
  quickSuggestions: { strings: true, other: true, comments: false },
  suggest: { showWords: false },
  // Words in any script are words.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  wordWrap: 'on',
  wrappingIndent: 'same',
}

export interface PooledEditor {
  readonly view: editor.IStandaloneCodeEditor
  /** Escape's action if nothing is open in the editor. */
  onEscape: (() => void) | null
}

/** An editor and the element it was made in. */
interface Carrier {
  readonly element: HTMLElement
  /** Null until Monaco has drawn it. */
  pooled: PooledEditor | null
  onReady: ((pooled: PooledEditor) => void) | null
}

const idle: Carrier[] = []

function make(): Carrier {
  const element = document.createElement('div')
  element.style.cssText = 'position:absolute;inset:0'
  const carrier: Carrier = { element, pooled: null, onReady: null }
  const begin = (view: editor.IStandaloneCodeEditor): void => {
    // Each text has its own model.
    view.getModel()?.dispose()
    const pooled: PooledEditor = { view, onEscape: null }
    for (const [keys, command] of SHARED_KEYS) view.addCommand(keys, () => carryOut(command))
    view.addCommand(KeyCode.Escape, () => pooled.onEscape?.(), NOTHING_OPEN)
    carrier.pooled = pooled
    carrier.onReady?.(pooled)
  }
  createRoot(element).render(<Editor options={OPTIONS} theme={themeName()} loading={null} onMount={begin} />)
  return carrier
}

/**
 * Puts a pooled editor into `host` and calls `onReady` once it is drawn; making one costs a hundred times moving one.
 * Returns a release function; the caller disposes of the model.
 */
export function borrowEditor(host: HTMLElement, onReady: (pooled: PooledEditor) => () => void): () => void {
  const carrier = idle.pop() ?? make()
  let stop: (() => void) | undefined
  const begin = (pooled: PooledEditor): void => {
    stop = onReady(pooled)
  }
  host.append(carrier.element)
  if (carrier.pooled === null) carrier.onReady = begin
  else begin(carrier.pooled)
  return () => {
    carrier.onReady = null
    if (carrier.pooled !== null) carrier.pooled.onEscape = null
    stop?.()
    carrier.element.remove()
    idle.push(carrier)
  }
}
