import type { editor } from 'monaco-editor/editor'

/** How every editor of the page looks and behaves. */
export const EDITOR_LOOK: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: 'JetBrains Mono Variable, JetBrains Mono, monospace',
  fontSize: 12,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  tabSize: 2,
  fixedOverflowWidgets: true,
  padding: { top: 10, bottom: 10 },
  stickyScroll: { enabled: false },
}
