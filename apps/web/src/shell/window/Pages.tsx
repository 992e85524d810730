import type { ComponentType } from 'react'
import { part } from '../../platform/ui/part.tsx'
import type { PageName } from '../../platform/session/location.ts'

type Name = Exclude<PageName, 'bench'>

/** Pages over the workbench, each loaded when it is first opened. */
const PAGES: { readonly [Each in Name]: ComponentType } = {
  activities: part(() => import('../../design/activities/ActivitiesPage.tsx').then((module) => module.ActivitiesPage)),
  ask: part(() => import('../../runs/ask/AskPage.tsx').then((module) => module.AskPage)),
  cases: part(() => import('../../runs/cases/CasesPage.tsx').then((module) => module.CasesPage)),
  compare: part(() => import('../../runs/compare/ComparePage.tsx').then((module) => module.ComparePage)),
  readiness: part(() => import('../../design/schema-editor/ReadinessPage.tsx').then((module) => module.ReadinessPage)),
  gallery: part(() => import('../gallery/GalleryPage.tsx').then((module) => module.GalleryPage)),
  settings: part(() => import('../settings/SettingsPage.tsx').then((module) => module.SettingsPage)),
  experiments: part(() =>
    import('../../runs/experiments/ExperimentsPage.tsx').then((module) => module.ExperimentsPage),
  ),
  runs: part(() => import('../../runs/list/RunsPage.tsx').then((module) => module.RunsPage)),
  trace: part(() => import('../trace/TracePage.tsx').then((module) => module.TracePage)),
}

export function Page({ name }: { readonly name: Name }) {
  const Shown = PAGES[name]
  return <Shown />
}
