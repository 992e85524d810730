import { createRandom, type Random } from '../random.ts'
import { readBrief, type BriefReading } from './brief.ts'
import type { Genre } from './genre.ts'
import { GENRES, type GenreName } from './genres.ts'
import { CHORD_PLAYERS, LEADS, PADS, type InstrumentName } from './instrument-words.ts'
import { isCompound, parseMetre, type Metre } from './metre.ts'
import { PART_NAMES, type PartName } from './parts.ts'
import { isMinorLike, type Key, type Mode } from './pitch.ts'

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
  /** Undefined where the colour of the patch decides. */
  readonly pad: InstrumentName | undefined
  readonly bass: InstrumentName | undefined
  /** Players who rest: none of theirs was wanted. */
  readonly silent: readonly PartName[]
}

/** Tonics with few sharps or flats and a comfortable lead range. */
const MAJOR_TONICS: readonly [number, ...number[]] = [0, 2, 3, 5, 7, 9, 10]
const MINOR_TONICS: readonly [number, ...number[]] = [0, 2, 4, 5, 7, 9, 11]

/** The same brief and seed give the same style; the seed varies what the words leave open. */
export const chooseStyle = (brief: string, seed: string | number): Style => {
  const reading = readBrief(brief)
  const random = createRandom('style', seed, brief)
  const name = reading.genres[0] ?? genreFor(reading, random)
  const genre: Genre = GENRES[name]
  const mode = reading.mode ?? modeFor(reading, genre, name, random)
  const tonic = random.pick(isMinorLike(mode) ? MINOR_TONICS : MAJOR_TONICS)
  const metre = reading.metre ?? metreFor(reading, genre, random)
  const isSolo = reading.isSolo
  const drumsWanted = reading.wanted.includes('drum-kit')
  const drumsBarred = reading.unwanted.includes('drum-kit') || (isSolo && !drumsWanted)
  const density = clamp(genre.density + reading.energy * 0.25, 0.1, 1)
  const tempo = tempoFor(reading, genre, metre, random)
  const drums = !drumsBarred && (drumsWanted || random.chance(genre.drums + reading.energy * 0.4))
  const { ownRests, ...players } = playersFor(reading, genre, random)
  return {
    reading,
    genre: name,
    key: { tonic: reading.tonic ?? tonic, mode },
    metre,
    tempo,
    density,
    drums,
    ...players,
    silent: restsOf([...ownRests, ...reading.unwantedParts], drums),
  }
}

