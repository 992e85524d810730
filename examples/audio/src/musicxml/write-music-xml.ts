import { cutBar, type Cut } from '../abc/cut-bar.ts'
import type { Chord, Quality } from '../theory/chord.ts'
import { signatureOf, spell, type Key } from '../theory/pitch.ts'
import { barQuarters, isCompound } from '../theory/metre.ts'
import type { Tune, TuneChord } from '../theory/tune.ts'

/** Parts of a quarter note: enough for thirty-seconds and for triplets of eighths. */
export const DIVISIONS = 24

/** A tune as MusicXML 4.0 (score-partwise): melody with chord symbols, words, sections as rehearsal marks, tempo. Pure. */
export const writeMusicXml = (tune: Tune): string => {
  const bar = barQuarters(tune.metre)
  const count = Math.max(1, Math.round(tune.duration / bar))
  const measures = Array.from({ length: count }, (_, index) => writeMeasure(tune, index, bar, index === count - 1))
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">',
    '<score-partwise version="4.0">',
    element('work', element('work-title', escape(tune.title))),
    element('identification', element('encoding', '<software>Ensemble</software>')),
    element('part-list', '<score-part id="P1"><part-name>Lead</part-name></score-part>'),
    '<part id="P1">',
    ...measures,
    '</part>',
    '</score-partwise>',
    '',
  ].join('\n')
}

const writeMeasure = (tune: Tune, index: number, bar: number, isLast: boolean): string => {
  const start = index * bar
  const end = start + bar
  const isHere = (time: number): boolean => time >= start - EPSILON && time < end - EPSILON
  const section = tune.sections.find((item) => isHere(item.start))
  const chords = tune.chords.filter((span) => isHere(span.start))
  const cuts = cutBar(
    tune,
    start,
    end,
    chords.map((span) => span.start),
  )
  return [
    `<measure number="${index + 1}">`,
    ...(index === 0 ? [attributes(tune)] : []),
    ...(section ? [direction(element('rehearsal', escape(section.name)))] : []),
    ...(index === 0 ? [tempo(tune)] : []),
    ...cuts.flatMap((cut) => [...harmonyAt(chords, cut, tune.key), ...writeCut(tune, cut)]),
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

const attributes = ({ key, metre }: Tune): string =>
  element(
    'attributes',
    element('divisions', DIVISIONS) +
      element('key', element('fifths', signatureOf(key)) + element('mode', key.mode)) +
      element('time', element('beats', metre.beats) + element('beat-type', metre.unit)) +
      element('clef', '<sign>G</sign><line>2</line>'),
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

const harmonyAt = (chords: readonly TuneChord[], cut: Cut, key: Key): readonly string[] =>
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

interface Written {
  readonly quarters: number
  readonly type: string
  readonly dots: number
  readonly isTriplet: boolean
}

/** A length as notes that can be written: five eighths are a half and an eighth, tied. */
const writtenLengths = (quarters: number): readonly Written[] => {
  const triplet = TRIPLETS.find(([length]) => Math.abs(length - quarters) < EPSILON)
  if (triplet) return [{ quarters, type: triplet[1], dots: 0, isTriplet: true }]
  const written: Written[] = []
  for (let left = quarters; left > EPSILON;) {
    const [length, type, dots] = LENGTHS.find(([candidate]) => candidate <= left + EPSILON) ?? [left, '32nd', 0]
    written.push({ quarters: length, type, dots, isTriplet: false })
    left -= length
  }
  return written
}

const writeCut = (tune: Tune, cut: Cut): readonly string[] => {
  const written = writtenLengths(cut.end - cut.start)
  return written.map((length, index) => {
    const { note } = cut
    const duration = element('duration', Math.round(length.quarters * DIVISIONS))
    const value =
      element('type', length.type) +
      '<dot/>'.repeat(length.dots) +
      (length.isTriplet
        ? element('time-modification', '<actual-notes>3</actual-notes><normal-notes>2</normal-notes>')
        : '')
    if (!note) return element('note', `<rest/>${duration}${element('voice', 1)}${value}`)
    const stops = index > 0 || !cut.opens
    const starts = index < written.length - 1 || cut.tied
    const types = [...(stops ? ['stop'] : []), ...(starts ? ['start'] : [])]
    const ties = types.map((type) => `<tie type="${type}"/>`).join('')
    const tied = types.map((type) => `<tied type="${type}"/>`).join('')
    const lyric = stops ? '' : writeLyric(tune, cut)
    return element(
      'note',
      pitchOf(note.pitch, tune.key) +
        duration +
        ties +
        element('voice', 1) +
        value +
        (tied === '' ? '' : element('notations', tied)) +
        lyric,
    )
  })
}

const pitchOf = (pitch: number, key: Key): string => {
  const { letter, alteration, octave } = spell(pitch, key)
  return element(
    'pitch',
    element('step', letter) + (alteration === 0 ? '' : element('alter', alteration)) + element('octave', octave),
  )
}

/** The syllable under a note, and whether its word began before and continues after. */
const writeLyric = (tune: Tune, { note }: Cut): string => {
  if (note?.syllable === undefined) return ''
  // Notes without a syllable hold the one before them.
  const before = tune.notes
    .slice(0, tune.notes.indexOf(note))
    .findLast(({ syllable }) => syllable !== undefined)?.syllable
  const began = before?.endsWith('-') ?? false
  const goesOn = note.syllable.endsWith('-')
  const syllabic = began ? (goesOn ? 'middle' : 'end') : goesOn ? 'begin' : 'single'
  const text = goesOn ? note.syllable.slice(0, -1) : note.syllable
  return `<lyric number="1">${element('syllabic', syllabic)}${element('text', escape(text))}</lyric>`
}
