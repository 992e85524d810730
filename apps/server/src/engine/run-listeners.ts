import type { Run } from '@ensemble/core'
import type { WorkspaceJournal } from './workspace-journal.ts'

interface RunListeners extends Pick<WorkspaceJournal, 'onRun' | 'onRemoved'> {
  changed(run: Run): void
  removed(run: string): void
}

/** Listeners to every change and every removal of a Run. */
export const createRunListeners = (): RunListeners => {
  const ofChanges = new Set<(run: Run) => void>()
  const ofRemovals = new Set<(run: string) => void>()
  return {
    changed: (run) => {
      for (const listener of ofChanges) listener(run)
    },
    removed: (run) => {
      for (const listener of ofRemovals) listener(run)
    },
    onRun: (listener) => {
      ofChanges.add(listener)
      return () => ofChanges.delete(listener)
    },
    onRemoved: (listener) => {
      ofRemovals.add(listener)
      return () => ofRemovals.delete(listener)
    },
  }
}
