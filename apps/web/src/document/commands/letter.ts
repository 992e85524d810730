/** The key's letter, or its Latin letter under another alphabet: Ctrl+Я is Ctrl+Z. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  key.length > 1 || key <= '\u007f' || !/^Key[A-Z]$/.test(code)
    ? key
    : key === key.toLowerCase()
      ? code.slice(3).toLowerCase()
      : code.slice(3)
