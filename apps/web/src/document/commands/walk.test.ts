// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { graphEdge, graphNode } from '../graph/test-graph.ts'
import { canvasPart, focusOn } from '../graph/canvas-part.ts'
import { registerCanvasView } from '../graph/canvas-view.ts'
import { graphStore } from '../graph/graph-store.ts'
import { enterIdea, isInside } from '../graph/inside.ts'
import { NOTHING, selectNode, sessionStore } from '../../platform/session/session.ts'
import { back, stepFrom, walks } from './walk.ts'
import type { Point } from '../layout/layout-file.ts'

/** A cross around the middle; one node far to the right that the middle delegates to, and one without a place. */
const PLACES = { middle: [0, 0], left: [-100, 0], right: [100, 0], top: [0, -100], bottom: [0, 100], far: [900, 300] }

beforeEach(() => {
  const nodes = ['middle', 'left', 'right', 'top', 'bottom', 'far', 'unplaced'].map((id) =>
    graphNode(id, { id, title: `The ${id}` }),
  )
  const shown = { nodes, edges: [graphEdge('middle', 'far')], problems: [] }
  const places = new Map(Object.entries(PLACES).map(([id, [x = 0, y = 0]]) => [id, { x, y }]))
  graphStore.setState({ graph: shown, shown, places })
  sessionStore.setState({ selection: NOTHING })
  focusOn(null)
})

const press = (id: string): void => walks.find((walk) => walk.id === id)?.run()

describe('an arrow key on the canvas', () => {
  it('begins at the first node where none is chosen, or the chosen one is not shown', () => {
    expect(stepFrom(null, 'below')).toBe('middle')
    expect(stepFrom('gone', 'next')).toBe('middle')
    expect(stepFrom('unplaced', 'above')).toBe('middle')
  })

  it('goes along a delegation and back before it goes to what is nearer', () => {
    expect(stepFrom('middle', 'next')).toBe('far')
    expect(stepFrom('far', 'previous')).toBe('middle')
  })

  it('goes to the nearest node of its side, straight ahead before aside, and nowhere if there is none', () => {
    expect(stepFrom('middle', 'previous')).toBe('left')
    expect(stepFrom('left', 'next')).toBe('middle')
    expect(stepFrom('middle', 'above')).toBe('top')
    expect(stepFrom('middle', 'below')).toBe('bottom')
    expect(stepFrom('bottom', 'above')).toBe('middle')
    expect(stepFrom('top', 'above')).toBeNull()
    expect(stepFrom('left', 'previous')).toBeNull()
    expect(stepFrom('far', 'next')).toBeNull()
  })

  it('chooses that node, brings it into sight and says its title', () => {
    const revealed: string[] = []
    const nothing = (): void => undefined
    const seen = {
      fit: nothing,
      zoomIn: nothing,
      zoomOut: nothing,
      flyTo: nothing,
      centre: () => ({ x: 0, y: 0 }),
      pane: () => ({ width: 0, height: 0 }),
    }
    const same = (at: Point): Point => at
    const places = { toWindow: same, toCanvas: same, zoom: () => 1 }
    onTestFinished(registerCanvasView({ ...seen, ...places, reveal: (ids) => void revealed.push(...[ids].flat()) }))
    selectNode('middle')
    press('above')
    expect(sessionStore.getState().selection.nodes).toEqual(['top'])
    expect(revealed).toEqual(['top'])
    expect(sessionStore.getState().announcement).toContain('The top')
    press('above')
    expect(revealed).toEqual(['top'])
  })
})

describe('Escape', () => {
  it('leaves the inside of an Idea, then the selection, then a call path, and is nothing after that', () => {
    focusOn('middle')
    selectNode('middle')
    enterIdea('middle')
    back.run()
    expect([isInside(), sessionStore.getState().selection.nodes]).toEqual([false, ['idea:middle']])
    back.run()
    expect(sessionStore.getState().selection).toEqual(NOTHING)
    expect(canvasPart.getState().focus).toBe('middle')
    expect(back.isEnabled()).toBe(true)
    back.run()
    expect(canvasPart.getState().focus).toBeNull()
    expect(back.isEnabled()).toBe(false)
  })
})
