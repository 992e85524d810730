import { EnsembleError } from '@ensemble/core'
import { importConversation } from '@ensemble/core/import'
import { v7 } from 'uuid'
import type { AppDeps } from '../app-deps.ts'
import { conversationDocument } from '../engine/conversation-document.ts'
import { verifyDocument } from '../engine/run-document.ts'
import { type Route, json, route } from '../http/route.ts'
import { runPath } from './run-routes.ts'

/** As a file that is imported; JSON escapes take their part. */
const BODY_LIMIT = 64 * 1024 * 1024
const TEXT = { type: 'string' } as const

const REPORT = {
  type: 'object',
  required: ['path', 'code', 'values', 'what', 'remedy'],
  properties: {
    path: TEXT,
    code: TEXT,
    values: { type: 'object', additionalProperties: TEXT },
    what: TEXT,
    remedy: TEXT,
  },
} as const

export const conversationRoutes = ({ journal, redact, validator, version }: AppDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/runs/import-conversation',
    summary:
      'Take a conversation that another program recorded as a run to look at; nothing is run and no model is asked',
    body: {
      type: 'object',
      required: ['file', 'text'],
      properties: {
        file: { type: 'string', description: 'its name, for the report' },
        text: {
          type: 'string',
          description:
            'messages of OpenAI as JSON or JSONL, or a trace of LangSmith, Langfuse or OpenTelemetry (OTLP JSON)',
        },
      },
      additionalProperties: false,
    },
    bodyLimit: BODY_LIMIT,
    responses: {
      201: {
        description: 'Taken',
        schema: {
          type: 'object',
          required: ['id', 'url', 'program', 'report'],
          properties: { id: TEXT, url: TEXT, program: TEXT, report: { type: 'array', items: REPORT } },
        },
      },
    },
    handler: async ({ body: { file, text }, base }) => {
      const found = importConversation(file, text, { engine: version, at: Date.now() })
      if (typeof found !== 'object')
        throw new EnsembleError(
          'import.empty',
          `${file}: ${found ?? 'This is no recorded conversation that is known here. Nothing was imported.'}`,
        )
      const run = v7()
      const document = conversationDocument(found, { run, redact })
      const { summary, events } = await verifyDocument(document, await validator())
      await journal.importRun({ summary, events, lines: document.lines, bodies: document.bodies })
      const url = base + runPath(run)
      const { program, report } = found
      return json({ id: run, url, program, report }, 201, { location: url })
    },
  }),
]
