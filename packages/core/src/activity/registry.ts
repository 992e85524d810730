import { EnsembleError } from '../schema/ensemble-error.ts'
import { sha256Text } from '../schema/hash.ts'
import { isName } from '../tool/name.ts'
import type { ActivityFunction, ActivityOptions, RegisteredActivity } from './activity.ts'

/** Activities by name, kept apart from Tools (docs/contract/protocol.md#activities). */
export interface ActivityRegistry {
  /**
   * Throws EnsembleError `activity.name`, `activity.invalid` for a bad function or option, and `activity.duplicate` for
   * a taken name without `replace`.
   */
  register(name: string, run: ActivityFunction, options?: ActivityOptions): RegisteredActivity
  get(name: string): RegisteredActivity | undefined
  remove(name: string): boolean
  /** The registered names, in order of registration. */
  readonly Names: readonly string[]
}

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0

/** Faults that types would catch, such as a function that its file does not export. */
const faultOf = (run: unknown, { timeoutMs, retry, approval }: ActivityOptions): string | undefined => {
  if (typeof run !== 'function') return `it is ${run === null ? 'null' : typeof run}, not a function`
  if (timeoutMs !== undefined && !isPositive(timeoutMs)) return 'timeoutMs must be a number above 0'
  if (approval !== undefined && (typeof approval !== 'string' || approval === ''))
    return 'approval must be the reason that a person is shown'
  if (retry === undefined) return undefined
  if (!Number.isInteger(retry.attempts) || retry.attempts < 1) return 'retry.attempts must be a whole number, 1 or more'
  return retry.backoffMs >= 0 ? undefined : 'retry.backoffMs must be a number, 0 or more'
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
      const fault = faultOf(run, options)
      if (fault !== undefined)
        throw new EnsembleError('activity.invalid', `The Activity "${name}" cannot be registered: ${fault}.`)
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
