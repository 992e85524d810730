import type { AppDeps } from '../app-deps.ts'
import { type Route, json, route } from '../http/route.ts'
import type { MetricsPage } from '../metrics/metrics-page.ts'
import { checkReadiness } from '../metrics/readiness.ts'
import { once } from '../once.ts'

const CHECK = { type: ['string', 'null'], description: 'why it fails; null if it passes' } as const
const READINESS = {
  type: 'object',
  required: ['ready'],
  properties: {
    ready: { type: 'boolean' },
    checks: {
      type: 'object',
      description: 'Only for callers with more rights',
      required: ['database', 'disk', 'workspace'],
      properties: { database: CHECK, disk: CHECK, workspace: CHECK },
    },
  },
} as const

/** Routes for what watches the server. */
export const metricsRoutes = ({
  guard,
  version,
  workspace,
  readOnly,
  journal,
  totals,
  stopping,
}: AppDeps): readonly Route[] => {
  const page = once(async (): Promise<MetricsPage> =>
    (await import('../metrics/metrics-page.ts')).createMetricsPage({ version, journal, totals }),
  )
  return [
    route({
      method: 'GET',
      path: '/api/ready',
      summary: 'Whether a new run would be recorded: database, disk space, workspace',
      responses: {
        200: { description: 'Ready', schema: READINESS },
        503: { description: 'Not ready', schema: READINESS },
      },
      handler: async ({ request }) => {
        const isStopping = (): boolean => stopping.aborted
        const { ready, checks } = await checkReadiness({ root: workspace.root, readOnly, journal, isStopping })
        return json({ ready, ...(guard.isAuthorised(request) && { checks }) }, ready ? 200 : 503)
      },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      summary: 'Numbers of this workspace and process in the format of Prometheus',
      responses: { 200: { description: 'Counters begin at the start of the server', type: 'text/plain' } },
      handler: async () => {
        const { type, text } = await page()
        return new Response(await text(), { headers: { 'content-type': type, 'cache-control': 'no-store' } })
      },
    }),
  ]
}
