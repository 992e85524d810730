import { describe, expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { composeSongByRule } from '../theory/compose-song.ts'
import { barQuarters } from '../theory/metre.ts'
import { TEST_BRIEFS } from '../theory/test-briefs.ts'
import { DIVISIONS, writeMusicXml } from './write-music-xml.ts'

/** Fails where tags do not close in order; what MusicXML readers refuse first. */
const tagsLeftOpen = (xml: string): readonly string[] => {
  const open: string[] = []
  for (const [, closing, name = '', , empty] of xml.matchAll(/<(\/?)([a-z][a-z-]*)([^<>]*?)(\/?)>/gu)) {
    if (closing === '/') {
      if (open.pop() !== name) return [`</${name}> closes another`]
    } else if (empty !== '/') open.push(name)
  }
  return open
}
const all = (xml: string, pattern: RegExp): readonly string[] =>
  [...xml.matchAll(pattern)].map((match) => match[1] ?? match[0])

describe('a score as MusicXML', () => {
  const songs = TEST_BRIEFS.map((brief, seed) => {
    const tune = parseAbc(composeSongByRule({ brief, seed }).score)
    return { brief, tune, xml: writeMusicXml(tune) }
  })

  test('is well formed, and every measure is full, over fifty briefs', () => {
    for (const { brief, tune, xml } of songs) {
      expect(tagsLeftOpen(xml), brief).toEqual([])
      expect(xml, brief).not.toMatch(/NaN|undefined/u)
      const measures = all(xml, /<measure [^>]*>([^]*?)<\/measure>/gu)
      const full = barQuarters(tune.metre) * DIVISIONS
      expect(
        measures.map((measure) => all(measure, /<duration>(\d+)</gu).reduce((sum, value) => sum + Number(value), 0)),
        brief,
      ).toEqual(measures.map(() => full))
    }
  })

  test('has the notes, words and chords of the tune', () => {
    for (const { brief, tune, xml } of songs) {
      const notes = all(xml, /<note>([^]*?)<\/note>/gu).filter((note) => note.includes('<pitch>'))
      expect(notes.filter((note) => !note.includes('<tie type="stop"')).length, brief).toBe(tune.notes.length)
      expect(all(xml, /<text>/gu).length, brief).toBe(tune.notes.filter(({ syllable }) => syllable).length)
      expect(all(xml, /<harmony>/gu).length, brief).toBe(tune.chords.length)
      expect(all(xml, /<tie type="start"/gu).length, brief).toBe(all(xml, /<tie type="stop"/gu).length)
    }
  })

  test('orders the children of a note as the schema wants them', () => {
    const order = [
      'pitch',
      'rest',
      'duration',
      'tie',
      'voice',
      'type',
      'dot',
      'time-modification',
      'notations',
      'lyric',
    ]
    const inner = /<(pitch|rest|duration|tie|voice|type|dot|time-modification|notations|lyric)\b/gu
    for (const { xml } of songs)
      for (const note of all(xml, /<note>([^]*?)<\/note>/gu)) {
        const places = all(note, inner).map((name) => order.indexOf(name))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }
  })

  test('writes five eighths as tied notes, and a word over several notes as one word', () => {
    const xml = writeMusicXml(parseAbc('X:1\nT:A & B\nM:4/4\nL:1/8\nQ:1/4=90\nK:Bb\n"Bb/D"d5 "F7"c3|\nw:go-ing\n'))
    expect(all(xml, /<type>(\w+)</gu)).toEqual(['half', 'eighth', 'quarter'])
    expect(all(xml, /<syllabic>(\w+)</gu)).toEqual(['begin', 'end'])
    expect(xml).toContain('<work-title>A &amp; B</work-title>')
    expect(xml).toContain('<fifths>-2</fifths>')
    expect(xml).toContain('<bass><bass-step>D</bass-step></bass>')
  })
})
