import { part } from '../../platform/ui/part.tsx'

/** Paints large graphs; loads with the first one. */
export const LoadedOverview = part(() => import('./Overview.tsx').then((module) => module.Overview))
