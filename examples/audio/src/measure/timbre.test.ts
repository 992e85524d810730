import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '../audio-buffer.ts'
import { DRUM_KEYS } from '../bank/drum-keys.ts'
import { DRUM_LAYERS, DRUM_TURNS, drumWaves } from '../bank/drums.ts'
import { OCTAVES } from '../bank/octave-levels.ts'
import { renderNotes } from '../bank/render-notes.ts'
import { attackTime, octaveLevels } from './timbre.ts'

const tone = (hertz: number, level = 1) =>
  Float32Array.from(
    { length: SAMPLE_RATE },
    (_, index) => level * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE),
  )

test('a tone is in its octave, and one of a tenth of its level is 20 dB below it', () => {
  const quiet = tone(4000, 0.1)
  const levels = octaveLevels(tone(500).map((value, index) => value + (quiet[index] ?? 0)))
  expect(levels[OCTAVES.indexOf(500)]).toBeCloseTo(0, 0)
  expect(levels[OCTAVES.indexOf(4000)]).toBeCloseTo(-20, 0)
  expect(levels[OCTAVES.indexOf(125)]).toBeLessThan(-30)
})

test('an attack lasts from a tenth to nine tenths of the peak', () => {
  const rising = tone(1000).map((value, index) => value * Math.min(1, index / (0.1 * SAMPLE_RATE)))
  expect(attackTime(rising)).toBeCloseTo(0.08, 2)
})

test('a harder stroke is brighter, and no two strokes in a row are alike', () => {
  const [soft, , hard] = drumWaves('snare', 0).map(octaveLevels)
  expect(DRUM_LAYERS.at(-1)?.upTo).toBe(127)
  expect((hard?.[7] ?? 0) - (soft?.[7] ?? 0)).toBeGreaterThan(5)
  // Whole blocks of the synthesiser: every stroke begins at the same place of one.
  const spacing = 25_600
  const strokes = Array.from({ length: DRUM_TURNS + 1 }, (_, index) => index)
  const { left } = renderNotes(
    strokes.map((index) => ({
      start: (index * spacing) / SAMPLE_RATE,
      duration: 0.1,
      pitch: DRUM_KEYS.snare,
      velocity: 90,
    })),
    'drum-kit',
    { seconds: (strokes.length * spacing) / SAMPLE_RATE },
  )
  const stroke = (index: number) => left.subarray(index * spacing, index * spacing + 10_000)
  const differs = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0) /
    one.reduce((sum, value) => sum + value ** 2, 0)
  for (const index of strokes.slice(1)) expect(differs(stroke(index), stroke(index - 1))).toBeGreaterThan(0.05)
  expect(differs(stroke(DRUM_TURNS), stroke(0))).toBeLessThan(0.05)
})
