import type { CellsName } from './cells.ts'
import type { BassName, CompName, GrooveName } from './grooves.ts'
import type { InstrumentName } from './instrument-words.ts'
import type { PartName } from './parts.ts'
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
  /** The bars of rhythm that its melodies are made of; the first that fit the metre. */
  readonly cells: readonly CellsName[]
  /** The third and the seventh are sung low, too. */
  readonly blue?: boolean
  /** `AABB`: two strains, each played twice, as dances have them; `rise` and `club` grow from section to section. */
  readonly form?: 'AABB' | 'short' | 'blues' | 'rise' | 'club'
  /** How full a section must be before a part joins in. */
  readonly entries?: Partial<Readonly<Record<PartName, number>>>
  /** How early the second beat of three comes, in quarters. */
  readonly lilt?: number
}
