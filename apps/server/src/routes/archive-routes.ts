import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

/** The limit of a packed workspace; its unpacked size has its own. */
const ARCHIVE_LIMIT = 64 * 1024 * 1024

const names = { type: 'array', items: { type: 'string' } } as const

const TAKEN = {
  type: 'object',
  required: ['files', 'unchanged', 'left', 'problems'],
  properties: {
    files: { ...names, description: 'written' },
    unchanged: { ...names, description: 'there already with the same bytes' },
    left: {
      type: 'array',
      description: 'not taken, and why',
      items: {
        type: 'object',
        required: ['file', 'why'],
        properties: { file: { type: 'string' }, why: { type: 'string' } },
      },
    },
    problems: { type: 'array', items: ref('Problem') },
  },
} as const

/** The whole workspace, to be kept or handed on. */
export const archiveRoutes = ({ workspace }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/workspace/export',
    summary: 'The files of the workspace as a zip: no runs, no secrets, nothing that begins with a dot but the layout',
    responses: { 200: { description: 'The archive', type: 'application/zip' } },
    handler: async () => {
      const { packWorkspace } = await import('../workspace/archive.ts')
      const bytes = await packWorkspace(workspace.root)
      const name = workspace.manifest().name.replaceAll(/[^A-Za-z0-9_-]+/g, '-') || 'workspace'
      return new Response(new Uint8Array(bytes), {
        headers: {
          'content-type': 'application/zip',
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="${name}.zip"`,
        },
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/workspace/import',
    summary: 'Take the Ideas, Tools and cases of a zip: all or none, never over a file; code and settings stay out',
    body: 'bytes',
    bodyType: 'application/zip',
    bodyLimit: ARCHIVE_LIMIT,
    responses: { 200: { description: 'What became of each file', schema: TAKEN } },
    handler: async ({ body }) => {
      const { takeArchive } = await import('./take-archive.ts')
      return json(await takeArchive(workspace, body))
    },
  }),
]
