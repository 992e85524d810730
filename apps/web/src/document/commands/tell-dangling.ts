import type { Problem } from '@ensemble/core'
import { carryOut } from './command.ts'
import { undo } from './undo.ts'
import { forms } from '../../platform/i18n/en/forms.ts'
import { createTexts, t } from '../../platform/i18n/index.ts'
import { graphStore } from '../graph/graph-store.ts'
import { chooseDockTab } from '../../platform/session/dock-tab.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { tellStep } from '../open/step-notice.ts'

const say = createTexts({ forms })

const keyOf = ({ code, idea, tool, message }: Problem): string => [code, idea, tool, message].join('\n')
const MOST_LISTED = 3

/** New problems since `before`: references that a deletion broke. */
export function danglingSince(before: readonly Problem[], after: readonly Problem[]): readonly Problem[] {
  const known = new Set(before.map(keyOf))
  return after.filter((problem) => problem.severity !== 'info' && !known.has(keyOf(problem)))
}

/** Each has its fix there: create the Idea again, or lead to the intended one. */
function showProblems(): void {
  sessionStore.setState(({ panels }) => ({ panels: { ...panels, dock: true } }))
  chooseDockTab('problems')
}

/** Reports references that a deletion left dangling. A deletion doesn't ask, because undo restores everything. */
export function tellDangling(before: readonly Problem[]): void {
  const left = danglingSince(before, graphStore.getState().graph.problems)
  if (left.length === 0) return
  const lines = left.slice(0, MOST_LISTED).map(({ idea, tool, message }) => {
    const where = [idea, tool].filter((part) => part !== undefined).join(' › ')
    return where === '' ? message : `${where}: ${message}`
  })
  const more = left.length > MOST_LISTED ? [say('dangling.more', { count: left.length - MOST_LISTED })] : []
  tellStep(
    say('dangling.title', { count: left.length }),
    [...lines, ...more].join('\n'),
    { label: t('command.undo'), onClick: () => carryOut(undo) },
    { label: say('dangling.fix'), onClick: showProblems },
  )
}
