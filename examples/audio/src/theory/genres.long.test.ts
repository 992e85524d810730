import { describe, expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { writeAbc } from '../abc/write-abc.ts'
import { measureCraft } from '../measure/craft.ts'
import { createRandom } from '../random.ts'
import { scoredNotes } from './arrange.ts'
import { chooseBandByRule, composeSongByRule } from './compose-song.ts'
import { genreOf, GENRE_NAMES, GENRES } from './genres.ts'
import { barQuarters, isCompound, metreText, parseMetre, placesOf } from './metre.ts'
import { PART_NAMES } from './parts.ts'
import { chooseStyle } from './style.ts'
import { quartersToSeconds } from './tune.ts'

const composed = (brief: string, seed = 1) => parseAbc(composeSongByRule({ brief, seed }).score)

describe.each(GENRE_NAMES)('%s', (name) => {
  const genre = GENRES[name]
  const word = genre.stems[0]?.replace('=', '') ?? name
  const brief = `a ${name} about rain`

  test('is understood by its name, as an adjective of a score as well, and keeps its metre and pace', () => {
    expect(chooseStyle(`a ${name}`, 1).genre).toBe(name)
    expect(chooseStyle(`a ${word}, please`, 1).genre).toBe(name)
    expect(genreOf(name)).toBe(genre)
    for (let seed = 0; seed < 8; seed++) {
      const { metre, tempo } = chooseStyle(brief, seed)
      expect(genre.metres).toContain(metreText(metre))
      const isNative = isCompound(metre) === isCompound(parseMetre(genre.metres[0]))
      const beats = isCompound(metre) ? tempo / 1.5 : tempo
      if (isNative) expect(beats >= genre.tempo[0] && beats <= genre.tempo[1], String(beats)).toBe(true)
    }
  })

  test('is a song of the craft: its length, its cadences, its motifs, its end', () => {
    const tune = composed(brief)
    const craft = measureCraft(tune)
    expect(craft).toMatchObject({ cadences: 1, endsOnTonic: true })
    expect(craft.strongChordTones).toBeGreaterThan(0.9)
    expect(craft.leapsAnswered).toBeGreaterThan(0.6)
    const seconds = quartersToSeconds(tune.duration, tune.tempo)
    expect(seconds).toBeGreaterThan(name === 'jingle' ? 15 : 20)
    expect(seconds).toBeLessThan(80)
    expect(writeAbc(tune)).toBe(composeSongByRule({ brief, seed: 1 }).score)
  })

  test('has every part play in time, within the song and within its register', () => {
    const tune = composed(brief)
    for (const part of PART_NAMES) {
      const notes = scoredNotes(tune, part, createRandom('test'))
      expect(notes.length, part).toBeGreaterThan(0)
      for (const { start, duration, pitch, force } of notes) {
        expect(start, part).toBeGreaterThanOrEqual(0)
        expect(start, part).toBeLessThan(tune.duration)
        expect(duration, part).toBeGreaterThan(0)
        expect(start + duration, part).toBeLessThan(tune.duration + 1)
        expect(force, part).toBeGreaterThan(0)
        if (part !== 'drums') expect(pitch >= 24 && pitch <= 88, `${part} ${pitch}`).toBe(true)
      }
    }
    // A drum that is struck where no sixteenth falls would stumble.
    const strokes = scoredNotes(tune, 'drums', createRandom('test')).map(({ start }) => (start * 4) % 1)
    expect(strokes.filter((rest) => rest > 1e-6 && rest < 1 - 1e-6)).toEqual([])
  })
})

test('any two genres differ in metre, pace, players, harmony or groove', () => {
  const shapes = GENRE_NAMES.map((name) => {
    const { stems: _, ...shape } = GENRES[name]
    return JSON.stringify(shape)
  })
  expect(new Set(shapes).size).toBe(GENRE_NAMES.length)
})

describe('a bar is felt in places', () => {
  test.each([
    ['4/4', 120, [2, 2]],
    ['6/8', 180, [1.5, 1.5]],
    ['7/8', 140, [2, 1.5]],
    ['5/4', 120, [3, 2]],
    ['5/8', 120, [1.5, 1]],
    ['9/8', 170, [1.5, 3]],
    ['12/8', 90, [3, 3]],
    ['3/4', 140, [3]],
    ['3/4', 66, [2, 1]],
    ['2/4', 120, [2]],
    ['11/8', 120, [3, 2.5]],
  ])('%s at %i is %j', (metre, tempo, places) => {
    expect(placesOf({ metre: parseMetre(metre), tempo })).toEqual(places)
  })

  test.each(['7/8', '5/4', '5/8', '9/8', '12/8', '11/8', '2/4', '3/8', '13/8', '7/4', '3/2'])(
    'a song in %s fills every bar with drums on its first beat, and its melody begins each line on one',
    (metre) => {
      const tune = composed(`a rock song in ${metre} with drums`)
      expect(metreText(tune.metre)).toBe(metre)
      const bar = barQuarters(tune.metre)
      const full = tune.sections.filter(({ name }) => name.startsWith('B') || name.startsWith('Chorus'))
      const drums = scoredNotes(tune, 'drums', createRandom('test'))
      for (const section of full) {
        for (let start = section.start; start < section.start + section.duration - 1e-6; start += bar)
          expect(drums.some((note) => Math.abs(note.start - start) < 1e-6)).toBe(true)
      }
      expect(measureCraft(tune)).toMatchObject({ cadences: 1, endsOnTonic: true })
    },
  )
})

describe('a brief may name key, metre, tempo, length and players', () => {
  test('all of them at once', () => {
    const brief = 'in 7/8 at 140 bpm in F# minor for sitar and drums, 90 seconds, sad'
    expect(chooseStyle(brief, 3)).toMatchObject({
      metre: { beats: 7, unit: 8 },
      tempo: 140,
      key: { tonic: 6, mode: 'minor' },
      lead: 'sitar',
      drums: true,
    })
    const tune = composed(brief)
    expect(Math.abs(quartersToSeconds(tune.duration, tune.tempo) - 88)).toBeLessThan(11)
  })

  test.each([
    [20, 'a 20 second jingle'],
    [30, 'a punk song, 30 seconds'],
    [45, '45 s of samba'],
    [90, '1:30 of rock'],
    [120, 'a 2 minute ballad'],
    [60, 'вальс на минуту'],
  ])('a song of %i s from “%s” is that long', (seconds, brief) => {
    const tune = composed(brief)
    // The recording rings on for some two seconds.
    const heard = quartersToSeconds(tune.duration, tune.tempo) + 2
    expect(Math.abs(heard - seconds) / seconds).toBeLessThan(0.12)
  })

  test('a dance next to a genre gives it its metre', () => {
    expect(chooseStyle('a jazz waltz', 1)).toMatchObject({ genre: 'jazz', metre: { beats: 3, unit: 4 } })
  })

  test('a song’s subject isn’t a genre or a player', () => {
    expect(chooseStyle('a polka about an old house with rocks', 1).genre).toBe('polka')
    expect(chooseStyle('a song about a drum machine, a waltz', 1)).toMatchObject({ genre: 'waltz' })
    expect(chooseStyle('a song about rain in jazz style', 1).genre).toBe('jazz')
  })

  test('a subject that no verse speaks of names the song', () => {
    expect(composed('heavy metal about dragons').title).toBe('Dragons')
    expect(composed('a song about an old house, with piano').title).toBe('An Old House')
    expect(composed('полька про котов').title).toBe('Про котов')
    const titles = Array.from({ length: 30 }, (_, seed) => composed('a ballad', seed).title)
    expect(new Set(titles).size).toBeGreaterThan(6)
  })

  test('one player alone leaves the others silent', () => {
    expect(chooseBandByRule({ brief: 'a nocturne for solo piano', seed: 1 })).toMatchObject({
      lead: 'felt-piano',
      chords: 'felt-piano',
      pad: 'none',
      bass: 'none',
      drums: 'none',
    })
    expect(chooseStyle('a song with only guitar', 1)).toMatchObject({
      lead: 'guitar',
      chords: 'guitar',
      silent: ['pad', 'bass'],
    })
    expect(chooseStyle('pop without bass', 1).silent).toEqual(['bass'])
  })

  test('a player who cannot sing plays no melody, and unwanted parts are silent', () => {
    expect(chooseStyle('solo drums, 20 seconds, 7/8', 1)).toMatchObject({
      drums: true,
      silent: ['lead', 'chords', 'pad', 'bass'],
    })
    expect(chooseStyle('a bass solo', 1)).toMatchObject({ drums: false, silent: ['lead', 'chords', 'pad'] })
    expect(chooseStyle('соло на барабанах', 1).silent).toContain('lead')
    expect(chooseStyle('a waltz with waves, no melody', 1).silent).toEqual(['lead'])
    expect(chooseStyle('босса-нова без аккордов', 1)).toMatchObject({ silent: ['chords'] })
    // Somebody plays.
    expect(chooseStyle('solo, no melody', 1).silent).not.toContain('lead')
  })

  test('chords in Russian don’t mean an accordion', () => {
    expect(chooseStyle('джаз с красивыми аккордами', 1).reading.wanted).toEqual([])
    expect(chooseStyle('вальс для аккордеона', 1).reading.wanted).toEqual(['accordion'])
  })

  test.each(['a 10 minute ambient drone', 'a rock song of 7:30'])(
    '%s is the longest that there is: three minutes',
    (brief) => {
      const tune = composed(brief)
      expect(Math.abs(quartersToSeconds(tune.duration, tune.tempo) - 178)).toBeLessThan(8)
    },
  )
})
