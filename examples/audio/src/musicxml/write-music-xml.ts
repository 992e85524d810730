import { cutBar, type Cut } from '../abc/cut-bar.ts'
import { DRUM_KEYS, type DrumName } from '../bank/drum-keys.ts'
import type { Chord, Quality } from '../theory/chord.ts'
import { signatureOf, spell, type Key } from '../theory/pitch.ts'
import { barQuarters, isCompound } from '../theory/metre.ts'
import type { Tune, TuneChord } from '../theory/tune.ts'
import { DRUM_PLACES, drumsOf, scoreParts, type PlayedPart, type ScorePart, type Written } from './score-part.ts'

/** Parts of a quarter note: enough for thirty-seconds and for triplets of eighths. */
export const DIVISIONS = 24

/**
 * A song as MusicXML 4.0 (score-partwise): every part that was played, the melody with chord symbols and words, sections
 * as rehearsal marks, tempo. Pure.
 */
export const writeMusicXml = (tune: Tune, played: readonly PlayedPart[] = []): string => {
  const parts = scoreParts(tune, played)
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">',
    '<score-partwise version="4.0">',
    element('work', element('work-title', escape(tune.title))),
    element('identification', element('encoding', '<software>Ensemble</software>')),
    '<part-list>',
    ...parts.map(partHead),
    '</part-list>',
    ...parts.flatMap((part, index) => writePart(tune, part, index === 0)),
    '</score-partwise>',
    '',
  ].join('\n')
}

const partHead = (part: ScorePart): string => {
  const { id, name, program } = part
  const instruments = isKit(part)
    ? drumsOf(part).map(([drum, key]) => ({ of: `${id}-${key}`, named: drum, key: element('midi-unpitched', key + 1) }))
    : [{ of: `${id}-I`, named: name, key: '' }]
  const channel = isKit(part) ? DRUM_CHANNEL : Math.min(9, Number(id.slice(1)))
  return [
    `<score-part id="${id}">${element('part-name', escape(name))}`,
    ...instruments.map(
      ({ of, named }) => `<score-instrument id="${of}">${element('instrument-name', escape(named))}</score-instrument>`,
    ),
    ...instruments.map(
      ({ of, key }) =>
        `<midi-instrument id="${of}">${element('midi-channel', channel)}${element('midi-program', isKit(part) ? 1 : program + 1)}${key}</midi-instrument>`,
    ),
    '</score-part>',
  ].join('\n')
}
/** Counted from 1. */
const DRUM_CHANNEL = 10
const isKit = ({ clef }: ScorePart): boolean => clef === 'percussion'

/** The first part also has what is written once for all: chord symbols, sections, tempo. */
const writePart = (tune: Tune, part: ScorePart, isFirst: boolean): readonly string[] => {
  const bar = barQuarters(tune.metre)
  const count = Math.max(1, Math.round(tune.duration / bar))
  return [
    `<part id="${part.id}">`,
    ...Array.from({ length: count }, (_, index) => writeMeasure(tune, part, index, isFirst, index === count - 1)),
    '</part>',
  ]
}

const writeMeasure = (tune: Tune, part: ScorePart, index: number, isFirst: boolean, isLast: boolean): string => {
  const bar = barQuarters(tune.metre)
  const start = index * bar
  const end = start + bar
  const isHere = (time: number): boolean => time >= start - EPSILON && time < end - EPSILON
  const section = isFirst ? tune.sections.find((item) => isHere(item.start)) : undefined
  const chords = isFirst ? tune.chords.filter((span) => isHere(span.start)) : []
  const marks = chords.map((span) => span.start)
  const cuts = cutBar(part.notes, start, end, marks)
  return [
    `<measure number="${index + 1}">`,
    ...(index === 0 ? [attributes(tune, part)] : []),
    ...(section ? [direction(element('rehearsal', escape(section.name)))] : []),
    ...(index === 0 && isFirst ? [tempo(tune)] : []),
    ...cuts.flatMap((cut) => [...harmonyAt(chords, cut, tune.key), ...writeCut(tune, part, cut)]),
    ...barline(tune, end, isLast),
    '</measure>',
  ].join('\n')
}

