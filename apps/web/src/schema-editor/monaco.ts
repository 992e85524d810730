import type { Problem } from '@ensemble/core'
import { KeyCode, KeyMod, MarkerSeverity, Uri, editor, languages } from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import 'monaco-editor/features/register.all'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker.js?worker'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import { applyFix } from '../inspector/problem-actions.ts'
import { diagnosisStore } from '../stores/diagnosis.ts'
import { IDEA_SCHEMA, TOOL_SCHEMA } from './idea-schema.ts'

/** The parts of Monaco that the page uses, set up once: its workers, its colours, what it knows of Ideas. */
export { KeyCode, KeyMod, MarkerSeverity, Uri, editor }

self.MonacoEnvironment = {
  getWorker: (_: string, label: string) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
}

// Markers come from core and the validator worker; Monaco's own JSON service only completes and explains.
jsonDefaults.setDiagnosticsOptions({
  validate: false,
  schemas: [
    { uri: 'ensemble://schemas/idea.json', fileMatch: ['**/idea/*.json'], schema: IDEA_SCHEMA },
    { uri: 'ensemble://schemas/tool.json', fileMatch: ['**/tool/*.json'], schema: TOOL_SCHEMA },
  ],
})

const FIX_COMMAND = 'ensemble.applyFix'
editor.registerCommand(FIX_COMMAND, (_, problem: Problem) => applyFix(problem))

// The light bulb offers what the problem list offers: the same fixes, made in the document.
languages.registerCodeActionProvider('json', {
  provideCodeActions(_model, _range, { markers }) {
    const { problems } = diagnosisStore.getState()
    const actions = markers.flatMap((marker) => {
      const problem = problems.find(({ code, message }) => code === marker.code && message === marker.message)
      if (problem?.fix === undefined) return []
      const { title } = problem.fix
      const command = { id: FIX_COMMAND, title, arguments: [problem] }
      return [{ title, kind: 'quickfix', diagnostics: [marker], isPreferred: true, command }]
    })
    return { actions, dispose: () => undefined }
  },
})

/** A token's colour in a theme: tokens are written `light-dark(LIGHT, DARK)`. */
function token(name: string, dark: boolean): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
  const both = /light-dark\(\s*(#\w+)\s*,\s*(#\w+)\s*\)/.exec(value)
  const hex = (dark ? both?.[2] : both?.[1]) ?? value.trim()
  // The build shortens #ffffff to #fff, which Monaco does not read.
  return /^#\w{3}$/.test(hex) ? hex.replace(/\w/g, '$&$&') : hex
}

function defineTheme(name: string, dark: boolean): void {
  const colour = (key: string): string => token(key, dark)
  const ink = (key: string): string => colour(key).slice(1)
  editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: 'string.key.json', foreground: ink('accent') },
      { token: 'string.value.json', foreground: ink('explicit') },
      { token: 'number.json', foreground: ink('module') },
      { token: 'keyword.json', foreground: ink('latent') },
      { token: 'delimiter', foreground: ink('ink-2') },
    ],
    colors: {
      'editor.background': colour('raised'),
      'editor.foreground': colour('ink'),
      'editorLineNumber.foreground': colour('ink-3'),
      'editorLineNumber.activeForeground': colour('ink'),
      'editor.lineHighlightBackground': colour('hover'),
      'editor.selectionBackground': colour('accent-soft'),
      'editorIndentGuide.background1': colour('line'),
      'editorWidget.background': colour('raised'),
      'editorWidget.border': colour('line-strong'),
      'editorHoverWidget.background': colour('raised'),
      'editorHoverWidget.border': colour('line-strong'),
      'editorSuggestWidget.background': colour('raised'),
      'editorSuggestWidget.selectedBackground': colour('accent-soft'),
      'editorSuggestWidget.selectedForeground': colour('ink'),
      'editorWarning.foreground': colour('wait'),
      'editorError.foreground': colour('bad'),
      'editorInfo.foreground': colour('ink-3'),
      focusBorder: colour('accent'),
    },
  })
}

defineTheme('ensemble-light', false)
defineTheme('ensemble-dark', true)
