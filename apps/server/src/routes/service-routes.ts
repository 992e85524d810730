import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Text } from '@ensemble/core/host'
import { type Route, json, route } from '../http/route.ts'
import type { AppDeps } from '../app-deps.ts'

/** Tells one build of the page from another; empty where none was built. */
const buildOf = async (pageRoot: string): Promise<string> => {
  const page = await readFile(join(pageRoot, 'index.html'), 'utf8').catch(() => '')
  return page === '' ? '' : sha256Text(page).slice(0, 12)
}

type SessionParts = Pick<AppDeps, 'version' | 'workspace' | 'workspaces' | 'pageRoot'>

const sessionOf = async ({ version, workspace, workspaces, pageRoot }: SessionParts) => {
  const { name, lint } = workspace.manifest()
  const listed = await workspaces.nameOf(workspace.root)
  return { version, build: await buildOf(pageRoot), name: listed ?? name, lint: Object.fromEntries(lint) }
}

/** The routes that show the server is up and let a page in. */
export const serviceRoutes = ({ guard, ...services }: AppDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the server is up, and what it serves',
    responses: {
      200: {
        description: 'Up',
        schema: {
          type: 'object',
          required: ['status', 'version'],
          properties: {
            status: { const: 'ok' },
            version: { type: 'string' },
            model: { type: 'string' },
            profile: { type: 'string' },
            workspace: { type: 'string' },
            readOnly: { type: 'boolean', description: 'The folder cannot be written: nothing runs or changes' },
          },
        },
      },
    },
    handler: ({ request }) => {
      const open = { status: 'ok', version: services.version } as const
      if (!guard.isAuthorised(request)) return json(open)
      const { model, profile } = services.models.defaults()
      const { workspace, readOnly } = services
      return json({ ...open, model, profile, workspace: workspace.root, readOnly })
    },
  }),
  route({
    method: 'GET',
    path: '/api/session',
    summary: 'A cookie for a page of this server; asked again after a restart',
    responses: {
      200: {
        description: 'The cookie is set',
        schema: {
          type: 'object',
          required: ['version', 'name', 'lint'],
          properties: {
            version: { type: 'string' },
            build: { type: 'string', description: 'Of the page that this server has now' },
            name: { type: 'string', description: 'Of the workspace, as the list has it' },
            refused: {
              type: 'object',
              description: 'Why the workspace of this address could not be opened',
              required: ['code', 'detail'],
              properties: {
                code: { type: 'string' },
                detail: { type: 'string' },
                url: { type: 'string', description: 'where another process has it open' },
              },
            },
            lint: { type: 'object', description: 'Severities of lint rules that the workspace changed, by code' },
          },
        },
      },
    },
    handler: async () => {
      const { workspaces, workspace, log } = services
      workspaces
        .touch(workspace.root)
        .catch((error: unknown) => log.warn('The list could not be written', { why: String(error) }))
      return json(await sessionOf(services), 200, { 'set-cookie': guard.cookie() })
    },
  }),
]
