import { readFileSync } from 'node:fs'

interface Change {
  readonly id: string
  readonly title: string
  readonly author: string
  readonly diff: string
}
type Severity = 'high' | 'medium' | 'low'
interface Risk {
  readonly file: string
  readonly line: number
  readonly severity: Severity
  readonly problem: string
}
interface Risks {
  readonly risks: readonly Risk[]
  readonly added: number
  readonly removed: number
}

const readChanges = (): readonly Change[] =>
  JSON.parse(readFileSync(new URL('../data/changes.json', import.meta.url), 'utf8'))

export const get_change = ({ id }: { readonly id: string }): Change => {
  const changes = readChanges()
  const found = changes.find((change) => change.id === id)
  if (found === undefined)
    throw new Error(`There is no change ${id}; there are ${changes.map((known) => known.id).join(', ')}.`)
  return found
}

const RULES: readonly { readonly pattern: RegExp; readonly severity: Severity; readonly problem: string }[] = [
  {
    pattern: /\b(?:sk|pk|ghp|xox[bp])[-_][\w-]{10,}/,
    severity: 'high',
    problem: 'A key is written into the code: revoke it and read it from the environment.',
  },
  {
    pattern: /\b(?:select|insert|update|delete)\b.*['"]\s*\+/i,
    severity: 'high',
    problem: 'SQL is put together from texts: pass values as parameters.',
  },
  { pattern: /\beval\(|new Function\(/, severity: 'high', problem: 'A text is evaluated as code.' },
  { pattern: /\b(?:test|it|describe)\.skip\(/, severity: 'medium', problem: 'A test is switched off.' },
  { pattern: /\bconsole\.log\(/, severity: 'low', problem: 'Output from debugging is left.' },
]

/** The added lines of a unified diff, each with its file and line. */
const addedLines = (
  diff: string,
): readonly { readonly file: string; readonly line: number; readonly text: string }[] => {
  let [file, line] = ['', 0]
  return diff.split('\n').flatMap((row) => {
    const header = /^\+\+\+ (?:b\/)?(.+)$/.exec(row)
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(row)
    if (header !== null) file = header[1] ?? ''
    else if (hunk !== null) line = Number(hunk[1]) - 1
    else if (row.startsWith('+')) return [{ file, line: (line += 1), text: row.slice(1) }]
    else if (!row.startsWith('-')) line += 1
    return []
  })
}

export const scan_diff = ({ change: { diff } }: { readonly change: Change }): Risks => {
  const added = addedLines(diff)
  const risks = added.flatMap(({ file, line, text }) =>
    RULES.flatMap(({ pattern, severity, problem }) => (pattern.test(text) ? [{ file, line, severity, problem }] : [])),
  )
  const removed = diff.split('\n').filter((row) => /^-(?!--)/.test(row)).length
  return { risks, added: added.length, removed }
}

const ORDER: readonly Severity[] = ['high', 'medium', 'low']

export const compose_review = ({
  change: { title, author },
  risks: { risks, added, removed },
}: {
  readonly change: Change
  readonly risks: Risks
}): { readonly title: string; readonly verdict: 'approve' | 'comment' | 'block'; readonly review: string } => {
  const sorted = risks.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  const gravest = sorted[0]?.severity
  const verdict = gravest === undefined ? 'approve' : gravest === 'low' ? 'comment' : 'block'
  const opening = `Thank you, ${author}. I read ${added} added and ${removed} removed lines.`
  const points = sorted.map(({ file, line, problem }) => `- ${file}:${line}: ${problem}`)
  const closing = points.length === 0 ? 'Nothing stands out: it can be merged.' : points.join('\n')
  return { title, verdict, review: `${opening}\n\n${closing}` }
}
