import { describe, expect, test } from 'vitest'
import { readBrief } from './brief.ts'
import { chooseStyle } from './style.ts'

describe('a brief is read in English and Russian', () => {
  test('mood words darken or brighten, still or drive', () => {
    expect(readBrief('a sad ballad').valence).toBeLessThan(-0.3)
    expect(readBrief('весёлый вальс').valence).toBeGreaterThan(0.3)
    expect(readBrief('energetic dance').energy).toBeGreaterThan(0.5)
    expect(readBrief('спокойная колыбельная').energy).toBeLessThan(-0.3)
  })
  test('a negation turns a mood round, only the one that it stands before', () => {
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
    expect(readBrief('two birds').seconds).toBeUndefined()
  })
  test('genre and theme are the first that are named', () => {
    expect(readBrief('a waltz about the winter sea')).toMatchObject({ genre: 'waltz', theme: 'winter' })
    expect(readBrief('колыбельная о звёздах')).toMatchObject({ genre: 'lullaby', theme: 'night' })
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
