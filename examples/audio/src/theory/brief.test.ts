import { describe, expect, test } from 'vitest'
import { readBrief } from './brief.ts'
import { chooseStyle } from './style.ts'

describe('numbers and names of music', () => {
  test.each([
    ['in F# minor', { tonic: 6, mode: 'minor' }],
    ['a waltz in A minor', { tonic: 9, mode: 'minor' }],
    ['in B flat major', { tonic: 10, mode: 'major' }],
    ['D dorian', { tonic: 2, mode: 'dorian' }],
    ['a reel in D', { tonic: 2, mode: undefined }],
    ['танго в ля миноре', { tonic: 9, mode: 'minor' }],
    ['си-бемоль мажор', { tonic: 10, mode: 'major' }],
    ['a minor tragedy', { tonic: undefined, mode: 'minor' }],
    ['a day in April', { tonic: undefined, mode: undefined }],
  ])('key: %s', (brief, key) => expect(readBrief(brief)).toMatchObject(key))
  test.each([
    ['at 140 bpm', 140],
    ['темп 96', 96],
    ['adagio', 68],
    ['at 10 seconds', undefined],
    ['in 1999', undefined],
  ])('tempo: %s', (brief, tempo) => expect(readBrief(brief).tempo).toBe(tempo))
  test.each([
    ['in 7/8', { beats: 7, unit: 8 }],
    ['размер 3/4', { beats: 3, unit: 4 }],
    ['open 24/7', undefined],
    ['on 1/2 of it', undefined],
    ['on 12/8/1999', undefined],
  ])('metre: %s', (brief, metre) => expect(readBrief(brief).metre).toEqual(metre))
  test.each([
    ['30s', 30],
    ['90 seconds', 90],
    ['1.5 minutes', 90],
    ['a minute and a half', 90],
    ['half a minute', 30],
    ['2:05', 125],
    ['30-second', 30],
    ['две минуты', 120],
    ['полторы минуты', 90],
    ['one minute twenty seconds', 80],
    ['0 seconds', undefined],
  ])('length: %s', (brief, seconds) => expect(readBrief(brief).seconds).toBe(seconds))
  test('a brief of five thousand characters is read in no time', () => {
    const started = process.cpuUsage()
    expect(readBrief('a merry jig about rain, '.repeat(210)).genres).toEqual(['jig'])
    readBrief('1'.repeat(5000))
    readBrief('not '.repeat(1250))
    // Repeated backtracking over a text takes minutes.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
  })
})

describe('a brief is read in English and Russian', () => {
  test('mood words darken or brighten, still or drive', () => {
    expect(readBrief('a sad ballad').valence).toBeLessThan(-0.3)
    expect(readBrief('весёлый вальс').valence).toBeGreaterThan(0.3)
    expect(readBrief('energetic dance').energy).toBeGreaterThan(0.5)
    expect(readBrief('спокойная колыбельная').energy).toBeLessThan(-0.3)
  })
  test('a negation inverts a mood, only the one after it', () => {
    expect(readBrief('не грустная').valence).toBeGreaterThan(0)
    expect(readBrief('not too sad').valence).toBeGreaterThan(0)
    expect(readBrief('not sad, but dark').valence).toBeLessThan(readBrief('not sad').valence)
    expect(readBrief('not sad, calm').moods).toEqual(['not sad', 'calm'])
  })
  test('instruments are wanted or not', () => {
    expect(readBrief('a waltz with piano, without drums')).toMatchObject({
      wanted: ['felt-piano'],
      unwanted: ['drum-kit'],
    })
    expect(readBrief('романс с гитарой, без ударных')).toMatchObject({ wanted: ['guitar'], unwanted: ['drum-kit'] })
    expect(chooseStyle('energetic pop without drums', 1).drums).toBe(false)
    expect(chooseStyle('a calm lullaby with drums', 1).drums).toBe(true)
    expect(chooseStyle('песня с флейтой', 1).lead).toBe('flute')
  })
  test('places and lengths', () => {
    expect(readBrief('only ten seconds of rain')).toMatchObject({ ambiences: ['rain'], seconds: 10 })
    expect(readBrief('20 секунд шума волн и ветра')).toMatchObject({ ambiences: ['sea', 'wind'], seconds: 20 })
    expect(readBrief('баллада о пекарне, с ветром')).toMatchObject({ ambiences: ['wind'] })
    for (const place of ['howling winds', 'a thunderstorm', 'a breeze', 'грозой', 'шторм', 'бриз', 'метель', 'прибой'])
      expect(readBrief(place).ambiences, place).toHaveLength(1)
    expect(readBrief('two birds').seconds).toBeUndefined()
  })
  test('wind players and windows are not wind', () => {
    for (const players of ['a wind quartet', 'wind instruments', 'woodwinds', 'winds'])
      expect(readBrief(`a waltz for ${players}`)).toMatchObject({ ambiences: [], wanted: ['clarinet'], theme: 'life' })
    expect(readBrief('вальс для духового квартета').wanted).toEqual(['clarinet'])
    expect(readBrief('духовые и деревянные духовые').wanted).toEqual(['clarinet'])
    expect(readBrief('a song about a window').ambiences).toEqual([])
    expect(readBrief('a waltz with a wind quartet and wind').ambiences).toEqual(['wind'])
  })
  test('genres come in the order of the words, the theme is the first that is named', () => {
    expect(readBrief('a waltz about the winter sea')).toMatchObject({ genres: ['waltz'], theme: 'winter' })
    expect(readBrief('колыбельная о звёздах')).toMatchObject({ genres: ['lullaby'], theme: 'night' })
    expect(readBrief('a jazz waltz').genres).toEqual(['jazz', 'waltz'])
    expect(readBrief('song')).toMatchObject({ theme: 'life', moods: [] })
  })
})

test('sad is minor, joyful is major, a waltz has three beats', () => {
  for (let seed = 0; seed < 20; seed++) {
    expect(chooseStyle('a sad ballad', seed).key.mode).toBe('minor')
    expect(['major', 'mixolydian']).toContain(chooseStyle('a joyful song', seed).key.mode)
    expect(chooseStyle('весёлый вальс', seed).metre).toEqual({ beats: 3, unit: 4 })
    expect(chooseStyle('fast energetic pop', seed).tempo).toBeGreaterThan(chooseStyle('a slow sad ballad', seed).tempo)
  }
})
