import { EnsembleError, type Run, sha256Bytes } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import type { AppDeps } from '../app-deps.ts'
import { exportRun } from '../engine/export-run.ts'
import { noticeOf } from '../engine/simulated-notice.ts'
import { savedPage } from '../engine/saved-page.ts'
import { verifyDocument } from '../engine/run-document.ts'
import { type Route, made, route } from '../http/route.ts'
import { jsonInPieces, textInPieces } from '../http/text-in-pieces.ts'
import { SANDBOX_CSP } from '../http/page-headers.ts'
import { rest } from '../rest.ts'
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
    notice: {
      type: 'string',
      description: 'no real model was called in this run; an import checks it against the lines',
    },
    head: {
      type: 'object',
      required: ['seq', 'hash'],
      properties: { seq: { type: 'integer' }, hash: { type: 'string' } },
    },
  },
} as const

/** The default content: a page to send around stays small. */
const USUAL_FILES = { json: 'none', html: 'small' } as const

const pageResponse = (page: Iterator<string>, run: string): Response =>
  new Response(textInPieces(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // It opens from the disk, never in this origin.
      'content-disposition': `attachment; filename="run-${run}.html"`,
      'content-security-policy': SANDBOX_CSP,
    },
  })

const titleOf = ({ idea, startedAt }: Run): string => `${idea.replace(/^idea:\/\//, '')}, ${startedAt}`

const readNotice = async (journal: AppDeps['journal'], { id }: Run): Promise<string | undefined> =>
  noticeOf((await Promise.all(TELLING.map((type) => journal.readType(id, type)))).flat())
const TELLING = ['run.created', 'request.started', 'call.started'] as const

export const transferRoutes = ({ journal, artifacts, pageRoot, validator }: AppDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/runs/{id}/export',
    summary: 'The whole run as one document whose chain verifies elsewhere',
    query: {
      type: 'object',
      properties: {
        artifacts: { enum: ['none', 'small', 'inline'], description: 'small: files of up to 512 KiB' },
        format: { enum: ['json', 'html'], description: 'html: one page that shows the run with no server' },
      },
    },
    responses: { 200: { description: 'format ensemble-run, version 1; or the page', schema: DOCUMENT } },
    handler: async ({ params, query }) => {
      const run = await findRun(journal, params['id'])
      const { format = 'json' } = query
      if (format === 'html' && !hasEnded(run))
        throw new EnsembleError('run.unfinished', `Run ${run.id} has not ended; save it as a page when it has.`)
      const notice = await readNotice(journal, run)
      const document = {
        ...(await exportRun({ journal, artifacts }, run, query.artifacts ?? USUAL_FILES[format])),
        ...(notice !== undefined && { notice }),
      }
      if (format === 'html') return pageResponse(await savedPage(pageRoot, document, titleOf(run)), run.id)
      return new Response(textInPieces(jsonInPieces(document)), {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="run-${run.id}.json"`,
        },
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/import',
    summary: 'Take a run that was exported elsewhere; every byte is verified and nothing is run',
    body: DOCUMENT,
    bodyLimit: DOCUMENT_LIMIT,
    responses: { 201: { description: 'Taken', schema: STARTED } },
    handler: async ({ body, base }) => {
      const { summary, events } = await verifyDocument(body, await validator())
      for (const [hash, base64] of Object.entries(body.artifacts)) {
        const bytes = Buffer.from(base64, 'base64')
        // Several texts can encode the same bytes; only the exported one counts.
        if (sha256Bytes(bytes) !== hash || bytes.toString('base64') !== base64)
          throw new EnsembleError('run.damaged', `The artifact ${hash} is not as it was recorded.`)
        await artifacts.put(bytes)
        await rest()
      }
      await journal.importRun({ summary, events, lines: body.lines, bodies: body.bodies })
      return made(base, summary.id, runPath(summary.id), 201)
    },
  }),
]
