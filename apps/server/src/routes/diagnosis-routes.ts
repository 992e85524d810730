import { arch, platform, release } from 'node:os'
import type { GraphNode, Problem } from '@ensemble/core'
import { explainExamination, redactJson } from '@ensemble/core/host'
import { type Route, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { isFileAddress } from '../workspace/file-address.ts'

const RUNS = 20
const KINDS = ['idea', 'activity', 'mcp', 'url', 'missing'] as const satisfies readonly GraphNode['kind'][]

/** An address without its host: it says only whether the host is in this network. */
const placeOf = (baseUrl: string): string => {
  if (isFileAddress(baseUrl)) return 'file:'
  const { protocol, hostname, port } = new URL(baseUrl)
  const isOwn = /^(localhost|127\.|10\.|192\.168\.|\[)/.test(hostname)
  return isOwn ? `${protocol}//(own machine or network)${port === '' ? '' : `:${port}`}` : `${protocol}//${hostname}`
}

const toShown = ({ code, severity, file, path }: Problem): Record<string, unknown> => ({ code, severity, file, path })

/** The facts for a bug report: codes and counts, without keys, prompts, inputs, results or local addresses. */
export const diagnosisRoutes = (services: Services): readonly Route[] => {
  const { version, workspace, journal, models, redact } = services

  const collect = async (): Promise<Record<string, unknown>> => {
    const { nodes, edges, problems } = await workspace.graph()
    const { items } = await journal.runs.list({ limit: RUNS })
    return {
      format: 'ensemble-diagnosis',
      version: 1,
      made: new Date().toISOString(),
      ensemble: version,
      machine: { node: process.version, platform: platform(), release: release(), arch: arch() },
      ...models.defaults(),
      storage: await journal.size(),
      graph: {
        nodes: Object.fromEntries(KINDS.map((kind) => [kind, nodes.filter((node) => node.kind === kind).length])),
        edges: edges.length,
        problems: problems.map(toShown),
      },
      endpoints: (await models.endpoints()).map(({ baseUrl, source, key, concurrency }) => ({
        baseUrl: placeOf(baseUrl),
        source,
        key,
        concurrency,
      })),
      examined: models.list().flatMap(({ examined }) =>
        examined === undefined
          ? []
          : [
              {
                ...examined,
                endpoint: examined.simulated ? examined.endpoint : placeOf(examined.endpoint),
                findings: explainExamination(examined),
              },
            ],
      ),
      runs: items.map(({ id, status, error, usage, startedAt, endedAt, head, waitingFor }) => ({
        id,
        status,
        usage,
        startedAt,
        endedAt,
        events: head.seq,
        error: error?.code,
        waitingFor: waitingFor.map(({ type }) => type),
      })),
    }
  }

  return [
    route({
      method: 'GET',
      path: '/api/diagnosis',
      summary: 'A document for a bug report: codes and counts, without keys, prompts, inputs or results',
      responses: { 200: { description: 'format ensemble-diagnosis, version 1', schema: { type: 'object' } } },
      handler: async () =>
        new Response(JSON.stringify(redactJson(await collect(), redact), null, 2), {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
            'content-disposition': 'attachment; filename="ensemble-diagnosis.json"',
          },
        }),
    }),
  ]
}
