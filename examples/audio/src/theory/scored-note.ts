import type { Chord } from './chord.ts'
import { barQuarters } from './metre.ts'
import { energyOf, materialOf, type Material, type Tune } from './tune.ts'
import { voiceChords } from './voicing.ts'

/** A note in quarters, before tempo and a player's hand are applied. */
export interface ScoredNote {
  readonly start: number
  readonly duration: number
  readonly pitch: number
  /** 0 to 1. */
  readonly force: number
}

export const sectionIndexAt = (tune: Tune, time: number): number =>
  Math.max(
    0,
    tune.sections.findIndex(
      (section) => time >= section.start - 1e-6 && time < section.start + section.duration - 1e-6,
    ),
  )
export const energyAt = (tune: Tune, time: number): number => energyOf(tune.sections, sectionIndexAt(tune, time))
export const materialAt = (tune: Tune, time: number): Material =>
  materialOf(tune.sections[sectionIndexAt(tune, time)]?.name ?? 'A')

/** A chord with the voicing that all players share. */
export interface Change {
  readonly start: number
  readonly duration: number
  readonly chord: Chord
  readonly voicing: readonly number[]
}

export const changesOf = (tune: Tune): readonly Change[] => {
  const voicings = voiceChords(tune.chords.map((span) => span.chord))
  return tune.chords.map((span, index) => ({ ...span, voicing: voicings[index] ?? [] }))
}

/** The same cut at bar lines, for players who strike a chord in every bar that it lasts. */
export const barsOfChanges = (tune: Tune): readonly Change[] => {
  const bar = barQuarters(tune.metre)
  return changesOf(tune).flatMap((change) => {
    // The last chord of a song rings.
    if (materialAt(tune, change.start) === 'ending') return [change]
    const end = change.start + change.duration
    const cuts = [change.start]
    for (let line = (Math.floor(change.start / bar + 1e-6) + 1) * bar; line < end - 1e-6; line += bar) cuts.push(line)
    return cuts.map((start, index) => ({ ...change, start, duration: (cuts[index + 1] ?? end) - start }))
  })
}
