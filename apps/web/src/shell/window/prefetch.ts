// The parts that editing needs, what a first click shows before the rest. Monaco apart: it is larger than all together.
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./WorkspaceMenu.tsx'),
  () => import('../../design/canvas/NodeStatus.tsx'),
  () => import('../../design/canvas/WritingBubble.tsx'),
  () => import('../../design/inspector/IdeaInspector.tsx'),
  () => import('../../design/inspector/forms.ts'),
  () => import('../../design/inspector/watch-edges.tsx').then(({ watchEdges }) => watchEdges()),
  () => import('../../platform/api/run-events.ts'),
  () => import('../../runs/trace/SpanDetail.tsx'),
  () => import('./OpenDialog.tsx'),
  () => import('../../platform/ui/Toasts.tsx'),
  () => import('../../design/inspector/OtherNode.tsx'),
  () => import('../../design/add/AddPicker.tsx'),
  () => import('../../design/naming/IdeaName.tsx'),
  () => import('../../design/naming/ToolName.tsx'),
  () => import('../menus/ContextMenu.tsx'),
  () => import('../dialogs/Palette.tsx'),
  () => import('../find/FindDialog.tsx'),
  () => import('../dock/run-panels.ts'),
  () => import('../../runs/result/ResultPanel.tsx'),
  () => import('../../design/schema-editor/watch-schemas.ts').then(({ watchSchemas }) => watchSchemas()),
]

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })

/** Fetches parts one after the other, each when the browser has nothing else to do; one that does not come is asked for when it is needed. */
async function fetchInTurn(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await idle()
    await load().catch(() => undefined)
  }
}

/** Fetches the first click's code, then, unless data is saved, the rest of the page, which then works with the server away. */
export async function prefetch(): Promise<void> {
  await fetchInTurn(PARTS)
  const [{ fetchRest }, { isSparing }] = await Promise.all([
    import('./fetch-rest.ts'),
    import('../../platform/session/is-sparing.ts'),
  ])
  if (isSparing()) return
  const { LATER } = await import('./prefetch-later.ts')
  await fetchInTurn(LATER)
  await fetchRest(idle)
}
