import { Suspense, lazy, type ComponentType } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import type { PageName } from '../stores/location.ts'

/** Pages over the workbench, each loaded when it is first opened. */
const PAGES: { readonly [Name in Exclude<PageName, 'bench'>]: ComponentType } = {
  activities: lazy(() =>
    import('../activities/ActivitiesPage.tsx').then(({ ActivitiesPage }) => ({ default: ActivitiesPage })),
  ),
  ask: lazy(() => import('../ask/AskPage.tsx').then(({ AskPage }) => ({ default: AskPage }))),
  cases: lazy(() => import('../cases/CasesPage.tsx').then(({ CasesPage }) => ({ default: CasesPage }))),
  compare: lazy(() => import('../compare/ComparePage.tsx').then(({ ComparePage }) => ({ default: ComparePage }))),
  readiness: lazy(() =>
    import('../schema-editor/ReadinessPage.tsx').then(({ ReadinessPage }) => ({ default: ReadinessPage })),
  ),
  gallery: lazy(() => import('../gallery/GalleryPage.tsx').then(({ GalleryPage }) => ({ default: GalleryPage }))),
  settings: lazy(() => import('../settings/SettingsPage.tsx').then(({ SettingsPage }) => ({ default: SettingsPage }))),
  experiments: lazy(() =>
    import('../experiments/ExperimentsPage.tsx').then(({ ExperimentsPage }) => ({ default: ExperimentsPage })),
  ),
  runs: lazy(() => import('../runs/RunsPage.tsx').then(({ RunsPage }) => ({ default: RunsPage }))),
}

export function Page({ name }: { readonly name: Exclude<PageName, 'bench'> }) {
  const Shown = PAGES[name]
  return (
    <ErrorBoundary key={name}>
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    </ErrorBoundary>
  )
}
