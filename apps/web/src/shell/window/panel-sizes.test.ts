// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { readSizes, writeSizes } from './panel-sizes.ts'

const storage = (text: string | null) => ({ getItem: () => text })

describe('the borders of the panels', () => {
  it('are where they were put', () => {
    let kept = ''
    const sizes = { explorer: 300, inspector: 500, dock: 200, isChosen: true }
    writeSizes({ setItem: (_, text) => (kept = text) }, sizes)
    expect(readSizes(storage(kept))).toEqual(sizes)
  })

  it('start fresh without a readable memory, or with sizes that no window would allow', () => {
    const first = readSizes(storage(null))
    for (const text of ['{', '[]', '{"explorer":"wide"}', '{"explorer":5,"dock":99999}'])
      expect(readSizes(storage(text))).toEqual(first)
  })
})
