import { Suspense, lazy } from 'react'
import { useStore } from 'zustand'
import { t } from '../i18n/index.ts'
import { graphStore, useGraph } from '../stores/graph.ts'
import { runStore, type RunView } from '../stores/run-view.ts'
import { focusedNode, sessionStore } from '../stores/session.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import styles from './inspector.module.css'

// What is selected decides what is fetched; before that the panel costs nothing.
const IdeaInspector = lazy(() => import('./IdeaInspector.tsx').then((module) => ({ default: module.IdeaInspector })))
const OtherNode = lazy(() => import('./OtherNode.tsx').then((module) => ({ default: module.OtherNode })))
const McpPanel = lazy(() => import('./mcp/McpPanel.tsx').then((module) => ({ default: module.McpPanel })))
const GroupPanel = lazy(() => import('./GroupPanel.tsx').then((module) => ({ default: module.GroupPanel })))
const SpanDetail = lazy(() => import('../trace/SpanDetail.tsx').then((module) => ({ default: module.SpanDetail })))

const selectedSpan = (view: RunView): string | null => view.selectedSpan

/** The right panel: the selected span of the open Run, else the selected Idea or Tool as a form or as text. */
export function Inspector() {
  const focus = useStore(sessionStore, focusedNode)
  const span = useStore(runStore, selectedSpan)
  const graph = useGraph()
  const group = useStore(graphStore, ({ groups }) => groups.get(focus ?? ''))
  const node = graph.nodes.find(({ id }) => id === focus)
  if (span !== null)
    return (
      <aside className={styles.inspector} aria-label={t('inspectorPanel.label')} data-own-keys>
        <ErrorBoundary key={span}>
          <Suspense fallback={null}>
            <SpanDetail />
          </Suspense>
        </ErrorBoundary>
      </aside>
    )
  return (
    <aside className={styles.inspector} aria-label={t('inspectorPanel.label')} data-own-keys>
      {node === undefined && group === undefined && <p className={styles.empty}>{t('inspectorPanel.nothing')}</p>}
      <Suspense fallback={null}>
        {group !== undefined && focus !== null && <GroupPanel key={focus} id={focus} group={group} />}
        {node?.kind === 'idea' && <IdeaInspector node={node} />}
        {node?.kind === 'mcp' && <McpPanel key={node.id} node={node} />}
        {node !== undefined && node.kind !== 'idea' && node.kind !== 'mcp' && <OtherNode node={node} />}
      </Suspense>
    </aside>
  )
}
