/** A run stops before a Call of this Tool, in this Idea, or after any error. */
export const BREAKPOINTS = {
  type: 'array',
  maxItems: 200,
  items: {
    type: 'object',
    additionalProperties: false,
    properties: { tool: { type: 'string' }, idea: { type: 'string' }, on: { const: 'error' } },
    description: 'before a Call of this Tool, made by this Idea; with `on`, after such a Call failed',
  },
} as const

/** `POST /api/runs` (docs/contract/api.md#http). */
export const START_RUN = {
  type: 'object',
  additionalProperties: false,
  required: ['idea'],
  properties: {
    idea: { type: 'string', description: 'a name, or an address such as idea://composer' },
    input: {},
    model: { type: 'string' },
    profile: { type: 'string' },
    config: { type: 'object' },
    breakpoints: BREAKPOINTS,
    continues: { type: 'string' },
    allowEffects: {
      type: 'boolean',
      description:
        'with the simulated model, run Calls that change something without asking a person; default false. Calls whose Tool asks for approval still wait',
    },
    idempotencyKey: { type: 'string', minLength: 1, maxLength: 200 },
  },
} as const

export const STARTED = {
  type: 'object',
  required: ['id', 'url'],
  properties: { id: { type: 'string' }, url: { type: 'string' } },
} as const

/** The accepted request's run. */
export const NAMED = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } as const

const SHARE = { type: 'number', minimum: 0, maximum: 1 } as const
const MEASURE = { type: 'number', minimum: 0 } as const

/** Filters of `GET /api/runs` and `GET /api/run-errors`. */
const FILTERS = {
  idea: { type: 'string' },
  status: { enum: ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] },
  model: { type: 'string', maxLength: 200 },
  from: { type: 'string', maxLength: 40, description: 'started at this ISO time or later' },
  to: { type: 'string', maxLength: 40, description: 'started before this ISO time' },
  label: { type: 'string', maxLength: 60 },
  starred: { type: 'boolean', description: 'true: only starred runs' },
  scoredBy: {
    type: 'string',
    maxLength: 200,
    description: 'scored by `person`, by this judge (an address) or by this list of expectations',
  },
  minScore: { ...SHARE, description: 'of scoredBy' },
  maxScore: { ...SHARE, description: 'of scoredBy' },
  unscoredBy: { type: 'string', maxLength: 200, description: 'not scored by this scorer' },
  trials: {
    type: 'boolean',
    description: 'true: also runs that only tried a Tool alone; they are left out otherwise',
  },
  q: { type: 'string', maxLength: 200 },
  error: {
    type: 'string',
    maxLength: 100,
    description: 'the code that the run failed with, or the first failed Call of one that did not fail',
  },
  minMs: MEASURE,
  maxMs: MEASURE,
  minCost: MEASURE,
  maxCost: MEASURE,
  minTokens: MEASURE,
  maxTokens: MEASURE,
  path: {
    type: 'string',
    pattern: '^input(\\.[^."\\\\]{1,80}){0,8}$',
    description: 'a place in the input such as input.brief, for `value`',
  },
  value: { type: 'string', minLength: 1, maxLength: 200, description: 'a text that the input holds at `path`' },
} as const

/** Parameters that mean nothing without another. */
const DEPENDENT = {
  path: ['value'],
  value: ['path'],
  minScore: ['scoredBy'],
  maxScore: ['scoredBy'],
} as const

export const LIST_QUERY = {
  type: 'object',
  dependentRequired: DEPENDENT,
  properties: {
    ...FILTERS,
    sort: {
      enum: ['run', 'idea', 'status', 'error', 'model', 'started', 'time', 'turns', 'calls', 'tokens', 'cost'],
      description: 'by when a run was recorded where it is left out',
    },
    order: { enum: ['asc', 'desc'], description: 'desc where it is left out' },
    cursor: { type: 'string', pattern: '^([0-9]{1,15}(:[^]{0,300})?)?$', description: 'the `next` of the page before' },
    limit: { type: 'integer', minimum: 1, maximum: 500 },
  },
} as const

export const ERRORS_QUERY = {
  type: 'object',
  dependentRequired: DEPENDENT,
  properties: FILTERS,
} as const

export const EVENTS_QUERY = {
  type: 'object',
  properties: {
    after: { type: 'string', description: 'the seq after which to begin; Last-Event-ID does the same' },
    limit: { type: 'integer', minimum: 1, maximum: 10_000 },
    pack: { type: 'integer', minimum: 1, maximum: 1000, description: 'milliseconds of events per message' },
    brief: {
      type: 'boolean',
      description:
        'with pack: recorded events come as `{ first, spans, events }`, each span named once, without the chain',
    },
  },
} as const

export const REPLAY = {
  type: 'object',
  additionalProperties: false,
  properties: { ideas: { enum: ['recorded', 'current'] } },
} as const