const EPSILON = 1e-6
const element = (name: string, content: string | number): string => `<${name}>${content}</${name}>`
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const direction = (type: string, sound = ''): string =>
  `<direction placement="above">${element('direction-type', type)}${sound}</direction>`

const CLEFS: Readonly<Record<ScorePart['clef'], string>> = {
  treble: '<sign>G</sign><line>2</line>',
  bass: '<sign>F</sign><line>4</line>',
  percussion: '<sign>percussion</sign><line>2</line>',
}

const attributes = ({ key, metre }: Tune, part: ScorePart): string =>
  element(
    'attributes',
    element('divisions', DIVISIONS) +
      element('key', element('fifths', signatureOf(key)) + element('mode', key.mode)) +
      element('time', element('beats', metre.beats) + element('beat-type', metre.unit)) +
      element('clef', CLEFS[part.clef]),
  )

const tempo = ({ metre, tempo: quarters }: Tune): string =>
  direction(
    isCompound(metre)
      ? element('metronome', `<beat-unit>quarter</beat-unit><beat-unit-dot/>${element('per-minute', quarters / 1.5)}`)
      : element('metronome', `<beat-unit>quarter</beat-unit>${element('per-minute', quarters)}`),
    `<sound tempo="${quarters}"/>`,
  )

const barline = (tune: Tune, end: number, isLast: boolean): readonly string[] => {
  const closesSection = tune.sections.some(({ start, duration }) => Math.abs(start + duration - end) < EPSILON)
  if (!isLast && !closesSection) return []
  return [`<barline location="right"><bar-style>${isLast ? 'light-heavy' : 'light-light'}</bar-style></barline>`]
}

const KINDS: Readonly<Record<Quality, string>> = {
  major: 'major',
  minor: 'minor',
  diminished: 'diminished',
  augmented: 'augmented',
  seventh: 'dominant',
  major7: 'major-seventh',
  minor7: 'minor-seventh',
  'half-diminished': 'half-diminished',
  sus4: 'suspended-fourth',
  sus2: 'suspended-second',
}

const harmonyAt = (chords: readonly TuneChord[], cut: Pick<Cut, 'start'>, key: Key): readonly string[] =>
  chords.filter(({ start }) => Math.abs(start - cut.start) < EPSILON).map(({ chord }) => harmony(chord, key))

const harmony = (chord: Chord, key: Key): string =>
  element(
    'harmony',
    element('root', namedPitch('root', chord.root, key)) +
      element('kind', KINDS[chord.quality]) +
      (chord.bass === undefined ? '' : element('bass', namedPitch('bass', chord.bass, key))),
  )

const namedPitch = (prefix: 'root' | 'bass', pitch: number, key: Key): string => {
  const { letter, alteration } = spell(pitch, key)
  return element(`${prefix}-step`, letter) + (alteration === 0 ? '' : element(`${prefix}-alter`, alteration))
}

/** Written lengths in quarters, longest first. */
const LENGTHS: readonly (readonly [quarters: number, type: string, dots: number])[] = [
  [6, 'whole', 1],
  [4, 'whole', 0],
  [3, 'half', 1],
  [2, 'half', 0],
  [1.5, 'quarter', 1],
  [1, 'quarter', 0],
  [0.75, 'eighth', 1],
  [0.5, 'eighth', 0],
  [0.375, '16th', 1],
  [0.25, '16th', 0],
  [0.125, '32nd', 0],
]
const TRIPLETS: readonly (readonly [quarters: number, type: string])[] = [
  [4 / 3, 'half'],
  [2 / 3, 'quarter'],
  [1 / 3, 'eighth'],
  [1 / 6, '16th'],
]

interface Length {
  readonly quarters: number
  readonly type: string
  readonly dots: number
  readonly isTriplet: boolean
}

