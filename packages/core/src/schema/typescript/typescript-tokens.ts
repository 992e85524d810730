/** A word, text, number or mark of TypeScript; `doc` is the comment before it. */
export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'mark'
  readonly text: string
  readonly doc?: string
}

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\d[\w.]*|[\p{L}_$][\p{L}\p{N}_$]*|=>|\.\.\.|[\s\S]/gu

/** The tokens of a text, with comments attached to their subject. Linear; never throws. */
export const tokenise = (text: string): readonly Token[] => {
  const tokens: Token[] = []
  let doc = ''
  for (const [part] of text.matchAll(TOKEN)) {
    if (part.trim() === '') continue
    if (part.startsWith('/*') || part.startsWith('//')) {
      doc = commentText(part)
      continue
    }
    const described = doc === '' ? {} : { doc }
    doc = ''
    if (/^["'`]./u.test(part) && part.length > 1) tokens.push({ kind: 'string', text: unquote(part), ...described })
    else if (/^\d/u.test(part)) tokens.push({ kind: 'number', text: part.replaceAll('_', ''), ...described })
    else if (/^[\p{L}_$]/u.test(part)) tokens.push({ kind: 'word', text: part, ...described })
    else tokens.push({ kind: 'mark', text: part, ...described })
  }
  return tokens
}

const commentText = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*+\/$|^\/\/+/gu, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/u, '').trimEnd())
    .join('\n')
    .replaceAll('*\\/', '*/')
    .trim()

const unquote = (quoted: string): string => {
  const inner = quoted.slice(1, -1).replaceAll(/\\'/gu, "'").replaceAll('\\`', '`')
  try {
    return JSON.parse(`"${inner.replaceAll(/(?<!\\)"/gu, '\\"')}"`) as string // the text of one JSON string
  } catch {
    return inner
  }
}
