import type { Idea, LoadedIdea } from '../idea/idea.ts'
import { contextTools } from '../idea/context-tools.ts'
import { hashIdea } from '../idea/workspace.ts'
import { TRIAL_KIND, TRIAL_MODEL } from '../model/trial-model.ts'
import type { JsonObject } from '../schema/json.ts'

/** Between the Tool's name and the hash in a trial's address: no file of a workspace is called so. */
const TRIAL = '.trial:'

/**
 * An Idea in which one Tool is tried alone: the context of the Idea that holds it, so that its imports pass, without
 * the other Tools, and with the one Call that the trial model makes. A Call runs in it as in any Run.
 */
export const trialOf = (
  { idea, tools: shared }: Pick<LoadedIdea, 'idea' | 'tools'>,
  name: string,
  schema: JsonObject,
  call: JsonObject,
): LoadedIdea => {
  const own = contextTools(idea.context, shared).tools.find((tool) => tool.name === name)
  const tool = own === undefined ? schema : { ...own.schema, ...schema }
  const trial: Idea = {
    title: `${name}, tried alone`,
    config: {
      ...idea.config,
      model: TRIAL_MODEL,
      wire: 'structured',
      limits: { ...idea.config?.limits, turns: 3 },
      composition: { ...idea.config?.composition, reasoning: true },
    },
    context: [
      ...idea.context.filter(({ type }) => type !== 'tool'),
      { type: 'data', kind: TRIAL_KIND, data: { _tool: name, ...call } },
      { type: 'tool', tool: { [name]: tool } },
    ],
  }
  const loaded = {
    address: `ideas/${name}${TRIAL}${hashIdea({ address: name, idea: trial, tools: {} }).slice(0, 12)}`,
    idea: trial,
    tools: {},
  }
  return { ...loaded, hash: hashIdea(loaded) }
}
