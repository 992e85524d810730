import type { Idea, LoadedIdea } from '../idea/idea.ts'
import type { Profile } from '../idea/bindings.ts'
import type { Message } from '../idea/message.ts'
import { hashIdea } from '../idea/workspace.ts'
import { TRIAL_KIND, TRIAL_MODEL } from '../model/trial-model.ts'
import type { JsonObject } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { bindingsFor, bindingsOfRun } from './bindings-of-run.ts'

/** Between the Tool's name and the hash in a trial's address: no file of a workspace is called so. */
const TRIAL = '.trial:'

export interface TrialInput {
  readonly name: string
  /** The Tool as it is now, saved or not. */
  readonly schema: JsonObject
  /** Its parameters, and open meta fields. */
  readonly call: JsonObject
  readonly profile: Profile
}

/**
 * An Idea in which one Tool is tried alone: the context of the Idea that holds it, so that its imports pass, without
 * the other Tools, and with the one Call that the trial model makes. A Call runs in it as in any Run.
 */
export const trialOf = (holder: LoadedIdea, { name, schema, call, profile }: TrialInput): LoadedIdea => {
  const { idea } = holder
  const trial: Idea = {
    title: `${name}, tried alone`,
    config: {
      ...idea.config,
      model: TRIAL_MODEL,
      wire: 'structured',
      limits: { ...idea.config?.limits, turns: 3 },
    },
    context: [
      ...idea.context.filter(({ type }) => type !== 'tool').map(withAnyInput),
      { type: 'data', kind: TRIAL_KIND, data: { _tool: name, ...call } },
      { type: 'tool', tool: { [name]: bound(holder, name, schema, profile) } },
    ],
  }
  const content = { idea: trial, tools: {} }
  const hash = hashIdea({ address: name, ...content })
  const address = `ideas/${name}${TRIAL}${hash.slice(0, 12)}`
  return { address, ...content, hash: hashIdea({ address, ...content }) }
}

/** What the Idea asks of its own input is not asked of a Call that is tried without it; what is there still passes on. */
const withAnyInput = (message: Message): Message => {
  if (message.type !== 'input') return message
  const { schema: _asked, ...input } = message
  return input
}

/** A profile binds Tools by the Idea that holds them, which a trial is not: what it chooses is written down. */
const bound = ({ address }: LoadedIdea, name: string, schema: JsonObject, profile: Profile): JsonObject => {
  if (normaliseTool(name, schema).tool.activity !== undefined) return schema
  const choice = bindingsFor(bindingsOfRun(profile, { idea: address }), address)[name]
  return choice === undefined ? schema : { ...schema, _activity: choice }
}
