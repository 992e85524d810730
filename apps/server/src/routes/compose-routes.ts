import {
  type Config,
  EnsembleError,
  type Idea,
  type Json,
  type LoadedIdea,
  type WireName,
  bindingsFor,
  bindingsOfRun,
  compose,
  compositionOf,
  effectiveTools,
  encodeRequest,
  fallback,
  hashJson,
  inputDefaultOf,
  instancesOf,
  mergeConfig,
  mergeUpfront,
  parseIdea,
  withInput,
} from '@ensemble/core'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['idea'],
  properties: {
    idea: { type: ['object', 'string'], description: 'an Idea, its name or its address' },
    wire: { enum: ['structured', 'tools', 'json'] },
    strict: { type: 'boolean' },
    profile: { type: 'string' },
    model: { type: 'string' },
    input: {},
  },
} as const

interface Asked {
  readonly wire?: WireName
  readonly strict?: boolean
  readonly profile?: string
  readonly model?: string
  readonly input?: Json
}

/** Characters per token, roughly: every model counts differently. */
const CHARACTERS_PER_TOKEN = 4
const estimate = (value: unknown): number => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN)

const toLoaded = (idea: object, shared: LoadedIdea['tools']): LoadedIdea => {
  const { idea: parsed, problems } = parseIdea(idea, 'unsaved')
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (parsed === undefined || errors.length > 0)
    throw new EnsembleError('idea.invalid', errors[0]?.message ?? 'This is not an Idea.', { errors })
  return { address: 'idea://unsaved', idea: parsed, tools: shared, hash: '' }
}

export const composeRoutes = ({ workspace, models }: Services): readonly Route[] => {
  /** The first Request of a run of this Idea: same functions in the same order as the executor's. */
  const composeFirst = async (loaded: LoadedIdea, asked: Asked): Promise<Record<string, unknown>> => {
    await workspace.snapshot()
    const profile = workspace.profile(asked.profile ?? models.defaults().profile)
    const run: Config = { ...(asked.model !== undefined && { model: asked.model }) }
    const config = mergeConfig(workspace.manifest().config, profile.config, loaded.idea.config, run)
    const input = asked.input ?? inputDefaultOf(loaded.idea) ?? null
    const idea: Idea = input === null ? loaded.idea : { ...loaded.idea, context: withInput(loaded.idea, input) }
    const { tools, problems } = effectiveTools({
      context: idea.context,
      shared: loaded.tools,
      bindings: bindingsFor(bindingsOfRun(profile, hashJson([input, config.seed ?? null])), loaded.address),
      profile,
      isRegistered: (name) => workspace.activities().get(name) !== undefined,
    })
    const error = problems.find(({ severity }) => severity === 'error')
    if (error !== undefined) throw new EnsembleError('idea.invalid', error.message)
    const effective = await Promise.all(
      tools.map(async (one) => {
        const { tool, mode } = one
        if (mode !== 'module' || tool.resolve === 'runtime' || tool.module?.type !== 'const') return one
        const target = await workspace.ideas.resolve(String(tool.module.value), loaded.address)
        const { tool: merged, conflicts } = mergeUpfront(tool, target.idea)
        if (conflicts[0] !== undefined) throw new EnsembleError('module.mergeConflict', conflicts[0].message)
        return { ...one, tool: merged }
      }),
    )
    const composition = compose({
      tools: effective,
      output: idea.schema,
      hasState: idea.context.some(({ type }) => type === 'state'),
      hasInput: idea.context.some(({ type }) => type === 'input'),
      instances: instancesOf(idea.context),
      options: compositionOf(config),
    })
    const model = (await models.load())(config.model)
    const choice = fallback(model.capabilities, asked.wire ?? config.wire)
    const encoded = encodeRequest({
      composition,
      context: idea.context,
      config,
      model: model.name,
      wire: asked.wire ?? choice?.wire ?? 'structured',
      strict: asked.strict ?? choice?.strict ?? false,
      inlineBytes: compositionOf(config).inlineBytes,
    })
    const { body } = encoded
    const tokens = {
      schema: estimate(body['tools'] ?? encoded.schema),
      messages: estimate(body.messages),
      estimated: true,
    }
    return {
      wire: encoded.wire,
      strict: encoded.strict,
      model: model.name,
      body,
      schema: encoded.schema,
      messages: body.messages,
      ...(body['tools'] !== undefined && { tools: body['tools'] }),
      changes: encoded.changes,
      tokens,
    }
  }

  return [
    route({
      method: 'POST',
      path: '/api/compose',
      summary: 'What the model would see: the bytes of the first Request, and what lowering changed',
      body: BODY,
      responses: {
        200: {
          description: 'The composed Request',
          schema: {
            type: 'object',
            properties: {
              wire: { enum: ['structured', 'tools', 'json'] },
              body: { type: 'object' },
              schema: { type: 'object' },
              messages: { type: 'array' },
              tools: { type: 'array' },
              changes: { type: 'array' },
              tokens: { type: 'object' },
            },
          },
        },
      },
      handler: async ({ body }) => {
        const { idea, input, ...asked } = body
        const loaded =
          typeof idea === 'string'
            ? await workspace.ideas.resolve(idea.includes(':') || idea.includes('/') ? idea : `idea://${idea}`)
            : toLoaded(idea as object, await workspace.sharedTools()) // an object, says the schema above
        return json(await composeFirst(loaded, { ...asked, ...(input !== undefined && { input: input as Json }) }))
      },
    }),
  ]
}
