import { describe, expect, test } from 'vitest'
import { composeSongByRule } from './compose-song.ts'
import { plainLine } from './lyrics.ts'
import { SUBJECT_BRIEFS } from './subject-briefs.ts'
import { splitWord, startsWeak, stressOf, syllablesOf, weakBefore } from './syllables.ts'
import { ENGLISH, RUSSIAN } from './verses.ts'
import { readSubjects } from './weave.ts'

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

test('every syllable of a Russian line has one vowel', () => {
  const lines = [...Object.values(RUSSIAN.themes), ...Object.values(RUSSIAN.choruses)].flat(2)
  const odd = lines.flatMap(syllablesOf).filter((syllable) => syllable.match(/[аеёиоуыэюя]/giu)?.length !== 1)
  expect(odd).toEqual([])
})

test('words without hyphens are split by their sounds, punctuation stays with the last syllable', () => {
  expect(syllablesOf('The ropes, the song')).toEqual(['The', 'ropes,', 'the', 'song'])
  expect(syllablesOf('вода и небо')).toEqual(['во-', 'да', 'и', 'не-', 'бо'])
  expect(syllablesOf('в дом')).toEqual(['в~дом'])
})

test.each(
  (
    'lit-tle can-dle birth-day home-work An-na Ma-ri-a com-pu-ter drag-ons|dra-gons tax-es cof-fee free-dom moun-tain ' +
    'grand-mo-ther col-league miles eyes loved want-ed|wan-ted Ан-на соба-ка|со-ба-ка друж-ба сол-нце|солн-це ба-буш-ка пес-ня|пе-сня ' +
    'лод-ка семь-я вол-на чай-ка под-руга|под-ру-га|по-дру-га'
  ).split(' '),
)('%s is divided there', (written) => {
  const forms = written.split('|')
  expect(forms).toContain(splitWord(forms[0]?.replaceAll('-', '') ?? '').join('-'))
})

test('a phrase knows its first stress', () => {
  expect(['Anna', 'Maria', 'любви', 'свободе', 'кота', 'ребёнок'].map(stressOf)).toEqual([0, 1, 1, 1, 1, 1])
  expect(['my cat', 'the road home', 'для Анны', 'о любви', 'coffee'].map(weakBefore)).toEqual([1, 1, 1, 2, 0])
  expect(startsWeak(syllablesOf('And this one is for Anna'))).toBe(true)
  expect(startsWeak(syllablesOf('Coffee in the morning now'))).toBe(false)
})

const wordsOf = (brief: string, seed = 'x'): string =>
  composeSongByRule({ brief, seed })
    .lyrics.flatMap(({ lines }) => lines.map(plainLine))
    .join('\n')
    .toLowerCase()

describe('the words of a song', () => {
  test.each(SUBJECT_BRIEFS)('of “%s” speak of %s', (brief, subject) => {
    expect(wordsOf(brief)).toContain(subject)
  })

  test('name the person first, in the case of the brief', () => {
    expect(readSubjects('песня на день рождения для Анны')[0]).toMatchObject({ link: 'for', phrase: 'для Анны' })
    expect(readSubjects('a song about the sea for Anna, with piano')).toMatchObject([
      { link: 'for', phrase: 'Anna' },
      { link: 'about', phrase: 'the sea' },
    ])
    expect(readSubjects('a waltz for violin and piano')).toEqual([])
  })

  test('say no farewell in a lullaby, and take no side without a mood', () => {
    for (const seed of ['1', '2', '3', '4'])
      for (const brief of ['грустная колыбельная', 'a sad lullaby', 'колыбельная для Маши'])
        expect(wordsOf(brief, seed)).not.toMatch(/прощай|не встретишь|never brings|tears|falling years/u)
    expect(wordsOf('a song about taxes')).not.toMatch(/tears|leading me to you/u)
  })

  test.each(['an instrumental waltz', 'джаз без слов', 'rock without words', 'инструментальная баллада о море'])(
    '“%s” has none',
    (brief) => {
      const { lyrics, score } = composeSongByRule({ brief, seed: 'x' })
      expect(lyrics.flatMap(({ lines }) => lines).join('')).toBe('')
      expect(score).not.toMatch(/^w:/mu)
    },
  )

  test('of a blues say the first line twice', () => {
    const { lyrics } = composeSongByRule({ brief: 'a blues about a broken car', seed: 'x' })
    const [first] = lyrics
    expect(first?.lines[2]).toBe(first?.lines[0])
    expect(first?.lines[4]).not.toBe(first?.lines[0])
  })
})
