import type { Idea, LoadedIdea } from '../../idea/idea.ts'
import type { Profile } from '../../idea/bindings.ts'
import { implementationOf } from '../../idea/choose-bindings.ts'
import { contextTools } from '../../idea/context-tools.ts'
import type { Message } from '../../idea/message.ts'
import { hashIdea } from '../../idea/workspace.ts'
import { TRIAL } from '../../journal/is-trial.ts'
import { TRIAL_KIND, TRIAL_MODEL } from '../../model/trial-model.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { isMetaName, metaFieldOf } from '../../tool/meta-names.ts'
import { resolveMode } from '../../tool/mode.ts'
import { normaliseTool } from '../../tool/normalise.ts'
import { bindingsFor, bindingsOfRun } from '../loop/bindings-of-run.ts'

export interface TrialInput {
  readonly name: string
  /** The Tool as it is now, saved or not. */
  readonly schema: JsonObject
  /** Its parameters, and open meta fields. */
  readonly call: JsonObject
  readonly profile: Profile
}

/** An Idea to try one Tool: its own context, no other Tools, and the trial model's Call. It runs as in any Run. */
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
  return asTrial(name, trial)
}

/**
 * An Idea in which a model redoes one recorded Call: fixed parameters, only `_output` open. Module, approval and state
 * are removed.
 */
export const latentTrialOf = (holder: LoadedIdea, { name, schema, call }: Omit<TrialInput, 'profile'>): LoadedIdea => {
  const { idea } = holder
  const properties = isObject(schema.properties) ? schema.properties : {}
  const { output } = normaliseTool(name, schema).tool
  const own = Object.entries(schema).filter(([key]) => !isMetaName(key))
  const fixed = Object.entries(call).map(([key, value]): [string, Json] => {
    const declared = properties[key]
    return [key, isObject(declared) ? { ...declared, const: value } : { const: value }]
  })
  const tool: JsonObject = {
    ...Object.fromEntries(own),
    properties: {
      _activity: { const: '' },
      ...Object.fromEntries(fixed),
      ...(output !== undefined && { _output: output }),
    },
    required: Object.keys(call),
  }
  return asTrial(name, {
    title: `${name}, answered by a model`,
    config: { ...idea.config, limits: { ...idea.config?.limits, turns: 3 } },
    context: [
      ...idea.context.filter(({ type }) => type !== 'tool').map(withAnyInput),
      {
        type: 'text',
        role: 'user',
        text: `Call ${name} once. Its schema holds the arguments; fill in what it returns as _output. Give the output in the same answer.`,
      },
      { type: 'tool', tool: { [name]: tool } },
    ],
    schema: { type: 'object', properties: { done: { const: true } }, required: ['done'] },
  })
}

const asTrial = (name: string, idea: Idea): LoadedIdea => {
  const content = { idea, tools: {} }
  const hash = hashIdea({ address: name, ...content })
  const address = `ideas/${name}${TRIAL}${hash.slice(0, 12)}`
  return { address, ...content, hash: hashIdea({ address, ...content }) }
}

/** The Idea's input requirements don't apply to a tried Call; given values still pass on. */
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

/** The schema of a Tool in the Idea that holds it; undefined where that has none of this name. */
export const heldTool = ({ idea, tools }: LoadedIdea, name: string): JsonObject | undefined =>
  contextTools(idea.context, tools).tools.find((tool) => tool.name === name)?.schema

/** The Activity that does the Tool's work, or would if it were not latent; `""` if there is none. */
export const activityOfTool = (
  { address }: LoadedIdea,
  name: string,
  schema: JsonObject,
  { profile, isRegistered }: { readonly profile: Profile; readonly isRegistered: (activity: string) => boolean },
): string => {
  const { activity } = resolveMode(normaliseTool(name, schema).tool, {
    binding: bindingsFor(bindingsOfRun(profile, { idea: address }), address)[name],
    isRegistered,
    implementationOf: (own) => implementationOf(profile, own),
  })
  return activity === '' && isRegistered(name) ? name : activity
}

/** The same Tool, whose work an Activity does whatever its author or a profile say. */
export const withAuthoredActivity = (schema: JsonObject, activity: string): JsonObject => {
  const { properties } = schema
  const others = isObject(properties)
    ? Object.fromEntries(Object.entries(properties).filter(([key]) => metaFieldOf(key) !== '_activity'))
    : {}
  return { ...schema, properties: others, _activity: activity }
}
