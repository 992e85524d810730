import { layOut } from '../../src/document/layout/lay-out.ts'
import { USUAL_FRAME, layoutGraph } from '../../src/document/layout/layout.ts'
import '../../src/platform/styles/tokens.css'
import '../../src/platform/styles/base.css'
import { compareWithElk, type Comparison } from './crossings.ts'
import { deriveTimes } from './derive.ts'
import { denseGraph, moduleGraph } from './module-graph.ts'
import { mountOurs } from './our-canvas.tsx'
import { mountPlain } from './plain-flow.tsx'
import { mountRaw } from './raw-canvas.ts'
import type { Stage, Subject } from './stage.ts'

const MOUNTS: Readonly<Record<string, (stage: Stage) => Subject>> = {
  ours: (stage) => mountOurs(stage),
  folded: (stage) => mountOurs(stage, true),
  plain: mountPlain,
  raw: mountRaw,
}
const SEED = 41

let subject: Subject | null = null

/** The API for the measurements. */
const bench = {
  /** Milliseconds from mounting a canvas to the first picture of the whole graph; `none` mounts nothing. */
  async mount(kind: string, count: number): Promise<number> {
    const host = document.querySelector<HTMLElement>('#host')
    const mount = MOUNTS[kind]
    if (host === null || mount === undefined) return 0
    const graph = moduleGraph(count, SEED)
    const places = layoutGraph(graph, new Map())
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = performance.now()
    subject = mount({ host, graph, places })
    await subject.shown
    return performance.now() - startedAt
  },
  flyTo: (id: string): void => subject?.flyTo(id),
  frame: (): Promise<number> => new Promise(requestAnimationFrame),
  elements: (): number => document.querySelectorAll('#host *').length,
  /** Milliseconds from asking the layout worker to its answer; the first one starts it. */
  async layoutTimes(count: number, rounds: number): Promise<readonly number[]> {
    const graph = denseGraph(count, SEED)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now()
      await new Promise((resolve) => layOut(graph, { before: null, placed: new Map(), frame: USUAL_FRAME }, resolve))
      times.push(performance.now() - startedAt)
    }
    return times
  },
  deriveTimes: (count: number) => deriveTimes(moduleGraph(count, SEED)),
  compareWithElk: (count: number, seed: number, isDense: boolean): Promise<Comparison> =>
    compareWithElk(isDense ? denseGraph(count, seed) : moduleGraph(count, seed)),
}

declare global {
  interface Window {
    readonly bench: typeof bench
  }
}
Object.assign(window, { bench })
