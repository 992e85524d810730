import type { JsonObject, JsonSchema } from '../schema/json.ts'
import type { EventType } from './events.ts'

const text: JsonObject = { type: 'string' }
const flag: JsonObject = { type: 'boolean' }
const whole: JsonObject = { type: 'integer', minimum: 0 }
const number: JsonObject = { type: 'number', minimum: 0 }
const hash: JsonObject = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const object: JsonObject = { type: 'object' }
const objects: JsonObject = { type: 'array', items: object }
const texts: JsonObject = { type: 'array', items: text }
/** Any JSON, or the hash of a separate one. */
const anything: JsonSchema = true
/** A text, or the hash of a separate one. */
const stored = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { $ref: '#/$defs/body' }] })

const ERROR: JsonObject = { type: 'object', required: ['code', 'message'], properties: { code: text, message: text } }
const KEPT = {
  source: { type: 'object', required: ['run', 'seq'], properties: { run: text, seq: whole } },
  edited: { const: true },
} satisfies JsonObject
const COUNTED: JsonObject = {
  type: 'array',
  items: { type: 'object', required: ['type', 'count'], properties: { type: text, kind: text, count: whole } },
}

interface DataSchema {
  readonly required: { readonly [name: string]: JsonSchema }
  readonly optional?: { readonly [name: string]: JsonSchema }
}

/** The `data` by type (docs/contract/api.md#journal-events); version 1 of each. */
const DATA: { readonly [T in EventType]: DataSchema } = {
  'run.created': {
    required: {
      engine: text,
      idea: text,
      input: anything,
      model: text,
      profile: text,
      config: object,
      base: object,
      limits: object,
      seed: text,
      bindings: { type: 'object', additionalProperties: text },
      pins: { type: 'object', additionalProperties: hash },
    },
    optional: {
      implementations: { type: 'object', additionalProperties: text },
      swapsEvery: { const: true },
      fork: object,
      continues: text,
      traceparent: text,
      breakpoints: objects,
      allowEffects: { const: true },
      imported: { type: 'object', required: ['program'], properties: { program: text }, additionalProperties: false },
    },
  },
  'request.started': {
    required: {
      idea: text,
      turn: whole,
      model: text,
      wire: { enum: ['structured', 'tools', 'json'] },
      strict: flag,
      inputs: hash,
      schema: anything,
      messages: stored({ type: 'array' }),
      tools: objects,
    },
    optional: {
      finalOutput: flag,
      keyed: flag,
      keywords: { type: 'array', items: text },
      files: { type: 'array', items: { enum: ['image', 'audio', 'file'] } },
    },
  },
  'request.retried': { required: { attempt: whole, code: text, delayMs: number } },
  'request.failed': {
    required: { code: text, message: text, ms: number },
    optional: { ...KEPT, raw: stored(text), usage: object, retryable: { const: true } },
  },
  'request.completed': {
    required: {
      raw: stored(text),
      finish: text,
      calls: whole,
      output: anything,
      usage: object,
      ms: number,
      firstTokenMs: number,
      queueMs: number,
      pieces: stored({ type: 'array' }),
    },
    optional: {
      ...KEPT,
      reasoning: stored(text),
      reasoned: stored(object),
      notes: { type: 'array', items: text },
    },
  },
  'answer.rejected': { required: { error: ERROR } },
  'call.proposed': {
    required: { call: text, tool: text, parameters: object, meta: object, raw: stored(text) },
    optional: { host: object, reasoning: text, prediction: anything, edited: KEPT.edited },
  },
  'call.rejected': { required: { call: text, error: ERROR }, optional: { tool: text, raw: stored(text) } },
  'approval.requested': {
    required: { call: text, why: { enum: ['approval', 'breakpoint', 'decision', 'activity', 'question'] }, hash },
    optional: { expiresAt: text, reason: text },
  },
  'approval.decided': {
    required: { call: text, decision: { enum: ['approve', 'edit', 'answer', 'refuse', 'expire'] }, hash, by: text },
    optional: { ...KEPT, parameters: object, result: anything, reason: text },
  },
  'call.started': {
    required: {
      call: text,
      mode: { enum: ['latent', 'explicit', 'module'] },
      attempt: whole,
      inputs: hash,
      resolved: object,
    },
    optional: { activity: text, activityHash: hash, pinned: { const: true } },
  },
  'call.logged': { required: { call: text, level: text, text } },
  'artifact.created': { required: { call: text, name: text, type: text, bytes: whole, sha256: hash } },
  'call.completed': { required: { call: text, result: anything, ms: number }, optional: { ...KEPT, ref: text } },
  'call.failed': { required: { call: text, error: ERROR, attempt: whole, ms: number }, optional: KEPT },
  'module.entered': {
    // An anonymous Module has no content to pin.
    required: {
      call: text,
      address: text,
      hash: { anyOf: [hash, { const: '' }] },
      imports: texts,
      passed: COUNTED,
      withheld: COUNTED,
    },
    optional: { awaited: texts, pins: { type: 'object', additionalProperties: hash } },
  },
  'module.left': { required: { call: text, output: anything } },
  'state.written': {
    required: { ref: text, call: text, before: { anyOf: [hash, { type: 'null' }] }, after: anything },
  },
  'limit.reached': {
    required: { limit: text, value: number, max: number, scope: text },
    optional: { unpriced: text },
  },
  'run.waiting': { required: { waitingFor: objects } },
  'run.resumed': { required: { why: text } },
  'run.completed': { required: { output: anything, usage: object } },
  'run.failed': { required: { error: ERROR, usage: object } },
  'run.cancelled': { required: { by: text, usage: object } },
}

const eventOf = (type: string, { required, optional = {} }: DataSchema): JsonObject => ({
  properties: {
    type: { const: type },
    data: {
      type: 'object',
      required: Object.keys(required),
      properties: { ...required, ...optional },
      additionalProperties: false,
    },
  },
})

/** One line of a Journal (docs/contract/api.md#journal-events): version 1 of every type. */
export const EVENT_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'An event of a run',
  type: 'object',
  required: ['v', 'seq', 'prev', 'run', 'type', 'key', 'at', 'span', 'parent', 'data'],
  additionalProperties: false,
  properties: {
    v: { const: 1 },
    seq: { type: 'integer', minimum: 1 },
    prev: hash,
    run: text,
    type: { enum: Object.keys(DATA) },
    key: text,
    at: { type: 'string', format: 'date-time' },
    span: text,
    parent: { anyOf: [text, { type: 'null' }] },
    data: object,
  },
  oneOf: Object.entries(DATA).map(([type, data]) => eventOf(type, data)),
  $defs: {
    body: {
      type: 'object',
      required: ['$body', 'bytes'],
      additionalProperties: false,
      properties: { $body: hash, bytes: whole },
    },
  },
}

const { oneOf: _everyType, ...ENVELOPE } = EVENT_SCHEMA

/** The same by type, for checking one event without trying every other type. */
export const EVENT_SCHEMAS: ReadonlyMap<string, JsonObject> = new Map(
  Object.entries(DATA).map(([type, data]) => [type, { ...ENVELOPE, allOf: [eventOf(type, data)] }]),
)
