import { describe, expect, it } from 'vitest'
import { fitLevels } from './fit-levels.ts'
import { peaksOf } from './peaks.ts'
import { positionAfter, sectionBetween } from './position.ts'
import { isHeard } from './song-store.ts'

const wave = (frequency: number, length = 44_100): Float32Array =>
  Float32Array.from({ length }, (_, index) => Math.sin((2 * Math.PI * frequency * index) / 44_100))

describe('parts with their mix', () => {
  it('are as loud as in the mix, however they were recorded', () => {
    const parts = [wave(220), wave(330).map((value) => value * 0.1), wave(71)]
    const mix = wave(0).map((_, at) => 0.5 * (parts[0]?.[at] ?? 0) + 4 * (parts[1]?.[at] ?? 0))
    const [lead = 0, bass = 0, none = 0] = fitLevels(mix, parts)
    expect([lead, bass, none].map((level) => Number(level.toFixed(2)))).toEqual([0.5, 4, 0])
  })
  it('may be silent', () => {
    expect(fitLevels(wave(220), [wave(220), new Float32Array(44_100)])[1]).toBeCloseTo(0)
  })
  it('are heard alone where any is marked solo, else unless muted', () => {
    const none = new Set<string>()
    expect(isHeard('lead', none, none)).toBe(true)
    expect(isHeard('lead', new Set(['lead']), none)).toBe(false)
    expect(isHeard('lead', none, new Set(['bass']))).toBe(false)
    expect(isHeard('lead', new Set(['lead']), new Set(['lead']))).toBe(true)
  })
})

describe('a section that goes round', () => {
  it('is entered from before and repeats', () => {
    const loop = { from: 4, to: 6 }
    expect([0, 3, 5, 6.5, 8.5].map((elapsed) => positionAfter(1, elapsed, loop))).toEqual([1, 4, 4, 5.5, 5.5])
    expect(positionAfter(1, 90, null)).toBe(91)
  })
  it('is marked by a drag in either direction; a click marks none', () => {
    expect(sectionBetween(7, 3)).toEqual({ from: 3, to: 7 })
    expect(sectionBetween(3, 3.1)).toBeNull()
  })
})

it('a waveform shows each stretch by its loudest moment', () => {
  const sound = Float32Array.from({ length: 400 }, (_, index) => (index < 200 ? 0.1 : -0.5))
  expect([...peaksOf([sound], 4)].map((peak) => Number(peak.toFixed(1)))).toEqual([0.2, 0.2, 1, 1])
})
