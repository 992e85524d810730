import type { JournalEvent } from '@ensemble/core'
import type { EventData } from '@ensemble/core/journal'
import { fileNameOf } from '../engine/artifact-values.ts'
import { parseRange } from '../http/byte-range.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { FRAMED_PAGE_HEADERS, SANDBOX_CSP } from '../http/page-headers.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun } from './run-routes.ts'

type Created = EventData['artifact.created']

const toArtifact = (event: JournalEvent): readonly Created[] => (event.type === 'artifact.created' ? [event.data] : [])

const ARTIFACT = {
  type: 'object',
  required: ['$artifact', 'name', 'type', 'bytes', 'sha256', 'call'],
  properties: {
    $artifact: { type: 'string', description: 'its name, as a result holds it' },
    name: { type: 'string' },
    type: { type: 'string' },
    bytes: { type: 'integer' },
    sha256: { type: 'string' },
    call: { type: 'string', description: 'the id of the Call that made it' },
  },
} as const

/** The types that a browser may show inline; any file that could hold a script is a download. */
const SHOWN = /^(audio\/[\w.+-]+|video\/[\w.+-]+|image\/(png|jpeg|gif|webp|avif)|text\/plain|application\/json)$/

const typeOf = (type: string): string => {
  const plain = type.toLowerCase().split(';')[0]?.trim() ?? ''
  return /^[\w.+-]+\/[\w.+-]+$/.test(plain) ? plain : 'application/octet-stream'
}

const disposition = (type: string, name: string): string => {
  const fileName = fileNameOf(name)
  const ascii = fileName.replaceAll(/[^\w .-]/g, '_')
  return `${SHOWN.test(type) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

type Parts = Pick<Services, 'journal' | 'artifacts'>

const listArtifacts = async (journal: Services['journal'], run: string): Promise<readonly Created[]> =>
  (await journal.readType(run, 'artifact.created')).flatMap(toArtifact)

/** A file of a Run and its bytes. Throws HttpProblem 404 `artifact.unknown`. */
const findArtifact = async ({ journal, artifacts }: Parts, run: string, name: string) => {
  const artifact = (await listArtifacts(journal, run)).find((created) => created.name === name)
  const size = artifact && (await artifacts.size(artifact.sha256))
  if (artifact === undefined || size === undefined)
    throw new HttpProblem(404, 'artifact.unknown', `Run ${run} has no artifact ${name}.`)
  return { artifact, size }
}

/** One file of a Run, whole or in part. Throws HttpProblem 404 `artifact.unknown`, 416 `range.invalid`. */
export const sendArtifact = async (parts: Parts, run: string, name: string, request: Request): Promise<Response> => {
  const { artifact, size } = await findArtifact(parts, run, name)
  const etag = `"${artifact.sha256}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
  const type = typeOf(artifact.type)
  const range = parseRange(request.headers.get('range'), size)
  if (range === null)
    throw new HttpProblem(416, 'range.invalid', `The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-length': String(end - start + 1),
    'content-disposition': disposition(type, artifact.name),
    'content-security-policy': SANDBOX_CSP,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    etag,
    ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  }
  const body = size === 0 ? null : parts.artifacts.readPart(artifact.sha256, start, end)
  return new Response(body, { status: range === undefined ? 200 : 206, headers })
}

export const artifactRoutes = ({ journal, artifacts }: Services): readonly Route[] => {
  return [
    route({
      method: 'GET',
      path: '/api/runs/{id}/artifacts',
      summary: 'Files that the run\u2019s Activities produced',
      responses: { 200: { description: 'In order of creation', schema: { type: 'array', items: ARTIFACT } } },
      handler: async ({ params }) => {
        const run = await findRun(journal, params['id'])
        const found = await listArtifacts(journal, run.id)
        return json(
          found.map(({ call, name, type, bytes, sha256 }) => ({ $artifact: name, name, type, bytes, sha256, call })),
        )
      },
    }),
    route({
      method: 'GET',
      path: '/api/runs/{id}/artifacts/{name}',
      summary: 'One file, whole or in part',
      responses: {
        200: { description: 'The bytes', type: '*/*' },
        206: { description: 'The part asked for by Range', type: '*/*' },
      },
      handler: async ({ params, request }) => {
        const run = await findRun(journal, params['id'])
        return sendArtifact({ journal, artifacts }, run.id, params['name'] ?? '', request)
      },
    }),
    route({
      method: 'GET',
      path: '/api/runs/{id}/artifacts/{name}/page',
      summary: 'An HTML file as a page in a frame: its scripts run, and reach nothing outside it',
      responses: { 200: { description: 'The page', type: 'text/html' } },
      handler: async ({ params, request }) => {
        const run = await findRun(journal, params['id'])
        const { artifact, size } = await findArtifact({ journal, artifacts }, run.id, params['name'] ?? '')
        // Opened by itself, a page could lead its reader elsewhere; programs take the file.
        if (typeOf(artifact.type) !== 'text/html' || (request.headers.get('sec-fetch-dest') ?? 'iframe') !== 'iframe')
          throw new HttpProblem(
            415,
            'artifact.unframed',
            `${fileNameOf(artifact.name)} cannot be opened as a page here.`,
          )
        const headers = { ...FRAMED_PAGE_HEADERS, 'content-length': String(size) }
        const body = size === 0 ? null : artifacts.readPart(artifact.sha256, 0, size - 1)
        return new Response(body, { headers })
      },
    }),
  ]
}