/** A length as notes that can be written: five eighths are a half and an eighth, tied. */
const writtenLengths = (quarters: number): readonly Length[] => {
  const triplet = TRIPLETS.find(([length]) => Math.abs(length - quarters) < EPSILON)
  if (triplet) return [{ quarters, type: triplet[1], dots: 0, isTriplet: true }]
  const written: Length[] = []
  for (let left = quarters; left > EPSILON;) {
    const [length, type, dots] = LENGTHS.find(([candidate]) => candidate <= left + EPSILON) ?? [left, '32nd', 0]
    written.push({ quarters: length, type, dots, isTriplet: false })
    left -= length
  }
  return written
}

const writeCut = (tune: Tune, part: ScorePart, cut: Cut<Written>): readonly string[] => {
  const written = writtenLengths(cut.end - cut.start)
  return written.flatMap((length, index) => {
    const { note } = cut
    if (!note) return [writeRest(length)]
    const stops = index > 0 || !cut.opens
    const starts = index < written.length - 1 || cut.tied
    const lyric = stops ? '' : writeLyric(part.notes, note)
    const types = [...(stops ? ['stop'] : []), ...(starts ? ['start'] : [])]
    return note.pitches.map((pitch, place) =>
      writeNote(tune, part, { pitch, length, types, isChord: place > 0, lyric: place === 0 ? lyric : '' }),
    )
  })
}

const durationOf = ({ quarters }: Length): string => element('duration', Math.round(quarters * DIVISIONS))
const valueOf = ({ type, dots, isTriplet }: Length): string =>
  element('type', type) +
  '<dot/>'.repeat(dots) +
  (isTriplet ? element('time-modification', '<actual-notes>3</actual-notes><normal-notes>2</normal-notes>') : '')

const writeRest = (length: Length): string =>
  element('note', `<rest/>${durationOf(length)}${element('voice', 1)}${valueOf(length)}`)

interface Head {
  readonly pitch: number
  readonly length: Length
  /** Ties that end and begin here: `stop`, `start`. */
  readonly types: readonly string[]
  readonly isChord: boolean
  readonly lyric: string
}

const writeNote = (tune: Tune, part: ScorePart, { pitch, length, types, isChord, lyric }: Head): string => {
  const tied = types.map((type) => `<tied type="${type}"/>`).join('')
  return element(
    'note',
    (isChord ? '<chord/>' : '') +
      (isKit(part) ? drumOf(pitch) : pitchOf(pitch, tune.key)) +
      durationOf(length) +
      types.map((type) => `<tie type="${type}"/>`).join('') +
      `<instrument id="${part.id}-${isKit(part) ? pitch : 'I'}"/>` +
      element('voice', 1) +
      valueOf(length) +
      (isKit(part) && placeOf(pitch)[2] === 'x' ? element('notehead', 'x') : '') +
      (tied === '' ? '' : element('notations', tied)) +
      lyric,
  )
}

const placeOf = (key: number): (typeof DRUM_PLACES)[DrumName] => {
  const name = Object.entries(DRUM_KEYS).find(([, each]) => each === key)?.[0] ?? 'snare'
  return DRUM_PLACES[name as DrumName] // Object.entries widens the key's type
}
const drumOf = (key: number): string => {
  const [step, octave] = placeOf(key)
  return element('unpitched', element('display-step', step) + element('display-octave', octave))
}

const pitchOf = (pitch: number, key: Key): string => {
  const { letter, alteration, octave } = spell(pitch, key)
  return element(
    'pitch',
    element('step', letter) + (alteration === 0 ? '' : element('alter', alteration)) + element('octave', octave),
  )
}

/** The syllable under a note, and whether its word began before and continues after. */
const writeLyric = (notes: readonly Written[], note: Written): string => {
  if (note.syllable === undefined) return ''
  // Notes without a syllable hold the one before them.
  const before = notes.slice(0, notes.indexOf(note)).findLast(({ syllable }) => syllable !== undefined)?.syllable
  const began = before?.endsWith('-') ?? false
  const goesOn = note.syllable.endsWith('-')
  const syllabic = began ? (goesOn ? 'middle' : 'end') : goesOn ? 'begin' : 'single'
  const text = goesOn ? note.syllable.slice(0, -1) : note.syllable
  return `<lyric number="1">${element('syllabic', syllabic)}${element('text', escape(text))}</lyric>`
}
