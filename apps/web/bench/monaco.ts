import { Uri, editor } from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import 'monaco-editor/features/register.all'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker.js?worker'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'

/** The schema editor's rivals: Monaco bare, and Monaco with its own JSON service and our published schema. */

self.MonacoEnvironment = {
  getWorker: (_: string, label: string) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
}

const isBare = location.search === '?bare'
const [text, schema] = await Promise.all([
  fetch('./text.json').then((answer) => answer.text()),
  fetch('./idea.schema.json').then((answer) => answer.json() as Promise<object>),
])
if (isBare) jsonDefaults.setModeConfiguration({ tokens: true })
else
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    schemas: [{ uri: 'ensemble://schemas/idea.json', fileMatch: ['*'], schema }],
  })

const host = document.querySelector<HTMLElement>('#host')
if (host !== null) {
  // The options of the product's editor that cost anything.
  const view = editor.create(host, {
    model: editor.createModel(text, 'json', Uri.parse('inmemory://bench/idea/main.json')),
    automaticLayout: true,
    minimap: { enabled: false },
    fontFamily: 'monospace',
    fontSize: 12,
    lineHeight: 20,
    wordWrap: 'on',
    quickSuggestions: { strings: true, other: true, comments: false },
    suggest: { showWords: false },
    unicodeHighlight: { ambiguousCharacters: false },
    scrollBeyondLastLine: false,
  })
  view.focus()
}
