// The parts that editing needs, what a first click shows before the rest. Monaco apart: it is larger than all together.
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../../design/inspector/IdeaInspector.tsx'),
  () => import('../../design/inspector/forms.ts'),
  () => import('../../design/inspector/watch-edges.tsx').then(({ watchEdges }) => watchEdges()),
  () => import('../../platform/api/run-events.ts'),
  () => import('../../runs/trace/SpanDetail.tsx'),
  () => import('./OpenDialog.tsx'),
  () => import('../../platform/ui/Toasts.tsx'),
  () => import('../../design/inspector/OtherNode.tsx'),
  () => import('../dialogs/Palette.tsx'),
  () => import('../find/FindDialog.tsx'),
  () => import('../dock/run-panels.ts'),
  () => import('../../runs/result/ResultPanel.tsx'),
  () => import('../../design/schema-editor/watch-schemas.ts').then(({ watchSchemas }) => watchSchemas()),
]

/** One after the other, each when the browser has nothing else to do. A part that does not come is asked for when it is needed. */
async function fetchParts(): Promise<void> {
  for (const load of PARTS) {
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
      else setTimeout(resolve)
    })
    await load().catch(() => undefined)
  }
}

/**
 * Fetches what is fetched when it is needed as soon as somebody is here, before the pointer has come to anything: what a
 * click shows is there, and edits go on with the server away, as the window promises.
 */
export function prefetchOnInput(): void {
  const stop = new AbortController()
  for (const type of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(
      type,
      () => {
        stop.abort()
        void fetchParts()
      },
      { signal: stop.signal },
    )
}
