import { carryOut } from '../../document/commands/command.ts'
import { openPalette } from '../../document/commands/open-palette.ts'
import { redo } from '../../document/commands/redo.ts'
import { run } from '../../document/commands/run.ts'
import { save } from '../../document/commands/save.ts'
import { undo } from '../../document/commands/undo.ts'
import { KeyCode, KeyMod, editor } from './monaco.ts'

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

export interface PooledEditor {
  readonly view: editor.IStandaloneCodeEditor
  readonly element: HTMLElement
  /** What Escape does when nothing is open in the editor. */
  onEscape: (() => void) | null
}

const idle: PooledEditor[] = []

function make(): PooledEditor {
  const element = document.createElement('div')
  element.style.cssText = 'position:absolute;inset:0'
  const view = editor.create(element, {
    model: null,
    automaticLayout: true,
    fontFamily: 'JetBrains Mono Variable, JetBrains Mono, monospace',
    fontSize: 12,
    lineHeight: 20,
    minimap: { enabled: false },
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 12,
    folding: true,
    glyphMargin: false,
    scrollBeyondLastLine: false,
    renderLineHighlight: 'line',
    overviewRulerLanes: 0,
    tabSize: 2,
    fixedOverflowWidgets: true,
    padding: { top: 10, bottom: 10 },
    quickSuggestions: { strings: true, other: true, comments: false },
    suggest: { showWords: false },
    // Words in any script are words.
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
    wordWrap: 'on',
    wrappingIndent: 'same',
    stickyScroll: { enabled: false },
  })
  const pooled: PooledEditor = { view, element, onEscape: null }
  for (const [keys, command] of SHARED_KEYS) view.addCommand(keys, () => carryOut(command))
  view.addCommand(KeyCode.Escape, () => pooled.onEscape?.(), NOTHING_OPEN)
  return pooled
}

/** An editor inside `host`, made once and used again: making one costs a hundred times what moving one does. */
export function takeEditor(host: HTMLElement): PooledEditor {
  const pooled = idle.pop() ?? make()
  host.append(pooled.element)
  return pooled
}

/** Gives the editor back; its model is the caller's to dispose of. */
export function returnEditor(pooled: PooledEditor): void {
  pooled.onEscape = null
  pooled.view.setModel(null)
  pooled.element.remove()
  idle.push(pooled)
}
