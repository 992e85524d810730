import type { Problem, RegisteredActivity } from '@ensemble/core'

/** A file of Activities that cannot serve, or of which only running it would tell the names. */
export interface ActivityProblem {
  readonly code: 'activity.broken' | 'activity.computed'
  readonly file: string
  readonly message: string
}

/** The Activities of a workspace by name. Looking one up runs nothing; the first Call loads its file. */
export interface Activities {
  get(name: string): RegisteredActivity | undefined
  readonly names: readonly string[]
  /** The file that declares it. */
  readonly fileOf: (name: string) => string | undefined
  readonly problems: readonly ActivityProblem[]
}

/** The problems of files of Activities in the form of the workspace's other problems. */
export const codeProblems = (problems: readonly ActivityProblem[]): readonly Problem[] =>
  problems.map(({ code, file, message }) => ({
    code,
    severity: code === 'activity.broken' ? 'error' : 'warning',
    message,
    path: '',
    file,
  }))

/** An Activity that one file declares. */
export interface FromFile {
  readonly file: string
  readonly activity: RegisteredActivity
}

export const NO_ACTIVITIES: Activities = { get: () => undefined, names: [], fileOf: () => undefined, problems: [] }

/** The workspace's code together with other Activities. Where both have a name, the code serves it and the other is a problem. */
export const withOthers = (
  code: Activities,
  others: readonly FromFile[],
  otherProblems: readonly ActivityProblem[] = [],
): Activities => {
  if (others.length === 0 && otherProblems.length === 0) return code
  const added = new Map<string, FromFile>()
  const problems = [...code.problems, ...otherProblems]
  for (const other of others) {
    const { file, activity } = other
    const { name } = activity
    if (code.get(name) === undefined && !added.has(name)) added.set(name, other)
    else
      problems.push({
        code: 'activity.broken',
        file,
        message: `Another Activity is named "${name}" too, and serves its Calls.`,
      })
  }
  return {
    get: (name) => code.get(name) ?? added.get(name)?.activity,
    names: [...code.names, ...added.keys()],
    fileOf: (name) => added.get(name)?.file ?? code.fileOf(name),
    problems,
  }
}

/** The Activities of the program around a workspace, and those of the workspace under every other name. */
export const withGiven = (given: readonly RegisteredActivity[], activities: Activities): Activities => {
  if (given.length === 0) return activities
  const first = new Map(given.map((activity) => [activity.name, activity]))
  return {
    get: (name) => first.get(name) ?? activities.get(name),
    names: [...new Set([...first.keys(), ...activities.names])],
    fileOf: (name) => (first.has(name) ? undefined : activities.fileOf(name)),
    problems: activities.problems,
  }
}
