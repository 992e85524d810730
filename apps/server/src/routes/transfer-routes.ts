import { EnsembleError, sha256Bytes } from '@ensemble/core'
import { exportRun } from '../engine/export-run.ts'
import { verifyDocument } from '../engine/run-document.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun, runPath } from './run-routes.ts'
import { STARTED } from './run-schemas.ts'

/** A song with all its parts is some tens of megabytes. */
const DOCUMENT_LIMIT = 256 * 1024 * 1024

const DOCUMENT = {
  type: 'object',
  required: ['format', 'version', 'run', 'lines', 'bodies', 'artifacts', 'head'],
  properties: {
    format: { const: 'ensemble-run' },
    version: { const: 1 },
    run: { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' },
    lines: { type: 'array', items: { type: 'string' } },
    bodies: { type: 'object', additionalProperties: { type: 'string' } },
    artifacts: { type: 'object', additionalProperties: { type: 'string' } },
    head: {
      type: 'object',
      required: ['seq', 'hash'],
      properties: { seq: { type: 'integer' }, hash: { type: 'string' } },
    },
  },
} as const

export const transferRoutes = ({ journal, artifacts }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/runs/{id}/export',
    summary: 'The whole run as one document whose chain verifies elsewhere',
    query: { type: 'object', properties: { artifacts: { enum: ['none', 'inline'] } } },
    responses: { 200: { description: 'format ensemble-run, version 1', schema: DOCUMENT } },
    handler: async ({ params, query }) => {
      const run = await findRun(journal, params['id'])
      const document = await exportRun({ journal, artifacts }, run, query.artifacts)
      return json(document, 200, { 'content-disposition': `attachment; filename="run-${run.id}.json"` })
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/import',
    summary: 'Take a run that was exported elsewhere; every byte is verified and nothing is run',
    body: DOCUMENT,
    bodyLimit: DOCUMENT_LIMIT,
    responses: { 201: { description: 'Taken', schema: STARTED } },
    handler: async ({ body }) => {
      const { summary, events } = verifyDocument(body)
      for (const [hash, base64] of Object.entries(body.artifacts)) {
        const bytes = Buffer.from(base64, 'base64')
        // More than one text can stand for the same bytes; only the one that was exported counts.
        if (sha256Bytes(bytes) !== hash || bytes.toString('base64') !== base64)
          throw new EnsembleError('run.damaged', `The artifact ${hash} is not as it was recorded.`)
        await artifacts.put(bytes)
      }
      await journal.importRun({ summary, events, lines: body.lines, bodies: body.bodies })
      return json({ id: summary.id, url: runPath(summary.id) }, 201, { location: runPath(summary.id) })
    },
  }),
]
