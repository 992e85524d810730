import { decodeUtf8, parseBody } from '../http/read-body.ts'
import { type Route, json, noContent, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { parseManifest } from '../workspace/manifest.ts'
import { LAYOUT_FILE, MANIFEST_FILE, PINS_FILE, singleFile } from '../workspace/names.ts'
import { missing } from './document-routes.ts'
import { checkPreconditions, documentResponse } from './preconditions.ts'

interface SingleFile {
  readonly path: string
  readonly file: string
  /** The content, as the routes describe it. */
  readonly holds: string
  /** Throws EnsembleError where the text cannot come into force. */
  readonly check?: (text: string) => void
}

const FILES: readonly SingleFile[] = [
  // Its own file, so that an Idea stays plain protocol JSON.
  { path: '/api/layout', file: LAYOUT_FILE, holds: 'Where the nodes lie on the canvas' },
  { path: '/api/pins', file: PINS_FILE, holds: 'Results that design-time runs reuse' },
  { path: '/api/manifest', file: MANIFEST_FILE, holds: 'Settings and bindings of the workspace', check: parseManifest },
]

const SAVED = { type: 'object', required: ['etag'], properties: { etag: { type: 'string' } } } as const

/** Reading and writing the files that a workspace has one of. */
export const singleFileRoutes = ({ workspace }: Services): readonly Route[] =>
  FILES.flatMap(({ path, file, holds, check }) => {
    const name = singleFile(file)
    return [
      route({
        method: 'GET',
        path,
        summary: `${holds}; an empty object before the first write`,
        responses: { 200: { description: `The bytes of ${file}, with their ETag`, schema: { type: 'object' } } },
        handler: async ({ request }) => {
          const stored = await workspace.files.read(name)
          return stored === undefined ? json({}) : documentResponse(request, stored.bytes, stored.etag)
        },
      }),
      route({
        method: 'PUT',
        path,
        summary: `Save verbatim: ${holds.toLowerCase()}`,
        body: 'bytes',
        responses: { 200: { description: 'Saved', schema: SAVED }, 201: { description: 'Created', schema: SAVED } },
        handler: ({ body, request }) =>
          workspace.serialise(async () => {
            const text = decodeUtf8(body)
            parseBody(text)
            check?.(text)
            const look = (now: string | null): void => checkPreconditions(request, file, now)
            const current = await workspace.files.read(name)
            look(current?.etag ?? null)
            const { etag } = await workspace.files.write(name, body, look)
            await workspace.touched(file, etag)
            return json({ etag }, current === undefined ? 201 : 200, { etag })
          }),
      }),
      // The manifest makes the folder a workspace; it stays.
      ...(file === MANIFEST_FILE
        ? []
        : [
            route({
              method: 'DELETE',
              path,
              summary: `Delete: ${holds.toLowerCase()}; undo takes the first write back with it`,
              responses: { 204: { description: 'Deleted' } },
              handler: ({ request }) =>
                workspace.serialise(async () => {
                  const current = await workspace.files.read(name)
                  if (current === undefined) throw missing(name)
                  checkPreconditions(request, file, current.etag)
                  await workspace.files.remove(name)
                  await workspace.touched(file, null)
                  return noContent()
                }),
            }),
          ]),
    ]
  })
