import type { RegisteredActivity } from '@ensemble/core'
import { once } from '../once.ts'
import type { Sandboxed } from '../sandbox/load-sandboxed.ts'
import { type Activities, NO_ACTIVITIES, withGiven, withOthers } from './activities.ts'
import { MANIFEST_FILE } from './names.ts'
import { NO_CODE, type WorkspaceCode, readCode } from './workspace-code.ts'

/** The Activities of a workspace: its code, its sandboxed code, and the requests that ensemble.json declares. */
export interface OfferedActivities {
  now(): Activities
  /** Reads them once, for the first who asks. */
  readFirst(): Promise<void>
  reread(): Promise<void>
  rereadSandboxed(): Promise<void>
  /** Takes what ensemble.json declares by now. */
  offer(): void
  /** Runs the files whose names only running them tells. */
  nameAll(): Promise<void>
}

export interface OfferedOptions {
  readonly root: string
  /** The folder of the bundled workspaces, whose packages the code may import. */
  readonly examples: string
  /** The entries of `activities.http` in ensemble.json. */
  readonly declared: () => readonly RegisteredActivity[]
  readonly loadSandboxed: () => Promise<Sandboxed>
  /** Those of the program around; they come first. */
  readonly given?: readonly RegisteredActivity[] | undefined
  /** `isNews` is false if there were none before and now. */
  readonly onOffer: (activities: Activities, isNews: boolean) => void
}

export const createOfferedActivities = (options: OfferedOptions): OfferedActivities => {
  const { root, examples, declared, loadSandboxed, onOffer, given = [] } = options
  let code: WorkspaceCode = NO_CODE
  let sandboxed: Sandboxed = { activities: [], problems: [] }
  let activities: Activities = withGiven(given, NO_ACTIVITIES)

  const offer = (): void => {
    const before = activities
    const requests = declared().map((activity) => ({ file: MANIFEST_FILE, activity }))
    const own = withOthers(code.activities(), [...sandboxed.activities, ...requests], sandboxed.problems)
    activities = withGiven(given, own)
    onOffer(activities, before !== NO_ACTIVITIES || activities !== NO_ACTIVITIES)
  }
  const reread = async (): Promise<void> => {
    const onLearnt = (): void => {
      // Code of before the last change may still tell something.
      if (code === read) offer()
    }
    const [read, loaded] = await Promise.all([readCode(root, { examples, onLearnt }), loadSandboxed()])
    code = read
    sandboxed = loaded
    offer()
  }
  const readFirst = once(reread)

  return {
    now: () => activities,
    readFirst,
    reread,
    rereadSandboxed: async () => {
      sandboxed = await loadSandboxed()
      offer()
    },
    offer,
    nameAll: async () => {
      await readFirst()
      await code.nameAll()
    },
  }
}
