import { expect, test } from 'vitest'
import { nameFrom, toolNameFrom } from './name-from.ts'

test.each([
  ['Rain song', 'rain-song'],
  ['Песня о дожде', 'pesnya-o-dozhde'],
  ['Über, 2 Köche!', 'uber-2-koche'],
  ['writeMelody', 'writeMelody'],
  ['7/8', ''],
  ['音楽', ''],
])('%s becomes the name of a file: %s', (words, name) => {
  expect(nameFrom(words)).toBe(name)
})

test('a Tool has the same name without hyphens', () => {
  expect(toolNameFrom('rain-song_2')).toBe('rainSong2')
  expect(toolNameFrom('writeMelody')).toBe('writeMelody')
})
