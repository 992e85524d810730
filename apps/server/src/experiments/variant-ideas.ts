import { EnsembleError, type IdeaSource, type Json, type LoadedIdea } from '@ensemble/core'
import { parseIdea } from '@ensemble/core/idea'
import { withActivity } from '@ensemble/core/host'
import type { Variant } from './experiment-file.ts'

const invalid = (path: string, message: string): EnsembleError =>
  new EnsembleError('experiment.invalid', message, { errors: [{ path, message }] })

/**
 * A variant's replacements for files, by address: its prompts, and Ideas with rebound Tools. Throws EnsembleError
 * `experiment.invalid` with the place.
 */
export const ideasOf = async (
  { ideas = {}, activities = {} }: Variant,
  source: IdeaSource,
  isRegistered: (activity: string) => boolean,
  place: string,
): Promise<{ readonly [address: string]: Json }> => {
  const changed = new Map<string, LoadedIdea>()
  const read = async (name: string, path: string): Promise<LoadedIdea> => {
    const known = changed.get(name)
    if (known !== undefined) return known
    return source.resolve(`idea://${name}`).catch((error: unknown) => {
      throw invalid(path, error instanceof Error ? error.message : String(error))
    })
  }
  for (const [name, content] of Object.entries(ideas)) {
    const path = `${place}/ideas/${name}`
    const { idea, problems } = parseIdea(content, name)
    const error = problems.find(({ severity }) => severity === 'error')
    if (idea === undefined || error !== undefined)
      throw invalid(path, `The content of ${name} is not an Idea: ${error?.message ?? 'it cannot be read.'}`)
    changed.set(name, { ...(await read(name, path)), idea })
  }
  for (const [tool, activity] of Object.entries(activities)) {
    const path = `${place}/activities/${tool.replace('/', '~1')}`
    const [name = '', toolName = ''] = tool.split('/')
    if (activity !== '' && !isRegistered(activity)) throw invalid(path, `There is no Activity called ${activity}.`)
    const loaded = await read(name, path)
    const idea = withActivity(loaded, toolName, activity)
    if (idea === undefined) throw invalid(path, `The Idea ${name} has no Tool ${toolName}.`)
    changed.set(name, { ...loaded, idea })
  }
  return Object.fromEntries([...changed].map(([name, { idea }]) => [`idea://${name}`, idea as unknown as Json])) // JSON
}
