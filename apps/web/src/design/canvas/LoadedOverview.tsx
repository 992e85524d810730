import { part } from '../../platform/ui/part.tsx'

/** What paints large graphs, loaded when the first one is shown. */
export const LoadedOverview = part(() => import('./Overview.tsx').then((module) => module.Overview))
