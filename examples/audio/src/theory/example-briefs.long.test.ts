import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { seedFrom } from '../studio/jobs.ts'
import { composeSongByRule } from './compose-song.ts'
import { EXAMPLE_BRIEFS } from './example-briefs.ts'
import { GENRE_NAMES } from './genres.ts'
import { chooseStyle } from './style.ts'

const songs = EXAMPLE_BRIEFS.map((brief) => {
  const seed = seedFrom(brief)
  return { brief, style: chooseStyle(brief, seed), tune: parseAbc(composeSongByRule({ brief, seed }).score) }
})
type Song = (typeof songs)[number]

/** The respects in which two songs can be heard to differ. */
const differences = ({ style: a, tune: one }: Song, { style: b, tune: other }: Song): readonly string[] => {
  const opening = ({ notes, key }: Song['tune']): string =>
    notes
      .slice(0, 6)
      .map(({ pitch }) => pitch - key.tonic)
      .join(' ')
  const checks: Readonly<Record<string, boolean>> = {
    genre: a.genre !== b.genre,
    key: a.key.tonic !== b.key.tonic,
    mode: a.key.mode !== b.key.mode,
    tempo: Math.abs(a.tempo - b.tempo) >= 6,
    metre: a.metre.beats !== b.metre.beats || a.metre.unit !== b.metre.unit,
    lead: a.lead !== b.lead,
    chords: a.chords !== b.chords,
    drums: a.drums !== b.drums,
    density: Math.abs(a.density - b.density) >= 0.15,
    ambience: a.reading.ambiences.join() !== b.reading.ambiences.join(),
    opening: opening(one) !== opening(other),
  }
  return Object.keys(checks).filter((name) => checks[name])
}

describe('ten example briefs', () => {
  test('give ten clearly different songs: any two differ in six respects or more', () => {
    const close = songs.flatMap((one, index) =>
      songs
        .slice(index + 1)
        .map((other) => ({ pair: `${one.brief} / ${other.brief}`, differ: differences(one, other) }))
        .filter(({ differ }) => differ.length < 6),
    )
    expect(close).toEqual([])
  })

  test('go through keys, modes, metres, genres, instruments and places', () => {
    const kinds = (pick: (song: Song) => unknown): number => new Set(songs.map(pick)).size
    expect(kinds(({ style }) => style.genre)).toBeGreaterThanOrEqual(9)
    expect(kinds(({ style }) => style.key.tonic)).toBeGreaterThanOrEqual(5)
    expect(kinds(({ style }) => style.key.mode)).toBeGreaterThanOrEqual(3)
    expect(kinds(({ style }) => `${style.metre.beats}/${style.metre.unit}`)).toBeGreaterThanOrEqual(3)
    expect(kinds(({ style }) => style.lead)).toBeGreaterThanOrEqual(5)
    expect(kinds(({ style }) => style.reading.ambiences.join())).toBeGreaterThanOrEqual(5)
    expect(kinds(({ tune }) => tune.title)).toBe(10)
  })

  test('are heeded in what they refuse', () => {
    for (const { brief, style } of songs) {
      if (/without drums|без ударных/u.test(brief)) expect(style.drums, brief).toBe(false)
      if (/no flute/u.test(brief)) expect(style.lead, brief).not.toBe('flute')
      if (/not sad|не грустн/u.test(brief)) expect(style.reading.valence, brief).toBeGreaterThan(0)
    }
  })

  test('are in the README of the music workspace', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../music/README.md'), 'utf8')
    for (const brief of EXAMPLE_BRIEFS) expect(readme).toContain(brief)
  })
})

test('every genre of the composer is known to the README of the music workspace', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../music/README.md'), 'utf8')
  expect(GENRE_NAMES.filter((name) => !new RegExp(`\\b${name}`, 'iu').test(readme))).toEqual([])
})

test('the same brief and seed give the same bytes of score and sound in any process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-audio-'))
  try {
    const bundle = await rolldown({
      input: join(import.meta.dirname, '../index.ts'),
      platform: 'node',
      resolve: { conditionNames: ['ensemble-source', 'import'] },
    })
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'audio.mjs' })
    await bundle.close()
    const script = join(folder, 'render.mjs')
    writeFileSync(
      script,
      `import { createHash } from 'node:crypto'
      import { composeSongByRule, submitJob } from ${JSON.stringify(pathToFileURL(join(folder, 'audio.mjs')).href)}
      const { score, players } = composeSongByRule({ brief: 'бодрый джингл для радио', seed: 'x' })
      const hash = createHash('sha256').update(score)
      const tracks = []
      for (const part of ['lead', 'bass', 'drums']) {
        const { wav, midi } = await submitJob({ type: 'part', score, part, players, seed: 'x' })
        hash.update(wav).update(midi)
        tracks.push({ role: part, wav })
      }
      hash.update((await submitJob({ type: 'mix', tracks, tempo: 100 })).wav)
      console.log(hash.digest('hex'))`,
    )
    const run = (): string => execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim()
    const first = run()
    expect(first).toMatch(/^[0-9a-f]{64}$/u)
    expect(run()).toBe(first)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
