import { join } from 'node:path'
import { decodeUtf8, parseBody } from '../http/read-body.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { etagOf } from '../workspace/etag.ts'
import { readIfThere } from '../workspace/workspace-files.ts'
import { checkPreconditions, documentResponse } from './preconditions.ts'

const FILE = '.ensemble/layout.json'

/** Where the nodes lie on the canvas: a file of its own, so that an Idea stays plain protocol JSON. */
export const layoutRoutes = ({ workspace }: Services): readonly Route[] => {
  const path = join(workspace.root, FILE)
  return [
    route({
      method: 'GET',
      path: '/api/layout',
      summary: 'Where the nodes lie on the canvas; an empty object before anything was moved',
      responses: { 200: { description: 'The layout, with its ETag', schema: { type: 'object' } } },
      handler: async ({ request }) => {
        const bytes = await readIfThere(path)
        return bytes === undefined ? json({}) : documentResponse(request, bytes, etagOf(bytes))
      },
    }),
    route({
      method: 'PUT',
      path: '/api/layout',
      summary: 'Save where the nodes lie',
      body: 'bytes',
      responses: { 200: { description: 'Saved' }, 201: { description: 'Created' } },
      handler: ({ body, request }) =>
        workspace.serialise(async () => {
          parseBody(decodeUtf8(body))
          const current = await readIfThere(path)
          checkPreconditions(request, FILE, current === undefined ? null : etagOf(current))
          await atomicWrite(path, body)
          const etag = etagOf(body)
          workspace.touched(FILE, etag)
          return json({ etag }, current === undefined ? 201 : 200, { etag })
        }),
    }),
  ]
}
