import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor'
import { KeyCode, KeyMod, MarkerSeverity, Uri, editor, languages } from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import 'monaco-editor/features/register.all'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import { followTheme } from './monaco-theme.ts'
import { registerLanguage } from './providers.ts'

/** The parts of Monaco that the page uses, set up once: its worker, its colours, what it knows of Ideas. */
export { KeyCode, KeyMod, MarkerSeverity, Uri, editor }

self.MonacoEnvironment = { getWorker: () => new EditorWorker() }

// The page's own copy: without this the loader would fetch Monaco from a CDN.
loader.config({ monaco })

// Monaco colours JSON; everything it would know of it comes from the language of Ideas and Tools, in its own worker.
jsonDefaults.setModeConfiguration({ tokens: true })

registerLanguage(languages, editor)
followTheme(editor)
