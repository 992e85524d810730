/** A token of SQL; `text` of a word is in lower case, of a quoted name without its quotes. */
export interface Token {
  readonly type: 'word' | 'name' | 'string' | 'number' | 'sign' | 'end'
  readonly text: string
}

const SPACE = /(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const NUMBER = /(?:0x[0-9a-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)/iy
const STRING = /'(?:[^']|'')*'/y
const NAME = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y
const SIGN = /->>|->|\|\||<<|>>|<>|<=|>=|==|!=|[-+*%&|~<>=(),.;]|\/(?!\*)/y

const KINDS = [
  ['word', WORD],
  ['number', NUMBER],
  ['string', STRING],
  ['name', NAME],
  ['sign', SIGN],
] as const

/** The tokens of a text without comments, an `end` last. Throws with the place of invalid SQL. */
export const tokensOf = (sql: string): readonly Token[] => {
  const tokens: Token[] = []
  const read = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(sql)?.[0]
  }
  for (let at = 0; at < sql.length;) {
    const space = read(SPACE, at)
    if (space !== undefined) {
      at += space.length
      continue
    }
    const found = KINDS.map(([type, pattern]) => ({ type, text: read(pattern, at) })).find(({ text }) => text)
    if (found?.text === undefined) throw new Error(`This isn't SQL at character ${at + 1}: ${sql.slice(at, at + 20)}`)
    at += found.text.length
    tokens.push({ type: found.type, text: plain(found.type, found.text) })
  }
  return [...tokens, { type: 'end', text: '' }]
}

const plain = (type: Token['type'], text: string): string =>
  type === 'word' ? text.toLowerCase() : type === 'name' ? text.slice(1, -1).toLowerCase() : text
