import { jump, redo, undo, type Step } from '../texts/undo.ts'
import { documentStore } from './document-store.ts'

const takeStep = (step: Step): Step => {
  if (step.ok) documentStore.setState(step.document)
  return step
}

/** Takes back the user's last step. */
export const undoStep = (): Step => takeStep(undo(documentStore.getState()))
export const redoStep = (): Step => takeStep(redo(documentStore.getState()))
/** Goes so many steps back (below 0) or forward. */
export const jumpSteps = (count: number): Step => takeStep(jump(documentStore.getState(), count))
