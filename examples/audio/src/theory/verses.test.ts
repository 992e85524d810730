import { expect, test } from 'vitest'
import { syllablesOf } from './lyrics.ts'
import { ENGLISH, RUSSIAN } from './verses.ts'

test.each([
  ['English', ENGLISH],
  ['Russian', RUSSIAN],
])('%s lines have eight and six syllables by turns', (_, { themes, choruses }) => {
  const couplets = [...Object.values(themes), ...Object.values(choruses)].flat()
  const counts = couplets.flatMap(([long, short]) => [
    { line: long, wanted: 8, found: syllablesOf(long).length },
    { line: short, wanted: 6, found: syllablesOf(short).length },
  ])
  expect(counts.filter(({ wanted, found }) => wanted !== found)).toEqual([])
})

test('words without hyphens are split by their vowels, punctuation stays with the last syllable', () => {
  expect(syllablesOf('The ropes, the song')).toEqual(['The', 'ropes,', 'the', 'song'])
  expect(syllablesOf('вода и небо')).toEqual(['во-', 'да', 'и', 'не-', 'бо'])
  expect(syllablesOf('в дом')).toEqual(['в~дом'])
})
