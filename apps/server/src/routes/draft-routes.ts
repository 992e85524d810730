import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, noContent, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { type FileName, parseFileName } from '../workspace/names.ts'
import { checkPreconditions, documentResponse } from './preconditions.ts'

/** The etag of the file a draft began from; empty for a new file. */
const BASE = 'ensemble-base-etag'

const KEPT = {
  type: 'object',
  required: ['etag', 'base'],
  properties: { etag: { type: 'string' }, base: { type: ['string', 'null'], description: 'the file it began from' } },
} as const

const fileOf = (file: string | undefined): FileName => {
  const name = parseFileName(file ?? '')
  if (name === undefined)
    throw new HttpProblem(
      400,
      'name.invalid',
      `"${file ?? ''}" isn't a file of the workspace, such as ideas/composer.json.`,
    )
  return name
}

/** Unsaved texts: a draft may be anything, valid JSON or not. */
export const draftRoutes = ({ workspace }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/drafts/{file}',
    summary: 'The draft of a file, such as ideas/composer.json',
    responses: { 200: { description: `The text; ${BASE} names the file it began from`, schema: true } },
    handler: async ({ params, request }) => {
      const name = fileOf(params['file'])
      const draft = await workspace.drafts.read(name)
      if (draft === undefined) throw new HttpProblem(404, 'draft.unknown', `There is no draft of ${name.file}.`)
      const { bytes, etag, base } = draft
      return documentResponse(request, bytes, etag, base === null ? {} : { [BASE]: base })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/drafts/{file}',
    summary: 'Keep a draft',
    body: 'bytes',
    responses: { 200: { description: 'Kept', schema: KEPT }, 201: { description: 'Made', schema: KEPT } },
    handler: ({ params, body, request }) =>
      workspace.serialise(async () => {
        const name = fileOf(params['file'])
        const earlier = await workspace.drafts.read(name)
        if (request.headers.has('if-match') || request.headers.has('if-none-match'))
          checkPreconditions(request, `the draft of ${name.file}`, earlier?.etag ?? null)
        const inForce = await workspace.files.read(name)
        const base = request.headers.get(BASE) ?? earlier?.base ?? inForce?.etag ?? null
        const { etag } = await workspace.drafts.write(name, body, base)
        await workspace.touched(name.file, inForce?.etag ?? null)
        return json({ etag, base }, earlier === undefined ? 201 : 200, { etag })
      }),
  }),
  route({
    method: 'DELETE',
    path: '/api/drafts/{file}',
    summary: 'Drop a draft; the saved file stays',
    responses: { 204: { description: 'Dropped' } },
    handler: ({ params }) =>
      workspace.serialise(async () => {
        const name = fileOf(params['file'])
        // A save may have dropped it meanwhile: what was asked for is so.
        await workspace.drafts.remove(name)
        await workspace.touched(name.file, (await workspace.files.read(name))?.etag ?? null)
        return noContent()
      }),
  }),
]
