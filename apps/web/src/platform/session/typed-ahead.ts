/** Typing for a dialog that isn't drawn yet: its code may still load. */
let typed = ''

/** Keeps a key for the dialog that comes; true if it is text. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
  else return false
  return true
}

/** The text typed ahead so far; it stays for the next reader. */
export const typedAhead = (): string => typed

/** The text typed ahead, once: its reader removes it. */
export function takeTypedAhead(): string {
  const text = typed
  typed = ''
  return text
}
