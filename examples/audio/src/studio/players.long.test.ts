import { describe, expect, test } from 'vitest'
import { MIDI_PROGRAMS } from '../midi/midi-programs.ts'
import { chooseBandByRule, composeSongByRule } from '../theory/compose-song.ts'
import { TEST_BRIEFS } from '../theory/test-briefs.ts'
import { runJob } from './jobs.ts'

const quiet = (): void => undefined
const brief = 'a jingle in 7/8 for sitar and drums'
const { score, players } = composeSongByRule({ brief, seed: 1 })
const play = (part: 'lead' | 'pad' | 'drums', who?: typeof players) =>
  runJob({ type: 'part', score, part, seed: '1', ...(who && { players: who }) }, quiet)

/** The program changes of a MIDI file. */
const programsOf = (midi: Uint8Array): readonly number[] =>
  [...midi].flatMap((byte, at) => ((byte & 0xf0) === 0xc0 && midi[at - 1] === 0 ? [midi[at + 1] ?? -1] : []))

test('a brief names the players', () => {
  expect(players).toMatchObject({ lead: 'sitar', drums: 'drum-kit' })
  expect(chooseBandByRule({ brief: 'a sad waltz without drums, no melody', seed: 1 })).toMatchObject({
    mood: 'sad',
    lead: 'none',
    drums: 'none',
  })
})

describe('the players decide', () => {
  test('which instrument plays, in the recording and in the MIDI file', () => {
    const { instrument, midi } = play('lead', players)
    expect(instrument).toBe('sitar')
    expect(programsOf(midi)).toContain(MIDI_PROGRAMS.sitar)
    expect(play('lead').instrument).toBe('electric-piano')
  })
  test('who rests', () => {
    expect(play('drums', players).notes).toBeGreaterThan(0)
    expect(play('drums', { ...players, drums: 'none' }).notes).toBe(0)
    expect(play('pad', { ...players, pad: 'none' }).notes).toBe(0)
  })
  test('how early the drums come in', () => {
    const song = composeSongByRule({ brief: 'a folk song with drums', seed: 1 })
    const drums = (density: number): number =>
      runJob(
        { type: 'part', score: song.score, part: 'drums', players: { ...song.players, density }, seed: '1' },
        quiet,
      ).notes
    expect(drums(0.9)).toBeGreaterThan(drums(0.2))
  })
})

test('a score holds notes, chords and words: no comment carries the players', () => {
  for (const [seed, each] of TEST_BRIEFS.entries())
    expect(composeSongByRule({ brief: each, seed }).score, each).not.toContain('%')
})