/** The resting players, in score order; the melody continues if no one else would play. */
const restsOf = (rests: readonly PartName[], drums: boolean): readonly PartName[] => {
  const silent = PART_NAMES.filter((part) => rests.includes(part))
  const plays = (part: PartName): boolean => (part === 'drums' ? drums : part !== 'counter' && !silent.includes(part))
  return PART_NAMES.some(plays) ? silent : silent.filter((part) => part !== 'lead')
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The genre's metre, or that of a dance which the brief names as well: a jazz waltz has three beats. */
const metreFor = (reading: BriefReading, genre: Genre, random: Random): Metre => {
  const own = random.pick(genre.metres)
  const others = reading.genres.slice(1).map((name) => GENRES[name].metres)
  const fixed = others.find(([first, ...rest]) => rest.length === 0 && first !== '4/4')
  return parseMetre(fixed?.[0] ?? own)
}

/** A beat's length in quarters. */
const beatOf = (metre: Metre): number => (isCompound(metre) ? 1.5 : 1)
const SLOWEST = 40
const FASTEST = 240
/** Beats a minute that the brief names, else the genre's pace, quicker or slower by the mood. */
const tempoFor = (reading: BriefReading, genre: Genre, metre: Metre, random: Random): number => {
  const [slow, fast] = genre.tempo
  const place = clamp(0.5 + reading.energy * 0.55 + random.range(-0.12, 0.12), 0, 1)
  const beat = beatOf(metre)
  const isNative = beatOf(parseMetre(genre.metres[0])) === beat
  const pace = slow + (fast - slow) * place
  // The pace is that of the genre's own metre: a dotted quarter has three eighths to hold, a quarter only two.
  const beats = reading.tempo ?? (isNative ? pace : isCompound(metre) ? pace * 0.8 : pace * 1.7)
  return clamp(Math.round(beats), SLOWEST / beat, FASTEST / beat) * beat
}

type Players = Pick<Style, 'lead' | 'chords' | 'pad' | 'bass'> & { readonly ownRests: readonly PartName[] }
/** Instruments that the brief names where they can play the part, else those of the genre that it does not bar. */
const playersFor = (reading: BriefReading, genre: Genre, random: Random): Players => {
  const { wanted, unwanted, isSolo } = reading
  const open = (suited: readonly InstrumentName[], taken?: InstrumentName): InstrumentName => {
    const free = suited.filter((name) => !unwanted.includes(name))
    const others = free.filter((name) => name !== taken)
    const [first, ...rest] = others.length > 0 ? others : free
    const spare = LEADS.filter((name) => CHORD_PLAYERS.includes(name) && !unwanted.includes(name))
    return random.pick(first === undefined ? [spare[0] ?? 'electric-piano'] : [first, ...rest])
  }
  const ownLead = open(genre.leads)
  const singers = wanted.filter((name) => LEADS.includes(name))
  // A distinct instrument leads: a trumpet before strings, a flute before its piano.
  const lead =
    singers.find((name) => !PADS.includes(name) && !CHORD_PLAYERS.includes(name)) ??
    singers.find((name) => !PADS.includes(name) && genre.leads[0] === name) ??
    (singers.every((name) => PADS.includes(name)) ? singers[0] : undefined) ??
    (isSolo || singers.some((name) => !CHORD_PLAYERS.includes(name)) || singers.length > 1 ? singers[0] : undefined)
  const ownChords = open(genre.chords, lead ?? ownLead)
  const others = wanted.filter((name) => CHORD_PLAYERS.includes(name) && (name !== lead || isSolo))
  const chords = others.find((name) => !PADS.includes(name)) ?? others[0]
  const pad = wanted.find((name) => PADS.includes(name) && name !== lead) ?? genre.pad
  const bass = (['synth-bass', 'cello'] as const).find((name) => wanted.includes(name) && name !== lead) ?? genre.bass
  const isBare = unwanted.includes('round-bass')
  return {
    lead: lead ?? ownLead,
    chords: chords ?? ownChords,
    pad: pad !== undefined && unwanted.includes(pad) ? undefined : pad,
    bass,
    ownRests: isSolo ? soloRests(wanted, lead ?? ownLead, chords ?? ownChords) : isBare ? ['bass'] : [],
  }
}

/** One player alone: no pad and bass; chords only for the same hands; no melody if none can sing, as drums. */
const soloRests = (
  wanted: readonly InstrumentName[],
  lead: InstrumentName,
  chords: InstrumentName,
): readonly PartName[] => [
  ...(wanted.length === 0 || wanted.some((name) => LEADS.includes(name)) ? [] : (['lead'] as const)),
  ...(lead === chords || wanted.includes(chords) ? [] : (['chords'] as const)),
  ...(wanted.some((name) => PADS.includes(name) && name !== lead) ? [] : (['pad'] as const)),
  ...(wanted.includes('round-bass') ? [] : (['bass'] as const)),
]

const genreFor = (reading: BriefReading, random: Random): GenreName => {
  if (reading.theme === 'child') return 'lullaby'
  if (reading.dream > 0.5 && reading.energy < 0) return random.pick(['ambient', 'ballad', 'waltz'])
  if (reading.tension > 0.5 && reading.energy > 0.3) return random.pick(['rock', 'soundtrack', 'pop'])
  if (reading.energy > 0.5)
    return random.pick(reading.valence > 0 ? ['pop', 'folk', 'funk', 'dance'] : ['pop', 'march', 'dance'])
  if (reading.energy < -0.25)
    return random.pick(reading.valence > 0 ? ['ballad', 'waltz', 'bossa'] : ['ballad', 'ballad', 'nocturne'])
  return random.pick(['pop', 'folk', 'ballad', 'jazz', 'waltz'])
}

const modeFor = (reading: BriefReading, genre: Genre, name: GenreName, random: Random): Mode => {
  const { valence, dream, tension } = reading
  if (genre.modes) {
    const isDark = valence <= -0.15 || tension > 0.6 || (genre.isDark === true && valence < 0.3)
    return random.pick(isDark ? genre.modes.dark : genre.modes.bright)
  }
  if (tension > 0.6) return genre.harmony === 'cadential' ? 'minor' : random.pick(['minor', 'minor', 'phrygian'])
  if (valence <= -0.15) return name === 'jazz' ? random.pick(['dorian', 'minor']) : 'minor'
  if (genre.isDark && valence < 0.3) return 'minor'
  if (dream > 0.5 && genre.harmony !== 'cadential') return random.pick(['lydian', 'lydian', 'major'])
  if (valence < 0.1 && name === 'ballad') return random.pick(['major', 'minor'])
  return 'major'
}
