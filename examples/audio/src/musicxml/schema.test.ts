import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlError,
  xmlRegisterInputProvider,
  XsdValidator,
} from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { seedFrom } from '../studio/jobs.ts'
import { chooseInstrument } from '../studio/choose-instrument.ts'
import { arrangePart } from '../theory/arrange.ts'
import { composeSongByRule } from '../theory/compose-song.ts'
import { barQuarters } from '../theory/metre.ts'
import { TEST_BRIEFS } from '../theory/test-briefs.ts'
import { DIVISIONS, writeMusicXml } from './write-music-xml.ts'

const SCHEMA = join(import.meta.dirname, '../../schema')
const read = (name: string) => new Uint8Array(readFileSync(join(SCHEMA, name)))
// The schema imports these by their addresses on the web.
xmlRegisterInputProvider(
  new XmlBufferInputProvider(
    Object.fromEntries(['xml.xsd', 'xlink.xsd'].map((name) => [`http://www.musicxml.org/xsd/${name}`, read(name)])),
  ),
)
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(read('musicxml.xsd')))
const faultsOf = (xml: string): string => {
  const document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET })
  try {
    validator.validate(document)
    return ''
  } catch (error) {
    if (error instanceof XmlError) return error.message
    throw error
  } finally {
    document.dispose()
  }
}
const all = (xml: string, pattern: RegExp): readonly string[] =>
  [...xml.matchAll(pattern)].map((match) => match[1] ?? match[0])

const songs = TEST_BRIEFS.map((brief) => {
  const seed = seedFrom(brief)
  const { score, players } = composeSongByRule({ brief, seed })
  const tune = parseAbc(score)
  const played = (['lead', 'chords', 'pad', 'bass', 'drums'] as const)
    .map((part) => ({
      part,
      instrument: chooseInstrument(part, 'warm', players),
      notes: arrangePart(tune, part, seed, players),
    }))
    .filter(({ notes }) => notes.length > 0)
  return { brief, tune, played, xml: writeMusicXml(tune, played) }
})

test('the schema refuses a note out of order', () => {
  const [{ xml }] = songs as [(typeof songs)[number]]
  expect(faultsOf(xml.replace('<duration>', '<voice>1</voice><duration>'))).toMatch(/voice|duration/u)
})

test('the scores of fifty briefs, with all their parts, fit the schema of MusicXML 4.0', () => {
  for (const { brief, xml } of songs) expect(faultsOf(xml), brief).toBe('')
})

test('every part that plays is in the score, and its measures are full', () => {
  for (const { brief, tune, played, xml } of songs) {
    const parts = all(xml, /<part id="[^"]*">([^]*?)<\/part>/gu)
    expect(parts.length, brief).toBe(new Set(['lead', ...played.map(({ part }) => part)]).size)
    const full = barQuarters(tune.metre) * DIVISIONS
    for (const part of parts)
      for (const measure of all(part, /<measure [^>]*>([^]*?)<\/measure>/gu)) {
        const notes = all(measure, /<note>([^]*?)<\/note>/gu).filter((note) => !note.includes('<chord/>'))
        const durations = notes.map((note) => Number(/<duration>(\d+)</u.exec(note)?.[1]))
        expect(
          durations.reduce((sum, value) => sum + value, 0),
          brief,
        ).toBe(full)
      }
  }
})

test('what was played is written without its looseness: a straight part begins on sixteenths, a drum keeps its key', () => {
  const tune = parseAbc('X:1\nT:Two\nR:pop\nM:4/4\nL:1/8\nQ:1/4=120\nK:C\n"C"c8 | "F"c8 |]\n')
  const beat = (quarters: number, pitch: number) => ({
    start: quarters / 2 + 0.011,
    duration: 0.1,
    pitch,
    velocity: 90,
  })
  const xml = writeMusicXml(tune, [
    { part: 'chords', instrument: 'guitar', notes: [beat(0, 60), beat(0.02, 64), beat(2, 65)] },
    { part: 'drums', instrument: 'drum-kit', notes: [beat(0, 36), beat(0, 42), beat(1.5, 38)] },
  ])
  expect(faultsOf(xml)).toBe('')
  const [, chords = '', drums = ''] = all(xml, /<part id="[^"]*">([^]*?)<\/part>/gu)
  const [bar = ''] = all(chords, /<measure [^>]*>([^]*?)<\/measure>/gu)
  expect(all(bar, /<duration>(\d+)</gu).map(Number)).toEqual([6, 6, 6, 36, 6, 6, 36])
  expect(xml).toContain('<midi-program>25</midi-program>')
  expect(all(drums, /<instrument id="([^"]*)"/gu)).toEqual(['P3-36', 'P3-42', 'P3-38'])
})
