import { describe, expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { measureRhythm, rhythmDistance } from '../measure/rhythm.ts'
import { CELLS } from './cells.ts'
import { composeSongByRule } from './compose-song.ts'
import { GENRE_NAMES, GENRES } from './genres.ts'
import { barQuarters, parseMetre } from './metre.ts'

const families = Object.entries(CELLS)

describe('the bars of a family', () => {
  test.each(families)('%s: alternate stress and rest, in steps of one length, with six to fifteen bars', (_, cells) => {
    const open = cells.open.split(' ')
    const close = cells.close.split(' ')
    expect(new Set([...open, ...close]).size).toBe(open.length + close.length)
    expect(open.length + close.length).toBeGreaterThanOrEqual(6)
    for (const bar of [...open, ...close]) {
      expect(bar, bar).toMatch(/^[.S<][Sw~.-]+$/u)
      const stresses = bar.replaceAll('<', 'S').replaceAll(/[^Sw]/gu, '')
      expect('SwSwSwSw'.startsWith(stresses), bar).toBe(true)
      // A line leads on with a weak syllable and closes with a stressed one.
      expect(stresses.length % 2, bar).toBe(open.includes(bar) ? 0 : 1)
      const step = barQuarters(parseMetre(cells.metre)) / bar.length
      expect([0.25, 0.5], bar).toContain(step)
    }
  })

  test('every family has a genre', () => {
    const used = new Set(GENRE_NAMES.flatMap((name) => GENRES[name].cells))
    expect(Object.keys(CELLS).filter((name) => !used.has(name as keyof typeof CELLS))).toEqual([])
  })
})

describe('the melodies of a genre', () => {
  const genres = GENRE_NAMES.map((name) => {
    const reports = ['1', '2'].map((seed) =>
      measureRhythm(parseAbc(composeSongByRule({ brief: `a ${name} about rain`, seed }).score)),
    )
    return { name, reports }
  })

  test('have at least eight rhythms in sixteen bars, and rests', () => {
    const poor = genres.filter(({ reports }) => reports.some(({ distinctBars }) => distinctBars < 8))
    expect(poor.map(({ name }) => name)).toEqual([])
    const breathless = genres.filter(({ reports }) => reports.some(({ rests }) => rests < 0.15))
    expect(breathless.map(({ name }) => name)).toEqual([])
  })

  test('lean on strong beats now and then, and resolve by step', () => {
    for (const { name, reports } of genres) {
      for (const { accented, resolved } of reports) {
        expect(accented, name).toBeGreaterThanOrEqual(0.08)
        // A jingle has few strong beats.
        expect(accented, name).toBeLessThanOrEqual(name === 'jingle' ? 0.26 : 0.21)
        expect(resolved, name).toBeGreaterThan(0.95)
      }
    }
  })

  test('fall between the beats where the genre does', () => {
    const least = (name: string): number =>
      Math.min(...(genres.find((genre) => genre.name === name)?.reports.map(({ syncopated }) => syncopated) ?? [0]))
    for (const name of [
      'jazz',
      'bossa',
      'pop',
      'funk',
      'reggae',
      'ska',
      'salsa',
      'samba',
      'ragtime',
      'techno',
      'hip-hop',
    ])
      expect(least(name), name).toBeGreaterThan(0.15)
    expect(least('hymn')).toBeLessThan(0.05)
  })

  test('of two genres never have the same rhythms', () => {
    const first = genres.map(({ name, reports }) => ({ name, histogram: reports[0]?.histogram ?? new Map() }))
    const same = first.flatMap((one, index) =>
      first
        .slice(index + 1)
        .filter((other) => rhythmDistance(one.histogram, other.histogram) < 0.08)
        .map((other) => `${one.name} / ${other.name}`),
    )
    expect(same).toEqual([])
  })
})
