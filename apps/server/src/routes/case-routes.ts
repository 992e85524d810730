import type { Route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { documentRoutes } from './document-routes.ts'

export const caseRoutes = (services: Services): readonly Route[] =>
  documentRoutes(services, 'cases', 'A case').filter(({ method }) => method !== 'DELETE')
