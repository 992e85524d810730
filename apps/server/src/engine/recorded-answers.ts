import type { JournalEvent } from '@ensemble/core'
import { rest } from '../rest.ts'
import { newestRuns } from './newest-runs.ts'
import { type RecordedRun, NO_MODELS, runIn } from './recorded-calls.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'

const MOST_RUNS = 100

/** Whether a language model gave an output of an Idea that was taken, in one of the newest Runs. */
export const isAnsweredByModel = async (journal: WorkspaceJournal, idea: string): Promise<boolean> => {
  for await (const { id } of newestRuns(journal, MOST_RUNS)) {
    await rest()
    if (await isAnsweredIn(runIn(journal, id), idea)) return true
  }
  return false
}

const isAnsweredIn = async ({ ofType }: RecordedRun, idea: string): Promise<boolean> => {
  const asked = new Map((await ofType('request.started')).map((event) => [event.span, event]))
  const isOurs = ({ span }: JournalEvent): boolean => {
    const by = asked.get(span)
    return by?.type === 'request.started' && by.data.idea === idea && !NO_MODELS.has(by.data.model)
  }
  /** The last answer of each Loop is the one whose output was taken, where the Loop ended with one. */
  const last = new Map((await ofType('request.completed')).map((event) => [event.parent ?? '', event]))
  const ours = [...last].filter(([, event]) => isOurs(event) && hasOutput(event))
  if (ours.length === 0) return false
  const left = new Set((await ofType('module.left')).map(({ span }) => span))
  const isWhole = (await ofType('run.completed')).length > 0
  return ours.some(([loop]) => (loop === '' ? isWhole : left.has(loop)))
}

/** A person who edited the answer wrote it. */
const hasOutput = (event: JournalEvent): boolean =>
  event.type === 'request.completed' && event.data.output !== null && event.data.edited === undefined
