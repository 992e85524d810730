import { type Route, route } from '../http/route.ts'
import type { Services } from '../services.ts'

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
]
