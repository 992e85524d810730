import { showOrigins, showUntrusted } from '../engine/run-origins.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun } from './run-routes.ts'

const PLACE = {
  type: 'object',
  required: ['span', 'part', 'pointer'],
  properties: {
    span: { type: 'string' },
    part: { enum: ['input', 'result', 'context'] },
    pointer: { type: 'string' },
  },
} as const

const TRACE = {
  type: 'object',
  required: ['steps', 'more'],
  properties: {
    steps: {
      type: 'array',
      items: {
        type: 'object',
        required: ['place', 'of', 'isExact', 'idea'],
        properties: {
          place: PLACE,
          of: { type: ['integer', 'null'], description: 'the step that it is tied to; null for the value asked about' },
          how: {
            enum: ['reference', 'passed', 'computed', 'same', 'contains'],
            description: 'recorded: reference, passed, computed; seen by comparing only: same, contains',
          },
          reference: { type: 'string' },
          isExact: { type: 'boolean', description: 'the whole way to the value asked about is recorded' },
          maker: { type: 'object', description: '{ type: person | idea | module | reference | model | activity, … }' },
          idea: { type: 'string' },
          tool: { type: 'string' },
          value: { type: 'string', description: 'the start of its JSON' },
        },
      },
    },
    more: { type: 'boolean', description: 'there are more than 200 steps' },
  },
} as const

const CRITICAL = {
  type: 'object',
  required: ['span', 'tool', 'idea', 'wasAsked', 'descent'],
  properties: {
    span: { type: 'string' },
    tool: { type: 'string' },
    idea: { type: 'string' },
    wasAsked: { type: 'boolean', description: 'a person was asked about it' },
    descent: {
      enum: ['recorded', 'compared', 'shown', null],
      description:
        'whether its arguments descend from an untrusted value: by the record; by an equal value; the model that wrote them had been shown one',
    },
    from: PLACE,
    at: PLACE,
    how: { type: 'string' },
    value: { type: 'string', description: "the start of the untrusted value's JSON" },
  },
} as const

export const originRoutes = ({ journal, workspace }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/runs/{id}/origins',
    summary: 'Where a recorded value came from and what it reached, across the walls of Modules; nothing is run',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        of: {
          type: 'string',
          maxLength: 2000,
          description: 'a span, input or result, and a JSON Pointer: request/0/call/1/input#/city; default: result',
        },
      },
    },
    responses: {
      200: {
        description: 'The value first, then each step; what the record says comes before what only equal values show',
        schema: {
          type: 'object',
          required: ['run', 'from', 'reached', 'isCut'],
          properties: {
            run: { type: 'string' },
            from: TRACE,
            reached: TRACE,
            isCut: { type: 'boolean', description: 'too many texts: later values were compared for equality only' },
          },
        },
      },
    },
    handler: async ({ params, query }) => {
      const { id } = await findRun(journal, params['id'])
      return json(await showOrigins(journal, id, query.of ?? 'result'))
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/{id}/untrusted',
    summary:
      'Whether the critical Calls of a run descend from values that ensemble.json marks as untrusted; nothing is run',
    responses: {
      200: {
        description: 'Calls of Tools with _approval or _idempotent: false, and others that a person was asked about',
        schema: {
          type: 'object',
          required: ['run', 'activities', 'imports', 'calls', 'isCut'],
          properties: {
            run: { type: 'string' },
            activities: { type: 'array', items: { type: 'string' } },
            imports: { type: 'array', items: { type: 'string' } },
            calls: { type: 'array', items: CRITICAL },
            isCut: { type: 'boolean' },
          },
        },
      },
    },
    handler: async ({ params }) => {
      const { id } = await findRun(journal, params['id'])
      return json(await showUntrusted(journal, id, workspace.manifest().untrusted))
    },
  }),
]
