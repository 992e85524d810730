import { describe, expect, test } from 'vitest'
import { AbcError, parseAbc } from './parse-abc.ts'
import { writeAbc } from './write-abc.ts'

const read = (body: string, header = 'M:4/4\nL:1/8\nK:C') => parseAbc(`X:1\nT:Test\n${header}\n${body}`)
const pitches = (body: string, header?: string) => read(body, header).notes.map(({ pitch }) => pitch)
const durations = (body: string) => read(body).notes.map(({ duration }) => duration)

describe('ABC as people and models write it', () => {
  test('octaves, accidentals and key signatures', () => {
    expect(pitches("C, C c c'")).toEqual([48, 60, 72, 84])
    expect(pitches('^F F | F', 'L:1/8\nK:C')).toEqual([66, 66, 65])
    expect(pitches('F B', 'L:1/8\nK:D')).toEqual([66, 71])
    expect(pitches('B E =B', 'L:1/8\nK:Gm')).toEqual([70, 63, 71])
    expect(pitches('F', 'L:1/8\nK:Ddor')).toEqual([65])
  })
  test('lengths, broken rhythm, triplets and ties', () => {
    expect(durations('C2 C/ C/2 C3/2 C')).toEqual([1, 0.25, 0.25, 0.75, 0.5])
    expect(durations('C>D')).toEqual([0.75, 0.25])
    expect(durations('(3CDE F')).toEqual([1 / 3, 1 / 3, 1 / 3, 0.5])
    expect(durations('C2- | C2 D2')).toEqual([2, 1])
  })
  test('chord symbols, sections, words and repeats', () => {
    const tune = read('P:Verse\n"Am"A4 "F/C"F4 | "G7"G8 |\nw: one two-three\nP:Chorus\n|: "C"C8 :|')
    expect(tune.chords.map(({ start, duration, chord }) => [start, duration, chord.quality])).toEqual([
      [0, 2, 'minor'],
      [2, 2, 'major'],
      [4, 4, 'seventh'],
      [8, 4, 'major'],
      [12, 4, 'major'],
    ])
    expect(tune.sections).toEqual([
      { name: 'Verse', start: 0, duration: 8 },
      { name: 'Chorus', start: 8, duration: 8 },
    ])
    expect(tune.notes.map(({ syllable }) => syllable)).toEqual(['one', 'two-', 'three', undefined, undefined])
    expect(tune.duration).toBe(16)
  })
  test('decorations, grace notes, comments and other voices are passed over', () => {
    expect(pitches('!trill!C {d}E (GA) ~c u d % a comment "G"')).toEqual([60, 64, 67, 69, 72, 74])
    expect(pitches('V:1\nC D\nV:2\nE F')).toEqual([60, 62])
    expect(pitches('[CEG]2 D')).toEqual([67, 62])
  })
  test('a text that isn’t a score names the missing part', () => {
    expect(() => parseAbc('hello')).toThrow(AbcError)
    expect(() => parseAbc('hello')).toThrow(/K:/u)
    expect(() => parseAbc('X:1\nK:C\n')).toThrow(/empty/u)
  })
})

test('a note over a chord change is tied, and is one note again when read', () => {
  const tune = read('"C"C4 "F"D4- | "G"D4 z4 |')
  const text = writeAbc(tune)
  expect(text).toContain('D4- | "G"D4')
  expect(parseAbc(text).notes).toEqual(tune.notes)
})

test('a length that no head can have is written as two, tied or as rests', () => {
  const tune = read('C5 z3 | z3 C5 | C7 z |')
  const text = writeAbc(tune)
  expect(text).toContain('C4- C z3 | z3 C- C4 | C6- C z')
  expect(parseAbc(text).notes).toEqual(tune.notes)
})

describe('A subtitle is written in lines that a narrow page holds', () => {
  const write = (subtitle: string): readonly string[] => {
    const tune = { ...read('C8 |]'), subtitle }
    const score = writeAbc(tune)
    expect(parseAbc(score).subtitle).toBe(subtitle)
    expect(writeAbc(parseAbc(score))).toBe(score)
    return score.split('\n').filter((line) => line.startsWith('T:'))
  }
  test('its parts have a line each, and a long one is broken at its commas', () => {
    expect(write('E blues, 93 bpm, guitar and bass; both joyful and sad; not understood: zxcv')).toEqual([
      'T:Test',
      'T:E blues, 93 bpm, guitar and bass',
      'T:both joyful and sad',
      'T:not understood: zxcv',
    ])
    expect(
      write('C# minor ballad, 66 bpm, music box, electric piano, strings, electric guitar and drums; no, no'),
    ).toEqual([
      'T:Test',
      'T:C# minor ballad, 66 bpm, music box, electric piano, strings,',
      'T:electric guitar and drums',
      'T:no, no',
    ])
  })
  test('other texts are read back as they are', () => {
    expect(write('a,; b')).toEqual(['T:Test', 'T:a,; b'])
    expect(write('one; ; two;')).toHaveLength(3)
    expect(write('x'.repeat(90))).toHaveLength(2)
  })
  test('a title among the notes does not extend it', () => {
    expect(read('C8 |\nT:Trio\nC8 |]', 'T:First\nT:Second\nK:C').subtitle).toBe('First; Second')
  })
})
