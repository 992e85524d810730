import type { Graph } from '@ensemble/core'
import type { Positions } from './layout-file.ts'
import type { Frame } from './layout.ts'
import type { LayoutAnswer, LayoutQuestion } from './layout-worker.ts'

type Listener = (places: Positions) => void

let worker: Worker | null = null
let latest = 0
let listener: Listener | null = null

function start(): Worker {
  const started = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' })
  started.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
    if (data.id === latest) listener?.(new Map(data.places))
  })
  return started
}

/**
 * Lays a graph out in the worker: new nodes next to those `before`, or with null all but `placed`. `onPlaces` gets only
 * the latest answer.
 */
export function layOut(
  { nodes, edges }: Graph,
  { before, placed, frame }: { readonly before: Positions | null; readonly placed: Positions; readonly frame: Frame },
  onPlaces: Listener,
): void {
  worker ??= start()
  latest += 1
  listener = onPlaces
  const question: LayoutQuestion = {
    id: latest,
    // Only what decides sizes and rows goes over.
    nodes: nodes.map(({ id, kind, name, tools }) => ({
      id,
      kind,
      name,
      tools: tools.map(({ name: tool, mode }) => ({ name: tool, mode, modules: [], approval: false })),
      input: null,
      output: null,
      problems: 0,
    })),
    edges,
    before: before && [...before],
    placed: [...placed],
    frame,
  }
  worker.postMessage(question)
}
