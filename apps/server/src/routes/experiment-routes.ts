import type { JsonSchema } from '@ensemble/core'
import { parseExpectations } from '@ensemble/core/trace'
import { experimentPage } from '../experiments/experiment-page.ts'
import type { ExperimentStart } from '../experiments/experiments.ts'
import { type Route, json, made, noContent, route } from '../http/route.ts'
import { SANDBOX_CSP } from '../http/page-headers.ts'
import { checkGivenConfig } from '../http/validate-input.ts'
import { checkWithoutRecord } from '../scores/score-runs.ts'
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
    expect: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'object' },
      description: 'by what each run is scored',
    },
    budget: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'USD; no run starts once those that ended cost as much',
    },
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
    expect: { type: 'array', items: ref('Expectation') },
    budget: { type: 'number', description: 'USD' },
    isOverBudget: { const: true, description: 'it ended because its budget was used' },
    resumed: { type: 'integer', description: 'how many times it was continued' },
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
  required: [...EXPERIMENT.required, 'cells', 'summary', 'comparisons'],
  properties: {
    ...EXPERIMENT.properties,
    cells: { type: 'array', items: CELL, description: 'one for each run, as far as it has come' },
    summary: { type: 'array', items: ref('VariantSummary'), description: 'one for each variant' },
    comparisons: {
      type: 'array',
      items: ref('VariantComparison'),
      description: 'each variant with the first, in score, cost, milliseconds and tokens',
    },
  },
}

const CONTINUE = {
  type: 'object',
  additionalProperties: false,
  properties: { budget: { type: 'number', exclusiveMinimum: 0, description: 'USD; the earlier one unless given' } },
} as const

const EDITS_QUERY = {
  type: 'object',
  required: ['variant'],
  properties: { variant: { type: 'integer', minimum: 0, description: 'its place in the list, from 0' } },
} as const

const FILE_TEXTS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['file', 'etag', 'text'],
    properties: { file: { type: 'string' }, etag: { type: 'string' }, text: { type: 'string' } },
  },
} as const

/** It opens from the disk, never in this origin. */
const pageResponse = (page: string, id: string): Response =>
  new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="experiment-${id}.html"`,
      'content-security-policy': SANDBOX_CSP,
    },
  })

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
    handler: async ({ body, base }) => {
      const { idea, title = '', repeats = 1, expect: asserted, ...rest } = body
      rest.variants.forEach(({ config }, at) => checkGivenConfig(config, `/variants/${at}/config`))
      // The schema above says what each variant has; what it leaves open is JSON.
      const expect = asserted === undefined ? {} : { expect: parseExpectations(asserted) }
      if (expect.expect !== undefined) checkWithoutRecord(expect.expect)
      const asked = { ...rest, ...expect, title, repeats, idea: toAddress(idea) } as ExperimentStart
      const { id } = await experiments.start(asked)
      return made(base, id, pathOf(id))
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
    method: 'POST',
    path: '/api/experiments/{id}/continue',
    summary: 'Continue an experiment that was stopped or used its budget',
    body: CONTINUE,
    responses: { 202: { description: 'Continued', schema: NAMED } },
    handler: async ({ params, body }) => {
      await experiments.continue(params['id'] ?? '', body.budget)
      return json({ id: params['id'] }, 202)
    },
  }),
  route({
    method: 'GET',
    path: '/api/experiments/{id}/edits',
    summary: 'The files with what a variant changes; nothing is written',
    query: EDITS_QUERY,
    responses: { 200: { description: 'As texts of files', schema: FILE_TEXTS } },
    handler: async ({ params, query }) => json(await experiments.edits(params['id'] ?? '', query.variant)),
  }),
  route({
    method: 'GET',
    path: '/api/experiments/{id}/page',
    summary: 'An experiment as one HTML page that needs no server',
    responses: { 200: { description: 'A page' } },
    handler: async ({ params }) =>
      pageResponse(experimentPage(await experiments.show(params['id'] ?? '')), params['id'] ?? ''),
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
