import type { InstrumentName } from './instrument-words.ts'
import type { PartName } from './parts.ts'
import type { Style } from './style.ts'

/** Who plays a song, and how: chosen once, and data from then on. */
export interface Players {
  readonly mood: string
  /** 0 sparse to 1 busy. */
  readonly density: number
  readonly lead: Player
  readonly chords: Player
  /** Left out, the colour of the patch decides. */
  readonly pad?: Player
  readonly bass: Player
  readonly drums: 'drum-kit' | 'none'
}
/** An instrument of the bank; `none` where the part rests. */
type Player = InstrumentName | 'none'

/** The players of a style. */
export const playersOf = (style: Style): Players => {
  const play = <T extends Player>(part: PartName, player: T): T | 'none' =>
    style.silent.includes(part) ? 'none' : player
  return {
    mood: style.reading.moods.join(', ') || 'open',
    density: Number(style.density.toFixed(2)),
    lead: play('lead', style.lead),
    chords: play('chords', style.chords),
    ...(style.pad !== undefined || style.silent.includes('pad') ? { pad: play('pad', style.pad ?? 'warm-pad') } : {}),
    bass: play('bass', style.bass ?? 'round-bass'),
    drums: play('drums', style.drums ? 'drum-kit' : 'none'),
  }
}

/** Whether the part is silent. */
export const rests = (players: Players | undefined, part: PartName): boolean =>
  part !== 'counter' && players?.[part] === 'none'
