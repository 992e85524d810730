import { useStore } from 'zustand'
import { graphStore, type Picture } from '../document/graph/graph-store.ts'
import { completedOver } from '../runs/open/completed-over.ts'
import { runFailure } from '../runs/open/run-view.ts'
import { useRun } from '../runs/trace/use-run.ts'

export interface ProblemCounts {
  readonly errors: number
  readonly warnings: number
  readonly notes: number
}

const errorsOf = ({ graph }: Picture): number => graph.problems.filter(({ severity }) => severity === 'error').length
const warningsOf = ({ graph }: Picture): number =>
  graph.problems.filter(({ severity }) => severity === 'warning').length
const notesOf = ({ graph }: Picture): number => graph.problems.filter(({ severity }) => severity === 'info').length

/** The counts of what Problems lists: a failed Run is an error, failed Calls in one that completed are a warning. */
export function useProblemCounts(): ProblemCounts {
  const failed = useRun(runFailure) === null ? 0 : 1
  const over = useRun(completedOver) === null ? 0 : 1
  return {
    errors: useStore(graphStore, errorsOf) + failed,
    warnings: useStore(graphStore, warningsOf) + over,
    notes: useStore(graphStore, notesOf),
  }
}
