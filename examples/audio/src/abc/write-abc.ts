import { chordSymbol } from '../theory/chord.ts'
import { pitchName, signatureAlteration, signatureOf, spell, type Key, type Mode } from '../theory/pitch.ts'
import { barQuarters, isCompound, metreText } from '../theory/metre.ts'
import type { Tune } from '../theory/tune.ts'
import { subtitleLines } from './abc-header.ts'
import { cutBar } from './cut-bar.ts'

const MODE_TEXT: Readonly<Record<Mode, string>> = {
  major: '',
  minor: 'm',
  dorian: 'dor',
  mixolydian: 'mix',
  lydian: 'lyd',
  phrygian: 'phr',
}
/** ABC counts eighths. */
const UNIT = 0.5
const BARS_PER_LINE = 4

/** A tune as ABC 2.1: chord symbols over the notes, words in `w:` lines, sections as `P:`, four bars a line. */
export const writeAbc = (tune: Tune): string => {
  const header = [
    'X:1',
    `T:${tune.title}`,
    ...subtitleLines(tune.subtitle ?? '').map((line) => `T:${line}`),
    ...(tune.genre === '' ? [] : [`R:${tune.genre}`]),
    `M:${metreText(tune.metre)}`,
    'L:1/8',
    `Q:${tempoText(tune)}`,
    `K:${pitchName(tune.key.tonic, tune.key)}${MODE_TEXT[tune.key.mode]}`,
  ]
  return [...header, ...tune.sections.flatMap((section) => writeSection(tune, section)), ''].join('\n')
}

/** A beat of three eighths is a dotted quarter. */
const tempoText = ({ metre, tempo }: Tune): string =>
  isCompound(metre) && Number.isInteger(tempo / 1.5) ? `3/8=${tempo / 1.5}` : `1/4=${tempo}`

const writeSection = (tune: Tune, section: Tune['sections'][number]): readonly string[] => {
  const bar = barQuarters(tune.metre)
  const count = Math.max(1, Math.round(section.duration / bar))
  const isLast = section === tune.sections.at(-1)
  const lines = [`P:${section.name}`]
  for (let from = 0; from < count; from += BARS_PER_LINE) {
    const bars = Array.from({ length: Math.min(BARS_PER_LINE, count - from) }, (_, index) =>
      writeBar(tune, section.start + (from + index) * bar, bar),
    )
    const isEnd = from + BARS_PER_LINE >= count
    lines.push(`${bars.map(({ music }) => music).join(' | ')} ${isEnd ? (isLast ? '|]' : '||') : '|'}`)
    const words = bars.flatMap(({ words: barWords }) => barWords)
    if (words.some((word) => word !== '_')) lines.push(`w:${words.join(' ').replaceAll('- ', '-')}`)
  }
  return lines
}

/** A continuing chord is not written again, except at the beginning of a section. */
const isNews = (tune: Tune, index: number): boolean => {
  const chord = tune.chords[index]
  const before = tune.chords[index - 1]
  if (!chord || !before || tune.sections.some((section) => Math.abs(section.start - chord.start) < 1e-6)) return true
  return chordSymbol(chord.chord, tune.key) !== chordSymbol(before.chord, tune.key)
}

const writeBar = (tune: Tune, start: number, length: number): { music: string; words: readonly string[] } => {
  const end = start + length
  const chords = tune.chords.filter(
    (span, index) => span.start >= start - 1e-6 && span.start < end - 1e-6 && isNews(tune, index),
  )
  const cuts = cutBar(
    tune.notes,
    start,
    end,
    chords.map((span) => span.start),
  )
  const written = new Map<string, number>()
  const music = cuts.map((cut) => {
    const chord = chords.find((span) => Math.abs(span.start - cut.start) < 1e-6)
    const symbol = chord ? `"${chordSymbol(chord.chord, tune.key)}"` : ''
    const text = cut.note ? noteText(cut.note.pitch, tune.key, written) : 'z'
    return `${symbol}${text}${lengthText((cut.end - cut.start) / UNIT)}${cut.note && cut.tied ? '-' : ''}`
  })
  // A syllable is under the first of tied notes; the others hold it.
  const words = cuts.flatMap((cut) =>
    cut.note === undefined ? [] : [cut.opens ? (cut.note.syllable?.replaceAll(' ', '~') ?? '_') : '_'],
  )
  return {
    music: music.join(' '),
    words,
  }
}

const ACCIDENTALS = ['__', '_', '=', '^', '^^']
/** The note in its key; an accidental only where the signature or an earlier accidental of the bar says otherwise. */
const noteText = (pitch: number, key: Key, written: Map<string, number>): string => {
  const { letter, alteration, octave } = spell(pitch, key)
  const place = `${letter}${octave}`
  const current = written.get(place) ?? signatureAlteration(signatureOf(key), letter)
  const accidental = current === alteration ? '' : (ACCIDENTALS[alteration + 2] ?? '')
  written.set(place, alteration)
  const body = octave >= 5 ? letter.toLowerCase() + "'".repeat(octave - 5) : letter + ','.repeat(4 - octave)
  return accidental + body
}

/** Units of an eighth: 1 → ``, 3 → `3`, 0.5 → `/2`, 1.5 → `3/2`. */
const lengthText = (units: number): string => {
  const halves = Math.round(units * 4)
  if (halves % 4 === 0) return halves === 4 ? '' : String(halves / 4)
  return halves % 2 === 0 ? `${halves / 2 === 1 ? '' : halves / 2}/2` : `${halves === 1 ? '' : halves}/4`
}
