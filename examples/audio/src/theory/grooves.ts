import type { DrumName } from '../bank/drum-keys.ts'

/** How a kit plays, by name. */
export type GrooveName =
  | 'none'
  | 'ballad'
  | 'waltz'
  | 'march'
  | 'swing'
  | 'shuffle'
  | 'bossa'
  | 'samba'
  | 'salsa'
  | 'folk'
  | 'shanty'
  | 'train'
  | 'pop'
  | 'rock'
  | 'punk'
  | 'metal'
  | 'funk'
  | 'hip-hop'
  | 'trap'
  | 'breakbeat'
  | 'house'
  | 'techno'
  | 'reggae'
  | 'ska'
  | 'jig'
  | 'reel'
  | 'polka'
  | 'tango'
  | 'flamenco'
  | 'tarantella'
  | 'raga'
  | 'trailer'
/** How the chords are struck, by name: see play-chords.ts. */
export type CompName =
  | 'broken'
  | 'ostinato'
  | 'block'
  | 'drone'
  | 'oom-pah'
  | 'stride'
  | 'comped'
  | 'four'
  | 'backbeat'
  | 'offbeats'
  | 'pulsed'
  | 'strum'
  | 'power'
  | 'stabs'
  | 'sixteenths'
  | 'sixteenth-chops'
  | 'marcato'
  | 'habanera'
  | 'samba'
  | 'montuno'
  | 'sarabande'
  | 'polonaise'
/** How the bass walks, by name: see play-bass.ts. */
export type BassName =
  | 'held'
  | 'root-fifth'
  | 'half'
  | 'stride'
  | 'walking'
  | 'eighths'
  | 'octaves'
  | 'offbeat'
  | 'sub'
  | 'tumbao'
  | 'samba'
  | 'habanera'
  | 'reggae'
  | 'funk'

/**
 * One drum of a groove in sixteenths: `X` strong, `x` firm, `o` soft, `.` nothing; `|` splits two places. `from`:
 * energy to join.
 */
export interface Voice {
  readonly drum: DrumName
  readonly steps: string
  readonly from?: number
}
const voice = (drum: DrumName, steps: string, from = 0): Voice => ({ drum, steps, from })

