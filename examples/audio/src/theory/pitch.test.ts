import { expect, test } from 'vitest'
import { pitchName } from './pitch.ts'

test('a blue note is lowered, a leading tone raised', () => {
  const d = { tonic: 2, mode: 'major' } as const
  expect([5, 0, 10].map((pitch) => pitchName(pitch, d))).toEqual(['F', 'C', 'Bb'])
  expect(pitchName(8, { tonic: 9, mode: 'minor' })).toBe('G#')
  expect(pitchName(5, { tonic: 6, mode: 'minor' })).toBe('E#')
})
