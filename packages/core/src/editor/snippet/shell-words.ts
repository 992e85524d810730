/**
 * The words of a command as a POSIX shell reads them: quotes of three kinds, escapes, lines that continue. Nothing is
 * expanded or run. Ends where the command does: at an unquoted `;`, `|`, `&` or line break.
 */
export const shellWords = (text: string): readonly string[] => {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + 2)
    if (rest === '\\\n' || text.startsWith('\\\r\n', at)) {
      at += text.startsWith('\\\r\n', at) ? 3 : 2
      continue
    }
    const char = text.charAt(at)
    if (/[ \t]/u.test(char) || (char === '\n' && words.length === 0 && word === undefined)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
      continue
    }
    if (/[\r\n;|&]/u.test(char)) break
    const [read, length] = readPiece(text, at)
    word = (word ?? '') + read
    at += length
  }
  return word === undefined ? words : [...words, word]
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r' }

/** The characters that a quoted text, an escape or one character means, and how many are written. */
const readPiece = (text: string, at: number): readonly [read: string, length: number] => {
  const quoted = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const plain = quoted(/'([^']*)'?/uy)
  if (plain !== null) return [plain[1] ?? '', plain[0].length]
  const coded = quoted(/\$'((?:[^'\\]|\\[\s\S])*)'?/uy)
  if (coded !== null) {
    const read = (coded[1] ?? '').replaceAll(
      /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/gu,
      (_, unicode?: string, hex?: string, letter = '') => {
        const code = unicode ?? hex
        return code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16))
      },
    )
    return [read, coded[0].length]
  }
  const soft = quoted(/"((?:[^"\\]|\\[\s\S])*)"?/uy)
  if (soft !== null) return [(soft[1] ?? '').replaceAll(/\\(?:\r?\n|(["\\$`]))/gu, '$1'), soft[0].length]
  if (text.charAt(at) === '\\') return [text.charAt(at + 1), 2]
  return [text.charAt(at), 1]
}
