import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { goTo, type PageName } from '../../platform/session/location.ts'

type Name = Exclude<PageName, 'bench'>

/** Pages over the workbench, each loaded when it is first opened. */
const PAGES: { readonly [Each in Name]: () => Promise<ComponentType> } = {
  activities: () => import('../../design/activities/ActivitiesPage.tsx').then(({ ActivitiesPage }) => ActivitiesPage),
  ask: () => import('../../runs/ask/AskPage.tsx').then(({ AskPage }) => AskPage),
  cases: () => import('../../runs/cases/CasesPage.tsx').then(({ CasesPage }) => CasesPage),
  compare: () => import('../../runs/compare/ComparePage.tsx').then(({ ComparePage }) => ComparePage),
  readiness: () => import('../../design/schema-editor/ReadinessPage.tsx').then(({ ReadinessPage }) => ReadinessPage),
  gallery: () => import('../gallery/GalleryPage.tsx').then(({ GalleryPage }) => GalleryPage),
  settings: () => import('../settings/SettingsPage.tsx').then(({ SettingsPage }) => SettingsPage),
  experiments: () =>
    import('../../runs/experiments/ExperimentsPage.tsx').then(({ ExperimentsPage }) => ExperimentsPage),
  runs: () => import('../../runs/list/RunsPage.tsx').then(({ RunsPage }) => RunsPage),
}

const loaded = new Map<Name, ComponentType>()

export function Page({ name }: { readonly name: Name }) {
  return (
    <ErrorBoundary key={name} onClose={() => goTo('bench')}>
      <Suspense fallback={null}>
        <Loaded name={name} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** A page as soon as its code is there. React's own `lazy` would hold it back for 300 ms once it had shown a fallback. */
function Loaded({ name }: { readonly name: Name }) {
  const [Shown, setShown] = useState(() => loaded.get(name))
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (Shown !== undefined) return
    let current = true
    PAGES[name]().then(
      (page) => {
        loaded.set(name, page)
        if (current) setShown(() => page)
      },
      (error: unknown) => current && setFailure(error),
    )
    return () => {
      current = false
    }
  }, [name, Shown])
  if (failure !== null) throw failure
  return Shown === undefined ? null : <Shown />
}
