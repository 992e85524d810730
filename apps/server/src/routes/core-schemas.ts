import type { JsonSchema } from '@ensemble/core'
import { APIS, PROVIDER_APIS } from '@ensemble/core/host'
import { METRICS } from '@ensemble/core/trace'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const
const whole = { type: 'integer', minimum: 0 } as const
const time = { type: 'string', format: 'date-time' } as const
const object = { type: 'object' } as const
const ANY: JsonSchema = { $ref: '#/components/schemas/Json' }

/**
 * Shapes of the core in answers, besides docs/contract/api.md. Each has the name of its type, which the page uses
 * (scripts/client-types).
 */
export const CORE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Json: { description: 'Any JSON value' },
  JsonObject: { type: 'object', description: 'Any JSON object' },
  Config: { type: 'object', description: 'As `config` of an Idea' },
  Profile: {
    type: 'object',
    properties: { tools: object, activities: object, config: object, missing: { enum: ['latent', 'error'] } },
  },
  Capabilities: {
    type: 'object',
    required: ['structured', 'strict', 'tools'],
    properties: {
      structured: { type: 'boolean' },
      strict: { type: 'boolean' },
      tools: { type: 'boolean' },
      files: { type: 'array', items: { enum: ['image', 'audio', 'file'] } },
      keywords: {
        type: 'array',
        items: text,
        description: 'Keywords that strict mode takes besides the smallest subset.',
      },
      streams: { type: 'boolean', description: 'False where answers are asked for whole.' },
      maxCompletionTokens: {
        type: 'boolean',
        description: 'False where the length of an answer is limited by max_tokens alone.',
      },
      api: {
        enum: [...APIS, ...PROVIDER_APIS],
        description: 'The API that did more, or the provider’s own; chat where absent.',
      },
    },
  },
  Finding: {
    type: 'object',
    required: ['level', 'about', 'sentence'],
    properties: { level: { enum: ['works', 'limited', 'fails'] }, about: text, sentence: text },
  },
  PriceTable: {
    type: 'object',
    description: 'What models cost, and when that was looked up; edited in ensemble.json',
    required: ['date', 'currency', 'models'],
    properties: {
      date: text,
      currency: text,
      source: { type: 'string', description: 'where the built-in ones were taken from' },
      builtInDate: { type: 'string', description: "of the built-in ones under the workspace's own" },
      models: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['input', 'output'],
          properties: {
            input: { type: 'number' },
            output: { type: 'number' },
            cachedInput: { type: 'number' },
            long: {
              type: 'object',
              description: 'of a Request whose input has more tokens than `above`',
              required: ['above', 'input', 'output'],
              properties: {
                above: { type: 'integer' },
                input: { type: 'number' },
                output: { type: 'number' },
                cachedInput: { type: 'number' },
              },
            },
          },
        },
      },
    },
  },
  CallVerdict: {
    oneOf: [
      { type: 'object', required: ['ok', 'call'], properties: { ok: { const: true }, call: object } },
      {
        type: 'object',
        required: ['ok', 'error'],
        properties: { ok: { const: false }, error: { $ref: '#/components/schemas/CallError' } },
      },
    ],
  },
  OpenApproval: {
    type: 'object',
    required: ['run', 'callId', 'span', 'why', 'tool', 'callers', 'hash', 'question', 'parameters', 'since'],
    properties: {
      run: text,
      callId: text,
      span: text,
      why: { enum: ['approval', 'breakpoint', 'decision', 'activity', 'question'] },
      tool: text,
      callers: {
        type: 'array',
        items: text,
        description: 'addresses of the Ideas on the way to it; the last one asks',
      },
      hash: { type: 'string', description: 'of the exact arguments; a decision sends it back' },
      question: { type: 'integer', description: 'of those about this Call, from 1; a decision sends it back' },
      parameters: object,
      reasoning: text,
      since: time,
      expiresAt: time,
      reason: { type: 'string', description: 'what an Activity that asks says about it' },
    },
  },
  ReplayReport: {
    type: 'object',
    required: ['identical'],
    properties: {
      identical: { type: 'boolean' },
      events: { type: 'integer', description: 'recorded events that were replayed' },
      answers: { type: 'integer', description: 'answers of models, all taken from the record' },
      ms: { type: 'integer', description: 'how long it took' },
      divergence: {
        type: 'object',
        required: ['key', 'seq', 'path', 'expected', 'actual'],
        properties: { key: text, seq: { type: ['integer', 'null'] }, path: text, expected: ANY, actual: ANY },
      },
    },
  },
  BlastRadius: {
    type: 'object',
    required: ['kept', 'reruns', 'depends', 'unreached'],
    properties: { kept: texts, reruns: texts, depends: texts, unreached: texts },
  },
  AgainAnswer: {
    type: 'object',
    required: ['model', 'raw', 'calls', 'output', 'usage', 'cost', 'ms'],
    properties: {
      model: text,
      raw: text,
      calls: { type: 'array', items: { $ref: '#/components/schemas/CallVerdict' } },
      output: ANY,
      error: { type: 'object', required: ['code', 'message'], properties: { code: text, message: text, path: text } },
      usage: object,
      cost: { type: ['number', 'null'] },
      ms: whole,
    },
  },
  CaseChange: {
    type: 'object',
    description: 'the first turn that changes',
    required: ['key', 'seq', 'request', 'turn', 'idea', 'what', 'path', 'expected', 'actual'],
    properties: {
      key: text,
      seq: { type: ['integer', 'null'] },
      request: text,
      turn: whole,
      idea: text,
      what: { enum: ['prompt', 'tools', 'model', 'call', 'state', 'module', 'end'] },
      path: text,
      role: text,
      expected: ANY,
      actual: ANY,
    },
  },
  JudgedExpectation: {
    type: 'object',
    required: ['expectation', 'status', 'score'],
    properties: {
      expectation: { $ref: '#/components/schemas/Expectation' },
      status: { enum: ['passed', 'failed', 'undecided'] },
      score: { type: ['number', 'null'], description: '0 to 1; null if undecided' },
      message: text,
    },
  },
  Interval: {
    type: 'object',
    description: 'a 95 % bootstrap interval',
    required: ['low', 'high'],
    properties: { low: { type: 'number' }, high: { type: 'number' } },
  },
  ExperimentCell: {
    type: 'object',
    required: ['variant', 'input', 'repeat'],
    properties: {
      variant: whole,
      input: whole,
      repeat: whole,
      status: { enum: ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] },
      output: ANY,
      ms: { type: 'number' },
      tokens: whole,
      cost: { type: ['number', 'null'], description: 'USD; null where no price is known' },
      score: { type: 'number', description: '0 to 1, by the expectations of the experiment' },
    },
  },
  VariantComparison: {
    type: 'object',
    description: 'a variant compared with the first in one figure, in pairs of runs with the same input and repeat',
    required: [
      'variant',
      'metric',
      'pairs',
      'difference',
      'interval',
      'larger',
      'smaller',
      'equal',
      'p',
      'isDecided',
      'more',
      'better',
      'moreRepeats',
    ],
    properties: {
      variant: whole,
      metric: { enum: METRICS },
      pairs: whole,
      difference: { type: ['number', 'null'], description: 'the mean of the variant less the first' },
      interval: { anyOf: [{ $ref: '#/components/schemas/Interval' }, { type: 'null' }] },
      larger: whole,
      smaller: whole,
      equal: whole,
      p: { type: ['number', 'null'], description: 'two-sided exact sign test' },
      isDecided: { type: 'boolean', description: 'the interval excludes 0 and p is below 0.05' },
      more: { type: ['integer', 'null'], description: 'pairs that would decide' },
      better: { type: ['integer', 'null'], description: 'the variant with the better figure; null while undecided' },
      moreRepeats: { type: ['integer', 'null'], description: 'repeats of every input that would decide' },
    },
  },
  VariantSummary: {
    type: 'object',
    required: ['runs', 'ended', 'completed', 'agreement', 'medianMs', 'tokens', 'score', 'cost'],
    properties: {
      runs: whole,
      ended: whole,
      completed: whole,
      agreement: { type: ['number', 'null'], description: 'with the outputs of the first variant, 0 to 1' },
      medianMs: { type: ['number', 'null'] },
      tokens: whole,
      score: { type: ['number', 'null'], description: 'the mean of its scores' },
      cost: { type: ['number', 'null'] },
    },
  },
}
