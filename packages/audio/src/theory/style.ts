import { createRandom, type Random } from '../random.ts'
import { readBrief, type BriefReading } from './brief.ts'
import type { GenreName, InstrumentName } from './lexicon.ts'
import type { Key, Mode } from './pitch.ts'

export interface Metre {
  readonly beats: number
  readonly unit: number
}

/** The musical choices that follow from a brief and a seed, before a note is written. */
export interface Style {
  readonly reading: BriefReading
  readonly genre: GenreName
  readonly key: Key
  readonly metre: Metre
  /** Quarter notes a minute. */
  readonly tempo: number
  /** 0 sparse to 1 busy. */
  readonly density: number
  readonly drums: boolean
  readonly lead: InstrumentName
  readonly chords: InstrumentName
}

interface GenreTable {
  readonly tempo: readonly [slow: number, fast: number]
  readonly metres: readonly [string, ...string[]]
  readonly drums: number
  readonly density: number
  readonly leads: readonly [InstrumentName, ...InstrumentName[]]
  readonly chords: readonly [InstrumentName, ...InstrumentName[]]
}
const GENRES: Readonly<Record<GenreName, GenreTable>> = {
  ballad: {
    tempo: [66, 84],
    metres: ['4/4', '4/4', '6/8'],
    drums: 0.5,
    density: 0.4,
    leads: ['flute', 'felt-piano', 'electric-piano'],
    chords: ['felt-piano', 'electric-piano', 'guitar'],
  },
  lullaby: {
    tempo: [66, 78],
    metres: ['6/8', '3/4'],
    drums: 0,
    density: 0.25,
    leads: ['music-box', 'flute', 'felt-piano'],
    chords: ['harp', 'felt-piano'],
  },
  waltz: {
    tempo: [126, 160],
    metres: ['3/4'],
    drums: 0.3,
    density: 0.5,
    leads: ['flute', 'felt-piano', 'strings'],
    chords: ['felt-piano', 'harp'],
  },
  march: {
    tempo: [100, 116],
    metres: ['4/4'],
    drums: 1,
    density: 0.6,
    leads: ['flute', 'strings'],
    chords: ['felt-piano', 'guitar'],
  },
  jazz: {
    tempo: [96, 132],
    metres: ['4/4'],
    drums: 1,
    density: 0.6,
    leads: ['electric-piano', 'flute', 'felt-piano'],
    chords: ['electric-piano', 'guitar'],
  },
  bossa: {
    tempo: [112, 132],
    metres: ['4/4'],
    drums: 1,
    density: 0.55,
    leads: ['flute', 'electric-piano'],
    chords: ['guitar', 'electric-piano'],
  },
  folk: {
    tempo: [92, 118],
    metres: ['4/4', '6/8', '3/4'],
    drums: 0.4,
    density: 0.5,
    leads: ['flute', 'guitar'],
    chords: ['guitar', 'harp'],
  },
  pop: {
    tempo: [96, 118],
    metres: ['4/4'],
    drums: 1,
    density: 0.65,
    leads: ['electric-piano', 'flute', 'music-box'],
    chords: ['electric-piano', 'guitar', 'felt-piano'],
  },
  dance: {
    tempo: [116, 126],
    metres: ['4/4'],
    drums: 1,
    density: 0.8,
    leads: ['electric-piano', 'music-box'],
    chords: ['electric-piano', 'warm-pad'],
  },
  ambient: {
    tempo: [60, 72],
    metres: ['4/4', '6/8'],
    drums: 0,
    density: 0.15,
    leads: ['flute', 'felt-piano', 'music-box'],
    chords: ['harp', 'felt-piano'],
  },
  jingle: {
    tempo: [90, 104],
    metres: ['4/4'],
    drums: 1,
    density: 0.7,
    leads: ['music-box', 'electric-piano', 'flute'],
    chords: ['guitar', 'electric-piano'],
  },
}

/** Tonics with few sharps or flats and a comfortable lead range. */
const MAJOR_TONICS: readonly [number, ...number[]] = [0, 2, 3, 5, 7, 9, 10]
const MINOR_TONICS: readonly [number, ...number[]] = [0, 2, 4, 5, 7, 9, 11]

