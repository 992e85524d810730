import type { BassName, CompName, GrooveName } from './grooves.ts'
import type { InstrumentName } from './instrument-words.ts'
import type { Mode } from './pitch.ts'

/** A genre's properties: its pace and metre, its players, and their style. */
export interface Genre {
  /** Words that name it, as in the lexicon. */
  readonly stems: readonly string[]
  /** Quarter notes a minute; in 6/8, 9/8 and 12/8 dotted quarters. */
  readonly tempo: readonly [slow: number, fast: number]
  readonly metres: readonly [string, ...string[]]
  /** How likely there are drums, from 0 to 1. */
  readonly drums: number
  readonly density: number
  readonly leads: readonly [InstrumentName, ...InstrumentName[]]
  readonly chords: readonly [InstrumentName, ...InstrumentName[]]
  readonly bass?: InstrumentName
  readonly pad?: InstrumentName
  readonly groove: GrooveName
  readonly comp: CompName
  readonly bassline: BassName
  /** How late an offbeat eighth comes, in quarters: a third of a beat is 0.17. */
  readonly swing?: number
  /** The same of an offbeat sixteenth. */
  readonly swingSixteenths?: number
  readonly harmony?: 'jazz' | 'blues' | 'ragtime' | 'cadential' | 'andalusian'
  /** Modes that the genre prefers, for bright and for dark words. */
  readonly modes?: { readonly bright: readonly [Mode, ...Mode[]]; readonly dark: readonly [Mode, ...Mode[]] }
  /** Words without a mood leave the song dark. */
  readonly isDark?: boolean
  /** Long notes of the melody run in eighths, as a fiddler fills them. */
  readonly runs?: boolean
  /** Two strains, each played twice, as dances have them. */
  readonly form?: 'AABB' | 'short' | 'blues'
}
