import type { JsonSchema } from '@ensemble/core'
import { OPERATORS } from '@ensemble/core/trace'
import { CORE_SCHEMAS } from './core-schemas.ts'

const text = { type: 'string' } as const
const whole = { type: 'integer', minimum: 0 } as const
const share = { type: 'number', minimum: 0, maximum: 1 } as const

/** A shape of the components, where an answer holds it. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The shapes that answers are made of, as OpenAPI components. */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...CORE_SCHEMAS,
  ProblemDetails: {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'detail'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: text,
      detail: text,
      errors: {
        type: 'array',
        items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
      },
    },
  },
  Problem: {
    type: 'object',
    required: ['code', 'severity', 'message', 'path'],
    properties: {
      code: text,
      severity: { enum: ['error', 'warning', 'info'] },
      message: text,
      path: text,
      idea: text,
      tool: text,
      file: text,
      range: { type: 'array', items: whole, minItems: 2, maxItems: 2 },
      fix: { type: 'object' },
    },
  },
  Run: {
    type: 'object',
    required: ['id', 'idea', 'status', 'input', 'waitingFor', 'model', 'profile', 'usage', 'startedAt', 'head'],
    properties: {
      id: text,
      idea: text,
      status: { enum: ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] },
      damaged: { type: 'boolean' },
      stalled: { type: 'string', description: 'why nothing can be recorded at the moment; it resumes automatically' },
      input: true,
      output: true,
      missingFiles: {
        type: 'array',
        items: text,
        description: 'files that the output names and that this run did not make; of one run only, never in the list',
      },
      error: { type: 'object' },
      failedCalls: {
        type: 'array',
        items: { type: 'object', required: ['span', 'code'], properties: { span: text, code: text } },
        description: 'Calls that failed and were not made good since, in order, at most 100',
      },
      waitingFor: { type: 'array' },
      model: text,
      profile: text,
      usage: ref('Usage'),
      startedAt: { type: 'string', format: 'date-time' },
      endedAt: { type: 'string', format: 'date-time' },
      waited: {
        type: 'object',
        required: ['ms'],
        properties: { ms: { type: 'number' }, since: { type: 'string', format: 'date-time' } },
        description:
          'waits for a person in which nothing else was at work: milliseconds of those that are over, and since when it waits now; absent if it never waited',
      },
      head: { type: 'object', properties: { seq: whole, hash: text } },
      annotation: {
        type: 'object',
        required: ['star', 'labels', 'note'],
        properties: {
          star: { type: 'boolean' },
          labels: { type: 'array', items: text },
          note: text,
          scores: {
            type: 'array',
            items: {
              type: 'object',
              required: ['by', 'score'],
              properties: { by: text, score: share, reason: text },
            },
          },
        },
      },
    },
  },
  Expectation: {
    type: 'object',
    required: ['type'],
    properties: {
      type: { enum: ['identical', 'equals', 'schema', 'calls', 'compare', 'similar', 'code', 'judge'] },
      path: { type: 'string', description: 'RFC 6901, into the outcome; "" is the whole' },
      value: true,
      schema: { type: ['object', 'boolean'] },
      tool: text,
      min: whole,
      max: whole,
      operator: { enum: OPERATORS },
      least: { ...share, description: 'the smallest score that passes' },
      activity: { type: 'string', description: 'activities/NAME.sandbox.js' },
      idea: { type: 'string', description: 'the judge' },
      rubric: text,
    },
  },
  CaseReport: {
    type: 'object',
    required: ['name', 'status', 'score', 'change', 'expectations'],
    properties: {
      name: text,
      status: { enum: ['passed', 'changed', 'failed', 'broken'] },
      score: { ...share, description: 'the mean over its expectations; an undecided one counts as 0' },
      change: { anyOf: [ref('CaseChange'), { type: 'null' }] },
      expectations: { type: 'array', items: ref('JudgedExpectation') },
      run: text,
      message: text,
    },
  },
  Usage: {
    type: 'object',
    properties: {
      requests: whole,
      calls: whole,
      inputTokens: whole,
      outputTokens: whole,
      cachedTokens: whole,
      reasoningTokens: whole,
      cost: { type: ['number', 'null'] },
      currency: text,
      estimated: { type: 'boolean' },
    },
  },
  JournalEvent: {
    type: 'object',
    required: ['v', 'seq', 'prev', 'run', 'type', 'key', 'at', 'span', 'parent', 'data'],
    properties: {
      v: { const: 1 },
      seq: { type: ['integer', 'null'] },
      prev: { type: ['string', 'null'] },
      run: text,
      type: text,
      key: text,
      at: { type: 'string', format: 'date-time' },
      span: text,
      parent: { type: ['string', 'null'] },
      data: { type: 'object' },
    },
  },
  Graph: {
    type: 'object',
    required: ['nodes', 'edges', 'problems'],
    properties: {
      nodes: { type: 'array', items: { type: 'object' } },
      edges: { type: 'array', items: { type: 'object' } },
      problems: { type: 'array', items: ref('Problem') },
    },
  },
  ListedWorkspace: {
    type: 'object',
    required: ['name', 'folder', 'address', 'openedAt', 'state', 'ideas', 'isOpen'],
    properties: {
      name: { type: 'string', description: 'in the list and in its address' },
      folder: text,
      address: { type: 'string', description: 'of its page on this server' },
      openedAt: { type: 'string', format: 'date-time' },
      state: { enum: ['ready', 'gone', 'notWorkspace'], description: 'Whether its folder can be opened' },
      ideas: { type: 'integer' },
      isOpen: { type: 'boolean', description: 'This server has it open' },
      runs: {
        type: 'object',
        description: 'Where it is open',
        required: ['running', 'waiting'],
        properties: { running: { type: 'integer' }, waiting: { type: 'integer' } },
      },
    },
  },
  Outline: {
    type: 'object',
    required: ['ideas', 'nodes', 'edges'],
    properties: {
      ideas: { type: 'integer', description: 'Drawn or not' },
      nodes: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'tools'],
          properties: {
            name: text,
            tools: { type: 'integer' },
            x: { type: 'number', description: 'where the layout file says it' },
            y: { type: 'number' },
          },
        },
      },
      edges: {
        type: 'array',
        description: 'Places in `nodes`: who delegates to whom',
        items: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], minItems: 2, maxItems: 2 },
      },
    },
  },
  CallError: {
    type: 'object',
    required: ['code', 'message', 'retryable'],
    properties: {
      code: text,
      message: text,
      path: text,
      names: { type: 'array', items: text },
      retryable: { type: 'boolean' },
    },
  },
}
