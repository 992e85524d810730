import type { JsonSchema } from '@ensemble/core'
import type { ExperimentStart } from '../experiments/experiments.ts'
import { type Route, json, made, noContent, route } from '../http/route.ts'
import { checkGivenConfig } from '../http/validate-input.ts'
import type { Services } from '../services.ts'
import { toAddress } from './run-routes.ts'
import { NAMED, STARTED } from './run-schemas.ts'
import { ref } from './schemas.ts'

const VARIANT = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    model: { type: 'string' },
    profile: { type: 'string' },
    config: { type: 'object' },
    activities: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'IDEA/TOOL → the Activity that works it; "" where the model does itself',
    },
    ideas: { type: 'object', description: 'content in the place of an Idea, by name' },
  },
} as const

const START = {
  type: 'object',
  additionalProperties: false,
  required: ['idea', 'inputs', 'variants'],
  properties: {
    title: { type: 'string', maxLength: 200 },
    idea: { type: 'string' },
    inputs: { type: 'array', minItems: 1, maxItems: 200 },
    variants: { type: 'array', minItems: 2, maxItems: 8, items: VARIANT },
    repeats: { type: 'integer', minimum: 1, maximum: 20 },
  },
} as const

const SHOWN_VARIANT = {
  ...VARIANT,
  properties: {
    ...VARIANT.properties,
    config: ref('Config'),
    ideas: { ...VARIANT.properties.ideas, additionalProperties: ref('Json') },
  },
}

const EXPERIMENT = {
  type: 'object',
  required: ['id', 'title', 'idea', 'inputs', 'variants', 'repeats', 'startedAt'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    idea: { type: 'string' },
    inputs: { type: 'array', items: ref('Json') },
    variants: { type: 'array', items: SHOWN_VARIANT },
    repeats: { type: 'integer' },
    startedAt: { type: 'string', format: 'date-time' },
    endedAt: { type: 'string', format: 'date-time' },
    cancelled: { const: true },
  },
} as const

const CELL: JsonSchema = {
  allOf: [
    ref('ExperimentCell'),
    {
      type: 'object',
      required: ['agreement'],
      properties: {
        run: { type: 'string' },
        refused: { type: 'string', description: 'why there is no run' },
        agreement: { type: ['number', 'null'], description: 'with the output of the first variant, 0 to 1' },
      },
    },
  ],
}

const SHOWN = {
  ...EXPERIMENT,
  required: [...EXPERIMENT.required, 'cells', 'summary'],
  properties: {
    ...EXPERIMENT.properties,
    cells: { type: 'array', items: CELL, description: 'one for each run, as far as it has come' },
    summary: { type: 'array', items: ref('VariantSummary'), description: 'one for each variant' },
  },
}

const pathOf = (id: string): string => `/api/experiments/${id}`

export const experimentRoutes = ({ experiments }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/experiments',
    summary: 'Experiments, newest first',
    responses: { 200: { description: 'Without their cells', schema: { type: 'array', items: EXPERIMENT } } },
    handler: async () =>
      json(
        (await experiments.list()).flatMap(({ runs: _runs, refused: _refused, version: _version, tool, ...shown }) =>
          tool === undefined ? [shown] : [],
        ),
      ),
  }),
  route({
    method: 'POST',
    path: '/api/experiments',
    summary: 'Run one input set against several variants',
    body: START,
    responses: {
      202: { description: 'Started', schema: STARTED },
    },
    handler: async ({ body, request }) => {
      const { idea, title = '', repeats = 1, ...rest } = body
      rest.variants.forEach(({ config }, at) => checkGivenConfig(config, `/variants/${at}/config`))
      // The schema above says what each variant has; what it leaves open is JSON.
      const asked = { ...rest, title, repeats, idea: toAddress(idea) } as ExperimentStart
      const { id } = await experiments.start(asked)
      return made(request, id, pathOf(id))
    },
  }),
  route({
    method: 'GET',
    path: '/api/experiments/{id}',
    summary: 'An experiment with its table, as far as it has come',
    responses: { 200: { description: 'With cells and a summary of each variant', schema: SHOWN } },
    handler: async ({ params }) => json(await experiments.show(params['id'] ?? '')),
  }),
  route({
    method: 'POST',
    path: '/api/experiments/{id}/cancel',
    summary: 'Start no more of its runs and stop those under way',
    responses: { 202: { description: 'Asked to stop', schema: NAMED } },
    handler: async ({ params }) => {
      await experiments.cancel(params['id'] ?? '')
      return json({ id: params['id'] }, 202)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/experiments/{id}',
    summary: 'Forget an experiment; its runs stay',
    responses: { 204: { description: 'Forgotten' } },
    handler: async ({ params }) => {
      await experiments.remove(params['id'] ?? '')
      return noContent()
    },
  }),
]
