import { isObject, type Problem } from '@ensemble/core'
import type { ReadinessItem } from '@ensemble/core/editor'
import { Circle, CircleCheck, CircleHelp } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { parseObject } from '../../document/texts/idea-view.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { goTo } from '../../document/commands/problem-actions.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { problemText } from '../../platform/i18n/problem-text.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { closeEditor, openEditor } from '../../platform/session/editor-place.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { readCalls, readIsAnswered, readRunSettings } from './tool-client.ts'
import { useAnswer } from './use-answer.ts'
import { useLoaded } from './use-loaded.ts'
import { Scroll } from '../../platform/ui/Scroll.tsx'

const filesOf = (document: Document) => document.files
const ICON = { done: CircleCheck, open: Circle, unknown: CircleHelp } as const

const ORDER = { open: 0, unknown: 1, done: 2 } as const

/** Open points come first. */
const inOrder = (items: readonly ReadinessItem[]): readonly ReadinessItem[] =>
  items.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])

/** Ready only where nothing is open and nothing unknown. */
const headline = (idea: string, open: number, unknown: number): string => {
  if (open > 0) return say('readiness.open', { count: open, idea })
  return unknown > 0 ? say('readiness.unknown', { count: unknown, idea }) : say('readiness.ready', { idea })
}

/** A check's finding, in a sentence of the page. */
function found({ check, state, tools: never }: ReadinessItem, all: number): string {
  if (check === 'cost') return say(`readiness.check.cost.${state}`)
  if (check !== 'calls') return say(`readiness.check.${check}.${state === 'done' ? 'done' : 'open'}`)
  if (all === 0) return say(`readiness.check.calls.${state === 'done' ? 'noTools' : 'unanswered'}`)
  if (state === 'done') return say('readiness.check.calls.done')
  if (never.length === 0) return say('readiness.check.calls.unknown')
  if (never.length >= all) return say('readiness.check.calls.none')
  return say('readiness.check.calls.some', { seen: all - never.length, all })
}

/** The checklist before an Idea ships, for its current files. */
export function ReadinessTab({ idea, onLeave }: { readonly idea: string; readonly onLeave?: () => void }) {
  const files = useStore(documentStore, filesOf)
  const { nodes } = useGraph()
  const title = nodes.find(({ kind, name }) => kind === 'idea' && name === idea)?.title ?? idea
  const tools = toolsOfIdea(files, idea).map(({ name }) => name)
  const { value: calls = null } = useLoaded(`${idea} ${tools.join()}`, async () =>
    (await Promise.all(tools.map((tool) => readCalls(tool, idea, 1, true)))).flat(),
  )
  const { value: isAnswered = false } = useLoaded(`${idea} ${tools.length === 0}`, async () =>
    tools.length === 0 ? await readIsAnswered(idea) : false,
  )
  const { config } = parseObject(files.get(ideaFile(idea))?.valid)
  const own = isObject(config) && typeof config.model === 'string' ? config.model : null
  const { value: settings = null } = useLoaded(`${own ?? ''}`, () => readRunSettings(own))
  const asked = useMemo(() => ({ idea, calls, isAnswered, settings }), [idea, calls, isAnswered, settings])
  const { answer } = useAnswer('readiness', asked, files)
  if (answer === undefined || answer === null) return null
  const open = answer.items.filter(({ state }) => state === 'open').length
  const unknown = answer.items.filter(({ state }) => state === 'unknown').length
  const go = (problem: Problem): void => {
    onLeave?.()
    if (problem.idea === idea && problem.tool !== undefined && problem.tool !== '')
      openEditor({ idea, part: { type: 'tool', name: problem.tool } })
    else closeEditor()
    goTo(problem)
  }
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <b className={answer.isReady ? styles.good : undefined}>{headline(title, open, unknown)}</b>
      </div>
      <Scroll className={styles.scroll} label={say('tabs.readiness')}>
        <ol className={styles.checks}>
          {inOrder(answer.items).map((item) => {
            const { check, state, problems, tools: named } = item
            const Icon = ICON[state]
            return (
              <li key={check} className={styles.check} data-state={state}>
                <Icon size={15} aria-label={say(`readiness.state.${state}`)} />
                <div>
                  <b>{say(`readiness.check.${check}.title`)}</b>
                  <p className={styles.note}>
                    {found(item, tools.length)}
                    {named.length > 0 && check === 'arguments' && ` ${named.join(', ')}`}
                  </p>
                  {problems.map((problem, index) => (
                    <p key={`${problem.code} ${problem.path} ${index}`} className={styles.checkProblem}>
                      <span>{problemText(problem)}</span>
                      <Button size="small" look="quiet" onClick={() => go(problem)}>
                        {say('readiness.go')}
                      </Button>
                    </p>
                  ))}
                </div>
              </li>
            )
          })}
        </ol>
      </Scroll>
    </div>
  )
}
