import { checkConfig } from '../../idea/check-config.ts'
import type { Profile } from '../../idea/bindings.ts'
import { type BindableNames, profileSlips } from '../../idea/profile-slips.ts'
import type { Config } from '../../idea/idea.ts'
import type { Model } from '../../model/model.ts'
import { createSimulatedModel } from '../../model/simulated/simulated-model.ts'
import { findSchemaIssue } from '../../schema/check-schema.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import { isObject, type Json, type JsonSchema, type Pointer } from '../../schema/json.ts'
import type { IdeaSource } from '../record/executor-deps.ts'
import type { ToolChoice } from './typed-agent.ts'
import { systemClock } from '../operate/system-clock.ts'

/** Options of `Agent.Request` and `Agent.Loop` besides the registry; all have defaults. */
export interface AgentDeps<Choices = readonly ToolChoice[] | undefined> {
  /** Only these registered Tools, by name or handle; all if absent. A context's own Tools are always included. */
  readonly tools?: Choices
  /** The simulated model where none is given. */
  readonly model?: Model
  /** Finds Modules by address; without it only `anonymous` ones can be entered. */
  readonly ideas?: IdeaSource
  readonly profile?: Profile
  /** Lets the simulated model change things; without it such a Call waits for a person, whom a program does not have. */
  readonly allowEffects?: boolean
  readonly signal?: AbortSignal
}

const SIMULATED = 'simulated'

/**
 * Throws EnsembleError `idea.config` for a bad setting and `idea.shape` for a bad schema: programs don't see warnings.
 */
export function checkGiven(config: Config, schema: JsonSchema | undefined): void {
  const [wrong] = checkConfig(config as Json) // JSON, or told not to be
  if (wrong !== undefined) refuse('idea.config', wrong.path, wrong.message)
  const issue = schema === undefined ? undefined : findSchemaIssue(schema)
  if (issue !== undefined) refuse('idea.shape', issue.path, `The output schema is malformed: ${issue.message}.`)
}

/** Throws EnsembleError `profile.invalid` for a misspelt name: the swap would silently not happen. */
export function checkNames(profile: Profile | undefined, names: () => BindableNames): void {
  if (profile === undefined) return
  const [slip] = profileSlips(profile, names())
  if (slip !== undefined) refuse('profile.invalid', slip.path, slip.message)
}

function refuse(code: string, path: Pointer, message: string): never {
  throw new EnsembleError(code, message, { errors: [{ path, message }] })
}

/**
 * A program's Model, else the simulated one. Throws EnsembleError `model.unknown` for anything else, or a name without
 * a Model.
 */
export function givenModel(model: unknown, { model: named }: Config): Model {
  if (model !== undefined) return checkModel(model)
  if (named === undefined || named === SIMULATED) return createSimulatedModel({ pace: 0, sleep: systemClock.sleep })
  throw new EnsembleError(
    'model.unknown',
    `The config names the model ${named}, but no model was given: pass { model: createOpenAiModel({ name: '${named}', … }) } as the last argument.`,
  )
}

function checkModel(model: unknown): Model {
  if (isObject(model) && typeof model['ask'] === 'function') return model as unknown as Model // what makes a Model one
  const given = typeof model === 'string' ? `the name ${model}` : 'a value that has no ask()'
  throw new EnsembleError(
    'model.unknown',
    `A Model is needed, as createOpenAiModel({ name, baseUrl }) makes one, not ${given}.`,
  )
}
