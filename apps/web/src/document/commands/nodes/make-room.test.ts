import { describe, expect, it } from 'vitest'
import { movedAside } from './make-room.ts'

const spot = (id: string, x: number, y: number, height = 100) => ({ id, x, y, width: 244, height })

describe('a node that grows', () => {
  it('moves what it would cover down, and what that would cover in turn', () => {
    const moved = movedAside(
      [spot('grown', 0, 0, 300)],
      [spot('next', 0, 450), spot('below', 0, 320), spot('under', 0, 200)],
    )
    expect([...moved]).toEqual([
      ['under', { x: 0, y: 340, isAuto: true }],
      ['below', { x: 0, y: 480, isAuto: true }],
      ['next', { x: 0, y: 620, isAuto: true }],
    ])
  })

  it('moves nothing that is not in the way, and nothing that was placed by hand', () => {
    expect(movedAside([spot('grown', 0, 0, 300)], [spot('beside', 300, 100), spot('below', 0, 340)]).size).toBe(0)
    const moved = movedAside([spot('grown', 0, 0, 300), spot('hand', 0, 330)], [spot('auto', 0, 200)])
    expect([...moved]).toEqual([['auto', { x: 0, y: 470, isAuto: true }]])
  })
})
