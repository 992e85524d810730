import type { Json, Run } from '@ensemble/core'
import { ideaName, isBodyRef, isTrial } from '@ensemble/core/trace'

/** The input of the newest Run of an Idea that differs from what its form holds; undefined where there is none. */
export const lastInput = (runs: readonly Run[], idea: string, shown: Json): Json | undefined => {
  const held = JSON.stringify(shown)
  return runs.find(
    (run) =>
      ideaName(run.idea) === idea &&
      run.continues === undefined &&
      !isTrial(run) &&
      !isBodyRef(run.input) &&
      JSON.stringify(run.input) !== held,
  )?.input
}
