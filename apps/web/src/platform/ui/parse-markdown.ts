/** A block of Markdown. Only what reads well in a small panel; everything else stays text. */
export type MarkdownBlock =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string }
  | { readonly type: 'paragraph' | 'quote'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }

/** A piece of a line. A link is its words and its target: neither leads anywhere. */
export type MarkdownSpan =
  | { readonly type: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly target: string }

const FENCE = /^ {0,3}(```+|~~~+)/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^ {0,7}(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/
const QUOTE = /^ {0,3}>\s?(.*)$/

/** Reads Markdown line by line; linear in its length. HTML is text like any other. */
export function parseMarkdown(text: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    const heading = HEADING.exec(line)
    if (line.trim() === '') at++
    else if (fence !== undefined) at = readCode(lines, at + 1, fence, blocks)
    else if (heading !== null) {
      // The pattern takes one to six signs.
      const level = (heading[1]?.length ?? 1) as 1 | 2 | 3 | 4 | 5 | 6
      blocks.push({ type: 'heading', level, text: heading[2] ?? '' })
      at++
    } else if (ITEM.test(line)) at = readList(lines, at, blocks)
    else if (QUOTE.test(line)) at = readLines(lines, at, QUOTE, 'quote', blocks)
    else at = readLines(lines, at, /^(.*)$/, 'paragraph', blocks)
  }
  return blocks
}

const readCode = (lines: readonly string[], from: number, fence: string, blocks: MarkdownBlock[]): number => {
  const end = lines.findIndex((line, at) => at >= from && line.trim().startsWith(fence))
  const last = end < 0 ? lines.length : end
  blocks.push({ type: 'code', text: lines.slice(from, last).join('\n') })
  return last + 1
}

const readList = (lines: readonly string[], from: number, blocks: MarkdownBlock[]): number => {
  const isOrdered = ITEM.exec(lines[from] ?? '')?.[2] !== undefined
  const items: string[] = []
  let at = from
  for (; at < lines.length; at++) {
    const item = ITEM.exec(lines[at] ?? '')
    if (item === null) break
    items.push(item[3] ?? '')
  }
  blocks.push({ type: 'list', isOrdered, items })
  return at
}

const readLines = (
  lines: readonly string[],
  from: number,
  pattern: RegExp,
  type: 'paragraph' | 'quote',
  blocks: MarkdownBlock[],
): number => {
  const texts: string[] = []
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const own = pattern.exec(line)
    const isOther =
      type === 'paragraph' &&
      at > from &&
      (FENCE.test(line) || HEADING.test(line) || ITEM.test(line) || QUOTE.test(line))
    if (own === null || line.trim() === '' || isOther) break
    texts.push(own[1] ?? '')
  }
  blocks.push({ type, text: texts.join('\n') })
  return at
}

const SPAN = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\s][^*\n]*)\*|!?\[([^\]\n]*)\]\(([^()\s]*)[^()\n]*\)/g

/** The pieces of a line. */
export function parseSpans(text: string): readonly MarkdownSpan[] {
  const spans: MarkdownSpan[] = []
  let done = 0
  for (const match of text.matchAll(SPAN)) {
    if (match.index > done) spans.push({ type: 'text', text: text.slice(done, match.index) })
    const [whole, code, strong, strongToo, emphasis, words, target] = match
    if (code !== undefined) spans.push({ type: 'code', text: code })
    else if (words !== undefined) spans.push({ type: 'link', text: words, target: target ?? '' })
    else if (emphasis !== undefined) spans.push({ type: 'emphasis', text: emphasis })
    else spans.push({ type: 'strong', text: strong ?? strongToo ?? '' })
    done = match.index + whole.length
  }
  if (done < text.length) spans.push({ type: 'text', text: text.slice(done) })
  return spans
}
