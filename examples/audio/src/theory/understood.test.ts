import { expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { writeAbc } from '../abc/write-abc.ts'
import { composeSongByRule } from './compose-song.ts'
import { EXAMPLE_BRIEFS } from './example-briefs.ts'
import { SUBJECT_BRIEFS } from './subject-briefs.ts'

const subtitleOf = (brief: string): string => parseAbc(composeSongByRule({ brief, seed: 'x' }).score).subtitle ?? ''

test('says what was understood and what was not', () => {
  expect(subtitleOf('a zxcv blues in E at 93 bpm, for guitar and bass')).toMatch(
    /^E( \w+)? blues, 93 bpm, guitar.* and .+; not understood: zxcv$/u,
  )
  expect(subtitleOf('блюз в ми мажоре, 93 уд/мин, фщзк')).toMatch(/^Блюз, ми мажор, 93 уд\/мин, .+; не понято: фщзк$/u)
})

test.each([
  ['a waltz in 4/4', /in 4\/4, though it would be 3\/4/u],
  ['a happy sad ballad', /both joyful and sad/u],
  ['a 10 minute ambient drone', /three minutes are the longest/u],
  ['весёлая грустная песня', /настроения спорят: весёлое и грустное/u],
])('names the contradiction of “%s”', (brief, said) => {
  expect(subtitleOf(brief)).toMatch(said)
})

test('says of nonsense that nothing in it was understood', () => {
  expect(subtitleOf('qwrt zxcv')).toMatch(/not understood: qwrt, zxcv; nothing in the brief says more$/u)
})

test.each([
  'a sad ballad about an old bakery, with wind outside',
  'грустная баллада о старой пекарне, слышен ветер, медленно',
  'a waltz for a wind quartet',
])('understands every word of “%s”', (brief) => expect(subtitleOf(brief)).not.toMatch(/not understood|не понято/u))

test('understands every word of the briefs that the README and the tests name', () => {
  const odd = [...EXAMPLE_BRIEFS, ...SUBJECT_BRIEFS.map(([brief]) => brief)].filter((brief) =>
    /not understood|не понято/u.test(subtitleOf(brief)),
  )
  expect(odd.map((brief) => `${brief} => ${subtitleOf(brief)}`)).toEqual([])
})

test('stays in the score when it is read and written', () => {
  const { score } = composeSongByRule({ brief: 'a waltz about the sea', seed: 'x' })
  expect(score.split('\n').filter((line) => line.startsWith('T:'))).toHaveLength(2)
  expect(writeAbc(parseAbc(score))).toBe(score)
})
