/** The parts of a system text, in the order a model reads them best. */
export const PARTS = ['role', 'goal', 'constraints', 'procedure', 'examples'] as const
export type Part = (typeof PARTS)[number]

/** A system text as its parts; the text before the first heading is separate. */
export interface PromptSections {
  readonly preamble: string
  readonly parts: ReadonlyMap<Part, string>
}

const HEADINGS: Readonly<Record<Part, string>> = {
  role: 'Role',
  goal: 'Goal',
  constraints: 'Constraints',
  procedure: 'Procedure',
  examples: 'Examples',
}
const HEADING = /^(#{1,3}) +(Role|Goal|Constraints|Procedure|Examples)[ \t]*$/gimu

interface Found {
  readonly part: Part
  /** The end of the heading's line. */
  readonly start: number
  readonly heading: number
}

function headingsIn(text: string): readonly Found[] {
  const seen = new Set<Part>()
  return [...text.matchAll(HEADING)].flatMap((match): Found[] => {
    const part = PARTS.find((each) => each === match[2]?.toLowerCase())
    // A heading that comes again belongs to the words of the part above it.
    if (part === undefined || seen.has(part)) return []
    seen.add(part)
    return [{ part, heading: match.index, start: match.index + match[0].length }]
  })
}

/** Whether a text is written in these parts. */
export const hasSections = (text: string): boolean => headingsIn(text).length > 0

export function readSections(text: string): PromptSections {
  const found = headingsIn(text)
  const parts = found.map(({ part, start }, index): [Part, string] => {
    const end = found[index + 1]?.heading ?? text.length
    return [part, text.slice(start, end).replace(/^\n+/u, '').replace(/\n+$/u, '')]
  })
  return { preamble: text.slice(0, found[0]?.heading ?? text.length).trimEnd(), parts: new Map(parts) }
}

/** The text with other words in one part, or in the preamble; a part that is emptied goes, with its heading. */
export function withSection(text: string, part: Part | 'preamble', words: string): string {
  const { preamble, parts } = readSections(text)
  const next = new Map(parts)
  if (part !== 'preamble') next.set(part, words)
  const begin = part === 'preamble' ? words : preamble
  const written = PARTS.flatMap((each) => {
    const body = next.get(each)
    return body === undefined || body === '' ? [] : [`# ${HEADINGS[each]}\n\n${body}`]
  })
  return [...(begin === '' ? [] : [begin]), ...written].join('\n\n')
}
