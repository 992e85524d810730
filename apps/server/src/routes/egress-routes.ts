import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const EGRESS = {
  type: 'object',
  required: ['hosts', 'refused'],
  properties: {
    hosts: { type: 'array', items: { type: 'string' }, description: 'egress.hosts of ensemble.json' },
    refused: {
      type: 'array',
      description: 'Since the server started, the newest first; those that are allowed by now are left out',
      items: {
        type: 'object',
        required: ['host', 'message', 'at', 'times'],
        properties: {
          host: { type: 'string' },
          message: { type: 'string' },
          allow: { type: 'string', description: 'the entry of egress.hosts that lets it out, where one does' },
          at: { type: 'string' },
          times: { type: 'integer' },
        },
      },
    },
  },
} as const

/** The hosts that this workspace may reach, and those it was refused. */
export const egressRoutes = ({ workspace, refusals }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/egress',
    summary: 'The hosts that may be reached, and those that were refused, with what would allow them',
    responses: { 200: { description: 'Hosts and refusals', schema: EGRESS } },
    handler: () => {
      const hosts = workspace.manifest().egressHosts
      const refused = refusals.list().filter(({ allow }) => allow === undefined || !hosts.includes(allow))
      return json({ hosts, refused })
    },
  }),
]
