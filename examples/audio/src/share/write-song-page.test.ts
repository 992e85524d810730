import { expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { songStructure } from './song-structure.ts'
import { writeSongPage } from './write-song-page.ts'

const SCORE =
  'X:1\nT:Two\nT:C waltz\nR:waltz\nM:3/4\nL:1/8\nQ:1/4=60\nK:C\nP:A\n"C"c2 d2 e2 | "F/A"f4 z2 |\nw:sing-ing now here\nP:B\n"Bb"z6 |]\n'

test('the structure of a song has its sections, bars, chords and syllables by the second', () => {
  const [a, b] = songStructure(parseAbc(SCORE))
  expect(a).toMatchObject({ name: 'A', at: 0, until: 6 })
  expect(a?.bars).toEqual([
    {
      at: 0,
      cells: [
        { at: 0, chord: 'C', syllable: 'sing', continues: true },
        { at: 1, syllable: 'ing' },
        { at: 2, syllable: 'now' },
      ],
    },
    { at: 3, cells: [{ at: 3, chord: 'F/A', syllable: 'here' }] },
  ])
  expect(b).toMatchObject({ name: 'B', at: 6, until: 9, bars: [{ at: 6, cells: [{ at: 6, chord: 'Bb' }] }] })
})

test('a page shows hostile words as words, and ends no script early', async () => {
  const score = SCORE.replace('sing-ing now here', '<b>-<img~src=x> "&" </script>').replace('T:C waltz', 'T:<i>&')
  const title = '</title><script>alert(1)</script>'
  const page = await writeSongPage({
    title,
    seconds: 9,
    score,
    mp3: Uint8Array.of(1, 2, 3),
    files: [{ name: 'a"b.mid', type: 'audio/midi', bytes: Uint8Array.of(4) }],
  })
  // Data, recording, engraver, and the page's own script.
  const scripts = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/gu)].map(([, text = '']) => text)
  expect(scripts).toHaveLength(4)
  const markup = page.replaceAll(/<script[^>]*>[^]*?<\/script>/gu, '')
  expect(markup).not.toMatch(/<\/?(?:b|i|img|script)\b/u)
  expect(scripts[0]).not.toContain('<')
  const data = /id="song">([^]*?)<\/script>/u.exec(page)?.[1] ?? ''
  expect(JSON.parse(data)).toMatchObject({ seconds: 9, labels: { play: 'Play' } })
  expect(page).toContain('&lt;b&gt;')
  expect(page).toContain('B♭')
})

test('a song in Russian has a page in Russian', async () => {
  const page = await writeSongPage({ title: 'Песня', seconds: 9, score: SCORE, mp3: new Uint8Array(), files: [] })
  expect(page).toContain('<html lang="ru">')
  expect(page).toContain('aria-label="Аккорды и слова"')
})