/** Metres of two equal places of two beats; others take from each place what fits them. */
export const GROOVES: Readonly<Record<GrooveName, readonly Voice[]>> = {
  none: [],
  ballad: [
    voice('shaker', 'o.o.o.o.|o.o.o.o.'),
    voice('kick', 'x.......|....o...'),
    voice('rim', '........|o.......'),
    voice('brush', '........|x.......', 0.6),
  ],
  waltz: [voice('kick', 'x...........'), voice('brush', '....o...o...'), voice('ride', 'o...........', 0.8)],
  march: [
    voice('kick', 'X.......|X.......'),
    voice('snare', '....x..o|....x.oo'),
    voice('openHat', '....o...|....o...', 0.9),
  ],
  swing: [
    voice('ride', 'x...x.o.|x...x.o.'),
    voice('closedHat', '....x...|....x...'),
    voice('kick', 'o.......|o.......'),
    voice('brush', '......o.|........', 0.6),
  ],
  shuffle: [
    voice('ride', 'x.o.x.o.|x.o.x.o.'),
    voice('kick', 'X.......|x.....o.'),
    voice('snare', '....x...|....x...', 0.4),
  ],
  bossa: [voice('shaker', 'xoxoxoxo|xoxoxoxo'), voice('kick', 'x.....o.|x.....o.'), voice('rim', 'x.....x.|....x...')],
  samba: [
    voice('shaker', 'xoox'),
    voice('kick', 'o..oX..o'),
    voice('tambourine', 'x.xx.x.x', 0.4),
    voice('snare', '..o.x.o.', 0.9),
  ],
  salsa: [
    voice('shaker', 'x.o.x.o.|x.o.x.o.'),
    voice('rim', '....x...|x.....x.'),
    voice('kick', '......x.|......x.'),
    voice('highTom', '........|....x.x.', 0.6),
  ],
  folk: [voice('tambourine', 'o.o.o.o.|o.o.o.o.'), voice('kick', 'x.......|x.......')],
  shanty: [
    voice('kick', 'X.......|X.......'),
    voice('clap', '....x...|....x...', 0.5),
    voice('tambourine', '..o...o.|..o...o.', 0.7),
  ],
  train: [
    voice('brush', 'oxooxoox|oxooxoox'),
    voice('kick', 'x.......|x.......'),
    voice('snare', '....x...|....x...', 0.7),
  ],
  pop: [
    voice('closedHat', 'x.o.x.o.|x.o.x.o.'),
    voice('kick', 'X.......|x...o...'),
    voice('rim', '....x...|....x...'),
    voice('snare', '....x...|....x...', 0.6),
  ],
  rock: [
    voice('closedHat', 'x.o.x.o.|x.o.x.o.'),
    voice('kick', 'X.......|X.x.....'),
    voice('snare', '....X...|....X...'),
    voice('openHat', '........|......o.', 0.9),
  ],
  punk: [
    voice('closedHat', 'x.x.x.x.|x.x.x.x.'),
    voice('kick', 'X.......|X.x.....'),
    voice('snare', '....X...|....X...'),
  ],
  metal: [
    voice('kick', 'X.x.x.x.|X.x.x.x.'),
    voice('kick', '.x.x.x.x|.x.x.x.x', 0.9),
    voice('snare', '....X...|....X...'),
    voice('ride', 'x...x...|x...x...'),
  ],
  funk: [
    voice('closedHat', 'xoxoxoxo|xoxoxoxo'),
    voice('kick', 'X.....x.|..x..x..'),
    voice('snare', '....X..o|.o..X..o'),
  ],
  'hip-hop': [
    voice('closedHat', 'x.o.x.o.|x.o.x.oo'),
    voice('kick', 'X.....o.|..x.....'),
    voice('snare', '....x...|....x...'),
  ],
  trap: [
    voice('closedHat', 'x.x.x.x.|x.x.xxxx'),
    voice('kick', 'X.....x.|...x....'),
    voice('clap', '........|X.......'),
    voice('openHat', '........|......o.', 0.8),
  ],
  breakbeat: [
    voice('closedHat', 'x.o.x.o.|x.o.x.o.'),
    voice('kick', 'X.......|..X.....'),
    voice('snare', '....X..o|.o..X...'),
    voice('ride', 'o...o...|o...o...', 0.9),
  ],
  house: [
    voice('kick', 'X...X...|X...X...'),
    voice('openHat', '..x...x.|..x...x.'),
    voice('clap', '....x...|....x...', 0.5),
    voice('shaker', 'oooooooo|oooooooo', 0.8),
  ],
  techno: [
    voice('kick', 'X...X...|X...X...'),
    voice('closedHat', '..x...x.|..x...x.'),
    voice('clap', '....o...|....o...', 0.5),
    voice('rim', '...o..o.|...o..o.', 0.5),
    voice('openHat', '..x...x.|..x...x.', 0.9),
  ],
  reggae: [
    voice('closedHat', 'o.o.o.o.|o.o.o.o.'),
    voice('kick', '........|X.......'),
    voice('rim', '........|x.......'),
  ],
  ska: [
    voice('closedHat', 'o.x.o.x.|o.x.o.x.'),
    voice('kick', 'x.......|x.......'),
    voice('snare', '....x...|....x...'),
  ],
  jig: [voice('lowTom', 'x...o.|x...o.'), voice('tambourine', '..o.o.|..o.o.', 0.7)],
  reel: [
    voice('lowTom', 'x.......|x.......'),
    voice('brush', '....o.o.|....o.o.'),
    voice('tambourine', '....o...|....o...', 0.7),
  ],
  polka: [voice('kick', 'x.......'), voice('snare', '....x...'), voice('closedHat', '..o...o.', 0.7)],
  tango: [voice('kick', 'x.....o.|o...o...'), voice('rim', '......x.|....x...', 0.5)],
  flamenco: [
    voice('kick', 'X.......|..x.....'),
    voice('clap', '....x.x.|....x.x.'),
    voice('rim', '..o.....|o.o.....', 0.7),
  ],
  tarantella: [voice('tambourine', 'Xooxoo|xooxoo'), voice('kick', 'x.....|x.....')],
  trailer: [
    voice('lowTom', 'X.......|....x.x.'),
    voice('kick', 'X.......|X.......', 0.6),
    voice('highTom', '..o.o.o.|o.o.....', 0.6),
    voice('snare', '....x..x|....X.xx', 0.9),
  ],
  raga: [
    voice('highTom', 'x..x..o.|x..x....'),
    voice('lowTom', 'X.......|....x.o.'),
    voice('shaker', 'o.o.o.o.|o.o.o.o.', 0.7),
  ],
}

/** A kit's pattern for a place of three eighths if the groove knows only beats of two. */
export const COMPOUND_GROOVE: readonly Voice[] = [
  voice('closedHat', 'x.o.o.|x.o.o.'),
  voice('kick', 'x.....|....o.'),
  voice('rim', '......|x.....'),
  voice('snare', '......|x.....', 0.7),
]
/** The same for a bar of three beats that is one place. */
export const TRIPLE_GROOVE: readonly Voice[] = [
  voice('closedHat', 'o.o.o.o.o.o.'),
  voice('kick', 'x...........'),
  voice('rim', '....o...o...'),
  voice('snare', '....o...x...', 0.8),
]
