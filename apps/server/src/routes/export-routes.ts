import { existsSync } from 'node:fs'
import type { ExportTarget } from '@ensemble/core/export'
import { inputSchemaOf, parseIdea } from '@ensemble/core/idea'
import { COMMAND } from '../places.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

/** Written out: the exporters load when they are asked for. */
const TARGETS = ['agents-sdk', 'langgraph', 'ai-sdk', 'mcp', 'openapi'] as const satisfies readonly ExportTarget[]

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

/** Where a server listens by default. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:4141'

/** The command that serves a workspace over MCP, wherever a client starts it. */
const mcpCommand = (root: string): { readonly command: string; readonly args: readonly string[] } => {
  const args = ['mcp', '--workspace', root]
  return existsSync(COMMAND) ? { command: 'node', args: [COMMAND, ...args] } : { command: 'ensemble', args }
}

/** An Idea with its modules in the forms of other programs. */
export const exportRoutes = ({ workspace }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/ideas/{name}/export',
    summary: 'An Idea with its modules as code of another program, as an MCP entry or as an OpenAPI document',
    query: {
      type: 'object',
      required: ['as'],
      properties: {
        as: { enum: TARGETS },
        server: {
          type: 'string',
          maxLength: 300,
          pattern: '^https?://[^\\s?#]+[^\\s?#/]$',
          description: `the address of this server, for openapi; ${DEFAULT_ADDRESS} if it is left out`,
        },
      },
    },
    responses: {
      200: {
        description: 'The file, and every part that it cannot say',
        schema: {
          type: 'object',
          required: ['file', 'text', 'report'],
          properties: { file: TEXT, text: TEXT, report: { type: 'array', items: REPORT } },
        },
      },
    },
    handler: async ({ params, query }) => {
      const { exportIdea } = await import('@ensemble/core/export')
      const { files } = await workspace.snapshot()
      const served = [...files.ideas].flatMap(([name, text]) => {
        const { idea } = parseIdea(text, name)
        return idea !== undefined && inputSchemaOf(idea) !== undefined ? [name] : []
      })
      const { file, text, lost } = exportIdea(files, params['name'] ?? '', query.as, {
        workspace: workspace.manifest().name ?? 'ensemble',
        ...mcpCommand(workspace.root),
        served,
        url: query.server ?? DEFAULT_ADDRESS,
      })
      return json({ file, text, report: lost })
    },
  }),
]
