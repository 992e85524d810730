export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
  Delete: 'Del',
  Escape: 'Esc',
}

/** A shortcut as this platform writes it: `⌘⇧Z` or `Ctrl+Shift+Z`. */
export function showKeys(keys: string): string {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  if (isMac()) {
    const marks: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    return parts.map((part) => marks[part] ?? SYMBOLS[part] ?? part).join('')
  }
  return parts.map((part) => (part === 'Mod' ? 'Ctrl' : (SYMBOLS[part] ?? part))).join('+')
}
