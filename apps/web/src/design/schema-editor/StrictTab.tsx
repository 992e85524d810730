import type { StrictView } from '@ensemble/core/editor'
import { useMemo } from 'react'
import { diffLines } from '../../document/texts/line-diff.ts'
import { CodeLines, type CodeLine } from './CodeLines.tsx'
import { say } from './say.ts'
import styles from './tab.module.css'
import { useAnswer } from './use-answer.ts'

/** The schema in strict mode, line by line, with the reason for each change. */
export function StrictTab({ name, text }: { readonly name: string; readonly text: string }) {
  const asked = useMemo(() => ({ name, text }), [name, text])
  const { answer } = useAnswer('strict', asked)
  const lines = useMemo(() => (answer ? annotated(answer) : []), [answer])
  if (answer === undefined) return null
  if (answer === null) return <p className={styles.quiet}>{say('strict.unreadable')}</p>
  const first = lines.findIndex(({ tone }) => tone !== undefined)
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <span>
          {answer.changes.length === 0 ? say('strict.none') : say('strict.count', { count: answer.changes.length })}
        </span>
        {answer.limit !== undefined && (
          <span className={styles.bad}>{say('strict.limit', { reason: answer.limit })}</span>
        )}
      </div>
      <div className={styles.fill}>
        <CodeLines
          label={say('tabs.strict')}
          lines={lines}
          {...(first >= 0 && { first: Math.max(0, first - 2) })}
          shows={name}
        />
      </div>
    </div>
  )
}

/** The two texts as one, with each reason on the line it explains: the new one where there is one. */
export function annotated({ before, after, changes }: StrictView): readonly CodeLine[] {
  const notes = new Map<string, string[]>()
  const note = (side: 'before' | 'after', line: number, text: string): void => {
    const key = `${side} ${line}`
    notes.set(key, [...(notes.get(key) ?? []), text])
  }
  const diff = diffLines(before, after)
  const changed = changedLines(diff)
  for (const { lineBefore, lineAfter, ...change } of changes) {
    const text = say('strict.reason', change)
    if (lineAfter !== undefined && changed.after.has(lineAfter)) note('after', lineAfter, text)
    else if (lineBefore !== undefined && changed.before.has(lineBefore)) note('before', lineBefore, text)
    else note('after', lineAfter ?? 1, text)
  }
  let old = 0
  let now = 0
  return diff.map(({ side, text }): CodeLine => {
    if (side !== 'mine') old += 1
    if (side !== 'theirs') now += 1
    const found = (side === 'theirs' ? notes.get(`before ${old}`) : notes.get(`after ${now}`)) ?? []
    return { text, ...(side !== 'same' && { tone: side === 'mine' ? 'added' : 'removed' }), notes: found }
  })
}

function changedLines(diff: ReturnType<typeof diffLines>): {
  readonly before: ReadonlySet<number>
  readonly after: ReadonlySet<number>
} {
  const before = new Set<number>()
  const after = new Set<number>()
  let old = 0
  let now = 0
  for (const { side } of diff) {
    if (side !== 'mine') old += 1
    if (side !== 'theirs') now += 1
    if (side === 'theirs') before.add(old)
    if (side === 'mine') after.add(now)
  }
  return { before, after }
}
