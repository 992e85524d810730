import type { AppDeps } from '../app-deps.ts'
import { toOpenApi } from '../http/openapi.ts'
import { type Route, json, route } from '../http/route.ts'
import { activityRoutes } from './activity-routes.ts'
import { annotationRoutes } from './annotation-routes.ts'
import { archiveRoutes } from './archive-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { askRoutes } from './ask-routes.ts'
import { artifactRoutes } from './artifact-routes.ts'
import { checkRoutes } from './check-routes.ts'
import { composeRoutes } from './compose-routes.ts'
import { diagnosisRoutes } from './diagnosis-routes.ts'
import { editRoutes } from './edit-routes.ts'
import { egressRoutes } from './egress-routes.ts'
import { lossRoutes } from './loss-routes.ts'
import { endpointRoutes } from './endpoint-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { evidenceRoutes } from './evidence-routes.ts'
import { bothWaysRoutes } from './both-ways-routes.ts'
import { experimentRoutes } from './experiment-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { extractRoutes } from './extract-routes.ts'
import { forkRoutes } from './fork-routes.ts'
import { graphRoutes } from './graph-routes.ts'
import { originRoutes } from './origin-routes.ts'
import { otelRoutes } from './otel-routes.ts'
import { pageEventRoutes } from './page-event-routes.ts'
import { runListRoutes } from './run-list-routes.ts'
import { runRoutes } from './run-routes.ts'
import { storageRoutes } from './storage-routes.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { transferRoutes } from './transfer-routes.ts'
import { endpointsOfIdeas } from './use-routes.ts'
import { validateRoutes } from './validate-routes.ts'
import { breakpointRoutes } from './breakpoint-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { driftRoutes } from './drift-routes.ts'
import { draftRoutes } from './draft-routes.ts'
import { ideaRoutes } from './idea-routes.ts'
import { recordedRoutes } from './recorded-routes.ts'
import { SCHEMAS } from './schemas.ts'
import { scoreRoutes } from './score-routes.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { mcpRoutes } from './mcp-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { singleFileRoutes } from './single-file-routes.ts'
import { serviceRoutes } from './service-routes.ts'
import { templateRoutes } from './template-routes.ts'
import { toolRoutes } from './tool-routes.ts'
import { versionRoutes } from './version-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

/** Every route the server answers, and the page that describes them. */
export const createRoutes = (deps: AppDeps): readonly Route[] => {
  const routes: readonly Route[] = [
    ...serviceRoutes(deps),
    ...metricsRoutes(deps),
    ...ideaRoutes(deps),
    ...toolRoutes(deps),
    ...draftRoutes(deps),
    ...versionRoutes(deps),
    ...singleFileRoutes(deps),
    ...caseRoutes(deps),
    ...editRoutes(deps),
    ...archiveRoutes(deps),
    ...templateRoutes(deps),
    ...workspaceRoutes(deps),
    ...graphRoutes(deps),
    ...endpointRoutes(deps),
    ...diagnosisRoutes(deps),
    ...validateRoutes(deps),
    ...recordedRoutes(deps),
    ...driftRoutes(deps),
    ...evidenceRoutes(deps),
    ...checkRoutes(deps),
    ...composeRoutes(deps),
    ...conversationRoutes(deps),
    ...transferRoutes(deps),
    ...otelRoutes(deps),
    ...originRoutes(deps),
    ...runRoutes(deps),
    ...runListRoutes(deps),
    ...storageRoutes(deps),
    ...annotationRoutes(deps),
    ...scoreRoutes(deps),
    ...forkRoutes(deps),
    ...extractRoutes(deps),
    ...exportRoutes(deps),
    ...askRoutes(deps),
    ...experimentRoutes(deps),
    ...bothWaysRoutes(deps),
    ...eventRoutes(deps),
    ...artifactRoutes(deps),
    ...approvalRoutes(deps),
    ...breakpointRoutes(deps),
    ...secretRoutes(deps),
    ...mcpRoutes(deps),
    ...activityRoutes(deps),
    ...egressRoutes(deps),
    ...lossRoutes(deps),
    ...endpointsOfIdeas(deps),
    ...pageEventRoutes(deps),
  ]
  const openApi: Route = route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description',
    responses: { 200: { description: 'OpenAPI 3.1', schema: { type: 'object' } } },
    handler: ({ base }) => json(toOpenApi([...routes, openApi], SCHEMAS, { version: deps.version, base })),
  })
  return [...routes, openApi]
}
