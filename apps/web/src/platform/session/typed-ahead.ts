/** What was typed for a dialog that was asked for and is not drawn yet: its code may still be on its way. */
let typed = ''

/** Keeps a key for the dialog that comes; true where it is text. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
  else return false
  return true
}

/** What was typed ahead so far; it stays for the next who asks. */
export const typedAhead = (): string => typed

/** What was typed ahead, once: who asks has it. */
export function takeTypedAhead(): string {
  const text = typed
  typed = ''
  return text
}
