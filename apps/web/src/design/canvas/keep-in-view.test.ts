import { describe, expect, it } from 'vitest'
import { isCovered, keepInView } from './keep-in-view.ts'

const BEFORE = { width: 1000, height: 700 }
const AFTER = { width: 1000, height: 400 }
const VIEW = { x: 0, y: 0, zoom: 1 }
/** The toolbar in the lower left corner of a pane. */
const toolbarOf = ({ height }: { readonly height: number }) => [{ x: 10, y: height - 50, width: 250, height: 40 }]

describe('a pane that changes its size', () => {
  it('moves no node under the toolbar that was free of it, and goes back with the pane', () => {
    const keep = keepInView(BEFORE)
    const rects = [{ x: 100, y: 200, width: 200, height: 190 }]
    const drawn = (size: typeof BEFORE) => ({ rects, covers: toolbarOf(size) })
    const low = keep(AFTER, VIEW, 0.1, drawn(AFTER))
    expect(low).not.toBeNull()
    expect(isCovered(rects[0] ?? toolbarOf(AFTER)[0]!, low ?? VIEW, toolbarOf(AFTER))).toBe(false)
    expect(keep(BEFORE, low ?? VIEW, 0.1, drawn(BEFORE))).toEqual(VIEW)
  })

  it('leaves a node under the toolbar where a person put it there', () => {
    const keep = keepInView(BEFORE)
    const rects = [
      { x: 100, y: 100, width: 100, height: 100 },
      { x: 100, y: 640, width: 200, height: 50 },
    ]
    const wider = { width: 1200, height: 700 }
    expect(keep(wider, VIEW, 0.1, { rects, covers: toolbarOf(wider) })).toEqual(VIEW)
  })
})
