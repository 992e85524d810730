import { EnsembleError } from '../schema/ensemble-error.ts'
import { sha256Text } from '../schema/hash.ts'
import { isName } from '../tool/name.ts'
import type { ActivityFunction, ActivityOptions, RegisteredActivity } from './activity.ts'

/** Activities by name, kept apart from Tools (PROTOCOL.md §4). */
export interface ActivityRegistry {
  /** Throws EnsembleError `activity.duplicate` where the name is taken and `replace` was not asked for. */
  register(name: string, run: ActivityFunction, options?: ActivityOptions): RegisteredActivity
  get(name: string): RegisteredActivity | undefined
  remove(name: string): boolean
  /** The registered names, in order of registration. */
  readonly Names: readonly string[]
}

/** An empty registry. */
export function createActivityRegistry(): ActivityRegistry {
  const activities = new Map<string, RegisteredActivity>()
  return {
    register(name, run, options = {}) {
      if (!isName(name))
        throw new EnsembleError(
          'activity.name',
          `"${name}" cannot be an Activity's name: a letter, then at most 63 letters, digits, "_" or "-".`,
        )
      if (activities.has(name) && !options.replace)
        throw new EnsembleError(
          'activity.duplicate',
          `An Activity "${name}" is already registered. Pass { replace: true } to replace it.`,
        )
      const activity = { name, run, options, hash: sha256Text(run.toString()) }
      activities.set(name, activity)
      return activity
    },
    get: (name) => activities.get(name),
    remove: (name) => activities.delete(name),
    get Names() {
      return [...activities.keys()]
    },
  }
}
