import { randomBytes } from 'node:crypto'
import { EnsembleError, type Json, type JsonObject } from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import { parseHttpDefinition } from '../activities/http-definition.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import { MOST_CODE } from '../sandbox/load-sandboxed.ts'
import { SANDBOX_SUFFIX } from '../sandbox/sandbox-activity.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

const BODY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    code: { type: 'string', maxLength: MOST_CODE, description: 'JavaScript: export default (call, context) => result' },
    http: { type: 'object', description: 'a definition as under activities.http of ensemble.json' },
    call: { type: 'object' },
    state: { type: 'object' },
  },
} as const

const OUTCOME = {
  type: 'object',
  required: ['ok', 'logs', 'ms'],
  properties: {
    ok: { type: 'boolean' },
    result: ref('Json'),
    message: { type: 'string', description: 'what went wrong, with its line' },
    allow: { type: 'string', description: 'the entry of egress.hosts that would let the request out' },
    logs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['level', 'text'],
        properties: { level: { type: 'string' }, text: { type: 'string' } },
      },
    },
    ms: { type: 'number' },
  },
} as const

interface Asked {
  readonly call: JsonObject
  readonly state: Json
  readonly signal: AbortSignal
  readonly onLog: (text: string, level: string) => void
}

const runCode = ({ sandbox }: Services, code: string, { call, state, signal, onLog }: Asked): Promise<unknown> =>
  sandbox.run(
    {
      file: `try${SANDBOX_SUFFIX}`,
      code,
      call,
      context: { tool: 'try', imports: {}, state, attempt: 1, idempotencyKey: 'try' },
    },
    { signal, onLog, onProgress: () => undefined },
  )

/** A person asked for this request, so it needs no other approval. */
const sendOnce = async (services: Services, http: unknown, { call, signal, onLog }: Asked): Promise<unknown> => {
  const definition = parseHttpDefinition(http, (sentence) => {
    throw new HttpProblem(400, 'body.invalid', `The definition needs ${sentence}`)
  })
  const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
  return services.httpActivity('try', definition).run(call, {
    tool: normaliseTool('try', { type: 'object' }).tool,
    imports: {},
    state: {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(definition.timeoutMs)]),
    log: (text, level = 'info') => onLog(text, level),
    progress: () => undefined,
    artifact: async (name, bytes, { type }) => ({ $artifact: name, type, bytes: bytes.byteLength, sha256: '' }),
    readArtifact: async () => new Uint8Array(),
    idempotencyKey: `try-${hex(8)}`,
    attempt: 1,
    approved: true,
    traceparent: `00-${hex(16)}-${hex(8)}-00`,
  })
}

/** The setting that would allow a refused request. */
const allowing = ({ refusals }: Services, error: unknown): { readonly allow?: string } => {
  const isRefusal = error instanceof EnsembleError && error.code === 'egress.refused'
  const allow = isRefusal ? refusals.list().find(({ message }) => message === error.message)?.allow : undefined
  return allow === undefined ? {} : { allow }
}

/** Tries what an Activity of the page would do; nothing is stored or journaled. */
export const tryRoute = (services: Services): Route =>
  route({
    method: 'POST',
    path: '/api/activities/try',
    onlyLooks: true,
    summary:
      'Run sandboxed code, or send the request of an HTTP activity, once with a Call; nothing is stored or journaled',
    body: BODY,
    responses: { 200: { description: 'Its result, or the error for its author', schema: OUTCOME } },
    handler: async ({ body, request }) => {
      const { code, http } = body
      if ((code === undefined) === (http === undefined))
        throw new HttpProblem(400, 'body.invalid', 'Send one of "code" and "http".')
      const logs: object[] = []
      const began = performance.now()
      const asked: Asked = {
        // Any JSON, says the schema.
        call: (body.call ?? {}) as JsonObject,
        state: (body.state ?? {}) as Json,
        signal: request.signal,
        onLog: (text, level) => logs.push({ level, text }),
      }
      const tried = code === undefined ? sendOnce(services, http, asked) : runCode(services, code, asked)
      const outcome = await tried.then(
        (result) => ({ ok: true, result }),
        (error: unknown) => {
          if (error instanceof HttpProblem) throw error
          const message = error instanceof Error ? error.message : String(error)
          return { ok: false, message: services.redact(message), ...allowing(services, error) }
        },
      )
      return json({ ...outcome, logs, ms: Math.round(performance.now() - began) })
    },
  })
