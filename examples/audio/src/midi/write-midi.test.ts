import { BasicMIDI, MIDIMessageTypes } from 'spessasynth_core'
import { expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { arrangePart } from '../theory/arrange.ts'
import { combineMidi, writeMidi } from './write-midi.ts'

const SCORE =
  'X:1\nT:Two\nM:6/8\nL:1/8\nQ:3/8=100\nK:Cm\nP:A\n"Cm"e3 f3 | "Fm"g6 |\nw:при-вет мир\nP:B\n"Cm"e6 |]\nw:да\n'
const tune = parseAbc(SCORE)
const notes = arrangePart(tune, 'lead', 'seed')
const eventsOf = (file: Uint8Array, type: number) =>
  BasicMIDI.fromArrayBuffer(new Uint8Array(file).buffer).tracks.flatMap(({ events }, track) =>
    events
      .filter(({ statusByte }) => statusByte === type)
      .map(({ ticks, data }) => ({ track, ticks, data: [...data], text: new TextDecoder().decode(data) })),
  )
const lead = writeMidi(notes, { tune, part: 'lead', program: 0 })
const bass = writeMidi(arrangePart(tune, 'bass', 'seed'), { tune, part: 'bass', program: 32 })

test.each([
  ['a part', lead],
  ['a song', combineMidi([bass, lead], tune)],
])('%s has metre, key, sections and words', (_, file) => {
  expect(eventsOf(file, MIDIMessageTypes.timeSignature)).toMatchObject([{ track: 0, ticks: 0, data: [6, 3, 24, 8] }])
  expect(eventsOf(file, MIDIMessageTypes.keySignature)).toMatchObject([{ track: 0, data: [256 - 3, 1] }])
  expect(eventsOf(file, MIDIMessageTypes.marker).map(({ ticks, text }) => [ticks, text])).toEqual([
    [0, 'A'],
    [6 * 480, 'B'],
  ])
  const words = eventsOf(file, MIDIMessageTypes.lyric)
  expect(words.map(({ text }) => text)).toEqual(['при-', 'вет ', 'мир ', 'да '])
  words.forEach(({ ticks }, index) => {
    const { start = 0 } = notes[index] ?? {}
    expect(ticks).toBe(Math.round((start * tune.tempo * 480) / 60))
  })
})