/** The same brief and seed give the same style; the seed varies what the words leave open. */
export const chooseStyle = (brief: string, seed: string | number): Style => {
  const reading = readBrief(brief)
  const random = createRandom('style', seed, brief)
  const genre = reading.genre ?? genreFor(reading, random)
  const table = GENRES[genre]
  const mode = modeFor(reading, genre, random)
  const tonic = random.pick(mode === 'minor' || mode === 'dorian' || mode === 'phrygian' ? MINOR_TONICS : MAJOR_TONICS)
  const metreText = random.pick(table.metres)
  const [slow, fast] = table.tempo
  const place = Math.min(1, Math.max(0, 0.5 + reading.energy * 0.55 + random.range(-0.12, 0.12)))
  const drumsWanted = reading.wanted.includes('drum-kit')
  const drumsBarred = reading.unwanted.includes('drum-kit')
  return {
    reading,
    genre,
    key: { tonic, mode },
    metre: parseMetre(metreText),
    tempo: Math.max(leastTempo(metreText), Math.round(slow + (fast - slow) * place)),
    density: Math.min(1, Math.max(0.1, table.density + reading.energy * 0.25)),
    drums: !drumsBarred && (drumsWanted || random.chance(table.drums + reading.energy * 0.4)),
    lead: chooseInstrument(reading, table.leads, random, LEADS),
    chords: chooseInstrument(reading, table.chords, random, CHORDS),
  }
}

/** Lines of a three-four song take four bars: slower than this it would drag. */
const leastTempo = (metre: string): number => (metre === '3/4' ? 102 : 0)

const LEADS: readonly InstrumentName[] = ['flute', 'strings', 'music-box', 'harp']
const CHORDS: readonly InstrumentName[] = ['felt-piano', 'electric-piano', 'guitar', 'harp', 'warm-pad']

/** An instrument the brief names where it can play that role, else one that suits the genre and is not barred. */
const chooseInstrument = (
  reading: BriefReading,
  suited: readonly [InstrumentName, ...InstrumentName[]],
  random: Random,
  role: readonly InstrumentName[],
): InstrumentName => {
  const named = reading.wanted.find((name) => role.includes(name))
  const open = suited.filter((name) => !reading.unwanted.includes(name))
  const [first, ...rest] = open
  const picked = random.pick(first === undefined ? suited : [first, ...rest])
  return named ?? picked
}

const genreFor = (reading: BriefReading, random: Random): GenreName => {
  if (reading.theme === 'child') return 'lullaby'
  if (reading.dream > 0.5 && reading.energy < 0) return random.pick(['ambient', 'ballad', 'waltz'])
  if (reading.energy > 0.5)
    return random.pick(reading.valence > 0 ? ['pop', 'folk', 'bossa', 'dance'] : ['pop', 'march', 'dance'])
  if (reading.energy < -0.25)
    return random.pick(reading.valence > 0 ? ['ballad', 'lullaby', 'bossa'] : ['ballad', 'ballad', 'waltz'])
  return random.pick(['pop', 'folk', 'ballad', 'jazz', 'waltz'])
}

const modeFor = (reading: BriefReading, genre: GenreName, random: Random): Mode => {
  const { valence, dream, tension } = reading
  if (tension > 0.6) return random.pick(['minor', 'minor', 'phrygian'])
  if (valence <= -0.15) return genre === 'folk' || genre === 'jazz' ? random.pick(['dorian', 'minor']) : 'minor'
  if (dream > 0.5) return random.pick(['lydian', 'lydian', 'major'])
  if (genre === 'folk' && valence < 0.4) return random.pick(['mixolydian', 'dorian', 'major'])
  if (valence < 0.1 && genre === 'ballad') return random.pick(['major', 'minor'])
  return 'major'
}

export const parseMetre = (text: string): Metre => {
  const match = /^(\d+)\/(\d+)$/u.exec(text.trim())
  return match ? { beats: Number(match[1]), unit: Number(match[2]) } : { beats: 4, unit: 4 }
}
export const metreText = (metre: Metre): string => `${metre.beats}/${metre.unit}`
/** Length of a bar in quarter notes. */
export const barQuarters = (metre: Metre): number => (metre.beats * 4) / metre.unit
