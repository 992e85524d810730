import type { Run } from '@ensemble/core'
import type { Annotation } from '@ensemble/core/journal'
import { annotateRun, readRun } from '../../platform/api/run-client.ts'
import { receiveRun } from '../open/run-list.ts'
import { notify } from '../../platform/session/notify.ts'

export const NOTHING_SAID: Annotation = { star: false, labels: [], note: '' }

let last: Promise<unknown> = Promise.resolve()

/** Changes a part of a Run's notes; the list shows it immediately. Throws ApiError. */
export function saveAnnotation(id: string, change: Partial<Annotation>): Promise<Run> {
  const save = async (): Promise<Run> => {
    // The route replaces all notes: the other parts are read after the change before this one.
    const { annotation } = await readRun(id)
    const after = await annotateRun(id, { ...NOTHING_SAID, ...annotation, ...change })
    receiveRun(after)
    return after
  }
  const saved = last.then(save, save)
  last = saved
  return saved
}

/** The same; a refusal is shown and gives undefined. */
export async function annotate(run: Pick<Run, 'id'>, change: Partial<Annotation>): Promise<Run | undefined> {
  try {
    return await saveAnnotation(run.id, change)
  } catch (error) {
    notify.refusal(error)
    return undefined
  }
}
