import type { editor as Editor } from 'monaco-editor/editor'
import { isDark, watchTheme } from '../../platform/styles/theme.ts'

/** A token's colour in the current theme: written `light-dark(LIGHT, DARK)`, or already chosen by the build. */
function token(name: string, dark: boolean): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
  const both = /light-dark\(\s*(#\w+)\s*,\s*(#\w+)\s*\)/.exec(value)
  const hex = (dark ? both?.[2] : both?.[1]) ?? value.trim()
  // The build shortens #ffffff to #fff, which Monaco does not read.
  return /^#\w{3}$/.test(hex) ? hex.replace(/\w/g, '$&$&') : hex
}

function defineTheme(editor: typeof Editor, name: string, dark: boolean): void {
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
      { token: 'comment.line.json', foreground: ink('ink-3') },
      { token: 'comment.block.json', foreground: ink('ink-3') },
      { token: 'delimiter', foreground: ink('ink-2') },
    ],
    colors: {
      'editor.background': colour('raised'),
      'editor.foreground': colour('ink'),
      'editorLineNumber.foreground': colour('ink-3'),
      'editorLineNumber.activeForeground': colour('ink'),
      'editor.lineHighlightBackground': colour('hover'),
      'editor.selectionBackground': colour('accent-soft'),
      'editor.wordHighlightBackground': colour('hover'),
      'editor.wordHighlightTextBackground': colour('hover'),
      'editor.wordHighlightStrongBackground': colour('hover'),
      'editorIndentGuide.background1': colour('line'),
      'editorWidget.background': colour('raised'),
      'editorWidget.border': colour('line-strong'),
      'editorHoverWidget.background': colour('raised'),
      'editorHoverWidget.border': colour('line-strong'),
      'editorSuggestWidget.background': colour('raised'),
      'editorSuggestWidget.selectedBackground': colour('accent-soft'),
      'editorSuggestWidget.selectedForeground': colour('ink'),
      'editorSuggestWidget.highlightForeground': colour('accent'),
      'editorSuggestWidget.focusHighlightForeground': colour('accent'),
      'editorWarning.foreground': colour('wait'),
      'editorError.foreground': colour('bad'),
      'editorInfo.foreground': colour('ink-3'),
      focusBorder: colour('accent'),
    },
  })
}

/** The name of the current theme. */
export const themeName = (): string => (isDark() ? 'ensemble-dark' : 'ensemble-light')

/** Gives all editors the colours of the page's theme, now and whenever the page or the system changes it. */
export function followTheme(editor: typeof Editor): void {
  const put = (): void => {
    defineTheme(editor, themeName(), isDark())
    editor.setTheme(themeName())
  }
  put()
  watchTheme(put)
}
