import { COMPOSE_EXAMPLES } from './body-examples.ts'
import { EnsembleError, type Json, type LoadedIdea } from '@ensemble/core'
import { type ComposeAsked, composeIdea, mergeConfig } from '@ensemble/core/model'
import { parseIdeaInTurns } from '@ensemble/core/host'
import { refuseHeavy } from '../http/read-body.ts'
import { type Route, json, route } from '../http/route.ts'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

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

const SETTINGS_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: { profile: { type: 'string' }, model: { type: 'string' } },
} as const

const COMPOSED = {
  type: 'object',
  required: ['wire', 'strict', 'model', 'body', 'schema', 'messages', 'changes', 'tokens'],
  properties: {
    wire: { enum: ['structured', 'tools', 'json'] },
    strict: { type: 'boolean' },
    model: { type: 'string' },
    body: { type: 'object', description: 'equal to the bytes that a run would send' },
    schema: { type: 'object' },
    messages: { type: 'array', items: { type: 'object' } },
    tools: { type: 'array', items: { type: 'object' } },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'keyword', 'what', 'why'],
        properties: {
          path: { type: 'string' },
          keyword: { type: 'string' },
          what: { type: 'string' },
          why: { type: 'string' },
        },
      },
    },
    tokens: {
      type: 'object',
      required: ['schema', 'messages', 'estimated'],
      properties: {
        schema: { type: 'integer' },
        messages: { type: 'integer' },
        estimated: { type: 'boolean' },
      },
    },
  },
} as const

const SETTINGS = {
  type: 'object',
  required: ['config', 'profile', 'activities', 'model'],
  properties: {
    config: ref('Config'),
    profile: ref('Profile'),
    activities: { type: 'array', items: { type: 'string' } },
    model: {
      type: 'object',
      required: ['name', 'capabilities'],
      properties: { name: { type: 'string' }, capabilities: ref('Capabilities') },
    },
  },
} as const

const toLoaded = async (idea: object, shared: LoadedIdea['tools']): Promise<LoadedIdea> => {
  const { idea: parsed, problems } = await parseIdeaInTurns(idea, 'unsaved', rest)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (parsed === undefined || errors.length > 0)
    throw new EnsembleError('idea.invalid', errors[0]?.message ?? 'This is not an Idea.', { errors })
  return { address: 'idea://unsaved', idea: parsed, tools: shared, hash: '' }
}

export const composeRoutes = ({ workspace, models }: Services): readonly Route[] => {
  const profileOf = (name: string | undefined) => workspace.profile(name ?? models.defaults().profile)

  return [
    route({
      method: 'POST',
      path: '/api/compose',
      onlyLooks: true,
      summary: 'What the model would see: the bytes of the first Request, and what lowering changed',
      body: BODY,
      examples: COMPOSE_EXAMPLES,
      responses: {
        200: {
          description: 'The composed Request',
          schema: COMPOSED,
        },
      },
      handler: async ({ body }) => {
        refuseHeavy(body as Json) // as every body is
        const { idea, profile, input, ...asked } = body
        const loaded =
          typeof idea === 'string'
            ? await workspace.ideas.resolve(idea.includes(':') || idea.includes('/') ? idea : `idea://${idea}`)
            : await toLoaded(idea as object, await workspace.sharedTools()) // an object, says the schema above
        await workspace.snapshot()
        const wanted: ComposeAsked = { ...asked, ...(input !== undefined && { input: input as Json }) } // any JSON
        const composed = await composeIdea(loaded, wanted, {
          config: workspace.manifest().config,
          profile: profileOf(profile),
          isRegistered: (name) => workspace.activities().get(name) !== undefined,
          model: await models.load(),
          ideas: workspace.ideas,
          rest,
        })
        return json(composed)
      },
    }),
    route({
      method: 'GET',
      path: '/api/compose/settings',
      summary: 'The settings that shape a Request besides the Idea, for a page that composes while a person types',
      query: SETTINGS_QUERY,
      responses: {
        200: {
          description:
            'Config of the workspace, the profile, the code that is registered, and the model that would be asked',
          schema: SETTINGS,
        },
      },
      handler: async ({ query }) => {
        const profile = profileOf(query.profile)
        await workspace.snapshot()
        const config = mergeConfig(workspace.manifest().config)
        const { name, capabilities } = (await models.load())(query.model ?? mergeConfig(config, profile.config).model)
        return json({ config, profile, activities: workspace.activities().names, model: { name, capabilities } })
      },
    }),
  ]
}
