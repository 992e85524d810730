import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { t } from '../../platform/i18n/around.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { useWantedField } from '../../platform/session/focus-field.ts'
import { graphStore, useGraph, type Picture } from '../../document/graph/graph-store.ts'
import { runStore, type RunView } from '../../runs/open/run-view.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { isSmallWindow } from '../../platform/ui/small-window.ts'
import styles from './inspector.module.css'
import { part } from '../../platform/ui/part.tsx'

// The selection decides the data to fetch; before that the panel costs nothing.
const IdeaInspector = part(() => import('./IdeaInspector.tsx').then((module) => module.IdeaInspector))
const OtherNode = part(() => import('./OtherNode.tsx').then((module) => module.OtherNode))
const McpPanel = part(() => import('./mcp/McpPanel.tsx').then((module) => module.McpPanel))
const SelectionPanel = part(() => import('./SelectionPanel.tsx').then((module) => module.SelectionPanel))
const GroupPanel = part(() => import('./GroupPanel.tsx').then((module) => module.GroupPanel))
const SpanDetail = part(() => import('../../runs/trace/SpanDetail.tsx').then((module) => module.SpanDetail))

/** A missing Run, as from an old link, has nothing to show. */
const selectedSpan = ({ selectedSpan: span, connection, log }: RunView): string | null =>
  connection === 'failed' && (log?.events.length ?? 0) === 0 ? null : span

/** By then a view that is fitted has taken the new width of its canvas; one that a person moved is left to us. */
const FITTED_MS = 100

const selectionOf = ({ selection }: Session) => selection
/** The selected nodes that are there: Undo takes away what it made, and an edit elsewhere what it deletes. */
const present = (nodes: readonly string[], { graph, notes, groups }: Picture): readonly string[] => {
  const known = new Set(graph.nodes.map(({ id }) => id))
  return nodes.filter((id) => known.has(id) || notes.has(id) || groups.has(id))
}

/** The right panel: the selected span of the open Run, else the selected Idea or Tool as a form or as text. */
export function Inspector() {
  const { tool, nodes } = useStore(sessionStore, selectionOf)
  const there = useStore(
    graphStore,
    useShallow((picture) => present(nodes, picture)),
  )
  const focus = tool?.node ?? there[0] ?? null
  // Several nodes have no form: an edit would seem to change all of them.
  const chosen = tool === null && there.length > 1 ? there : null
  const span = useStore(runStore, selectedSpan)
  const graph = useGraph()
  const group = useStore(graphStore, ({ groups }) => groups.get(focus ?? ''))
  const node = graph.nodes.find(({ id }) => id === focus)
  const isEmpty = span === null && chosen === null && node === undefined && group === undefined
  useEffect(() => {
    if (isEmpty || focus === null || !isSmallWindow()) return undefined
    const timer = setTimeout(() => canvasView()?.reveal(focus), FITTED_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the panel opens: a node that is chosen later is where it was pressed
  }, [isEmpty])
  if (span !== null)
    return (
      <Panel>
        <ErrorBoundary key={span}>
          <SpanDetail />
        </ErrorBoundary>
      </Panel>
    )
  if (chosen !== null)
    return (
      <Panel>
        <SelectionPanel nodes={chosen} />
      </Panel>
    )
  return (
    <Panel isEmpty={isEmpty}>
      {isEmpty && <p className={styles.empty}>{t('inspectorPanel.nothing')}</p>}
      {group !== undefined && focus !== null && <GroupPanel key={focus} id={focus} group={group} />}
      {node?.kind === 'idea' && <IdeaInspector node={node} />}
      {node?.kind === 'mcp' && <McpPanel key={node.id} node={node} />}
      {node !== undefined && node.kind !== 'idea' && node.kind !== 'mcp' && <OtherNode node={node} />}
    </Panel>
  )
}

/** Takes the focus when a Command leads into it; Tab moves into its content. */
function Panel({ isEmpty = false, children }: { readonly isEmpty?: boolean; readonly children: ReactNode }) {
  const root = useRef<HTMLElement>(null)
  useWantedField('panel', root)
  return (
    <aside
      ref={root}
      className={styles.inspector}
      aria-label={t('inspectorPanel.label')}
      tabIndex={-1}
      data-own-keys
      data-empty={isEmpty}
    >
      {children}
    </aside>
  )
}
