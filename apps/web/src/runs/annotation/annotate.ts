import type { Annotation, Run } from '@ensemble/core'
import { annotateRun } from '../../platform/api/run-client.ts'
import { receiveRun } from '../open/run-list.ts'
import { notify } from '../../platform/session/notify.ts'

export const NOTHING_SAID: Annotation = { star: false, labels: [], note: '' }

/** Changes a part of a Run's notes; the list shows it immediately. A refusal is shown and gives undefined. */
export async function annotate(
  run: Pick<Run, 'id' | 'annotation'>,
  change: Partial<Annotation>,
): Promise<Run | undefined> {
  try {
    const after = await annotateRun(run.id, { ...NOTHING_SAID, ...run.annotation, ...change })
    receiveRun(after)
    return after
  } catch (error) {
    notify.refusal(error)
    return undefined
  }
}
