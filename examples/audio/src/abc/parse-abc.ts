import { parseKey, readField, type Header } from './abc-header.ts'
import { parseChord } from '../theory/chord.ts'
import { letterPitch, signatureAlteration, signatureOf } from '../theory/pitch.ts'
import { barQuarters, type Metre } from '../theory/metre.ts'
import type { Tune, TuneChord, TuneSection } from '../theory/tune.ts'

/** Text that is not a score. The message says what is missing, for a model to repair. */
export class AbcError extends Error {
  override readonly name = 'AbcError'
}

/**
 * Reads a tune from ABC: the first voice with chords, `w:` words and `P:` sections, repeats unrolled. Times in quarter
 * notes. Throws AbcError.
 */
export const parseAbc = (text: string): Tune => {
  const header: Header = {
    title: '',
    genre: '',
    key: { tonic: 0, mode: 'major' },
    metre: { beats: 4, unit: 4 },
    tempo: 96,
    unit: undefined,
  }
  const reader = new BodyReader(header)
  let hasKey = false
  let voice: string | undefined
  let firstVoice: string | undefined
  for (const raw of text.split(/\r?\n/u)) {
    const line = raw.replace(/(?<!\\)%.*$/u, '').trim()
    if (line === '') continue
    const field = /^([A-Za-z]):\s*(.*)$/u.exec(line)
    if (field) {
      const [, name = '', value = ''] = field
      if (name === 'V') {
        voice = value.split(/\s/u)[0]
        firstVoice ??= voice
      } else if (name === 'w') {
        if (voice === firstVoice) reader.words(value)
      } else if (name === 'P') reader.section(value)
      else if (name === 'K') {
        header.key = parseKey(value)
        hasKey = true
      } else if (name !== 'T' || !hasKey || header.title === '') readField(header, name, value)
      continue
    }
    if (hasKey && voice === firstVoice) reader.music(line)
  }
  if (!hasKey)
    throw new AbcError('The score has no key: an ABC tune needs a header that ends with a line such as "K:Am".')
  const tune = reader.finish()
  if (tune.notes.length === 0 && tune.chords.length === 0) {
    throw new AbcError('The score is empty: after the K: line there is neither a note nor a chord symbol.')
  }
  return tune
}

interface OpenNote {
  start: number
  duration: number
  pitch: number
  syllable?: string
}

/** Every element of a line of music. */
const TOKEN =
  /"([^"]*)"|!([^!]*)!|\{[^}]*\}|\[([A-Za-z]):([^\]]*)\]|(:?\|+[:\]]?|\|\]|\[\||::|:\|)|\((\d)|([_^=]*)([A-Ga-g])([,']*)(\d*(?:\/+\d*)?)|([zx])(\d*(?:\/+\d*)?)|(-)|([<>]+)|\[([^\]:]+)\](\d*(?:\/+\d*)?)|Z(\d*)|[()~.uvTHLMOPSs\s\\yJR]|./gu

class BodyReader {
  private time = 0
  private readonly notes: OpenNote[] = []
  private readonly chords: { start: number; chord: TuneChord['chord'] }[] = []
  private readonly sections: { name: string; start: number }[] = []
  private readonly accidentals = new Map<string, number>()
  private lineNotes: OpenNote[] = []
  private tie: OpenNote | undefined
  private tuplet: { left: number; factor: number } | undefined
  private broken: { marks: string; note: { duration: number } } | undefined
  private repeatFrom = { notes: 0, chords: 0, time: 0 }

  constructor(private readonly header: Header) {}

  section(name: string): void {
    this.sections.push({ name, start: this.time })
  }

  /** `w:` belongs to the music line before it: `-` inside words, `_` holds, `*` skips. */
  words(text: string): void {
    const syllables = text.replaceAll('\\-', '\u2011').match(/[^\s\-_*|]+-?|[_*|]/gu) ?? []
    let place = 0
    for (const syllable of syllables) {
      if (syllable === '|') continue
      const note = this.lineNotes[place]
      place += 1
      if (note && syllable !== '_' && syllable !== '*') note.syllable = syllable.replaceAll('~', ' ')
    }
  }

  music(line: string): void {
    this.lineNotes = []
    for (const match of line.matchAll(TOKEN)) this.token(match)
  }

  private token(match: RegExpMatchArray): void {
    const [
      ,
      quoted,
      ,
      fieldName,
      fieldValue,
      bar,
      tuplet,
      marks,
      letter,
      octaves,
      length,
      rest,
      restLength,
      tie,
      broken,
      chordNotes,
      chordLength,
    ] = match
    if (quoted !== undefined) this.chordSymbol(quoted)
    else if (fieldName !== undefined) this.inlineField(fieldName, fieldValue ?? '')
    else if (bar !== undefined) this.bar(bar)
    else if (tuplet !== undefined) this.tuplet = { left: Number(tuplet), factor: tuplet === '2' ? 1.5 : 2 / 3 }
    else if (letter !== undefined) this.note(marks ?? '', letter, octaves ?? '', length ?? '')
    else if (rest !== undefined) this.advance(restLength ?? '')
    else if (tie !== undefined) this.tie = this.notes.at(-1)
    else if (broken !== undefined) this.breakRhythm(broken)
    else if (chordNotes !== undefined) this.topOfChord(chordNotes, chordLength ?? '')
    else if (match[0].startsWith('Z'))
      this.time += Number(match[17] === '' ? 1 : (match[17] ?? 1)) * barQuarters(this.header.metre)
  }

  private chordSymbol(text: string): void {
    const chord = parseChord(text)
    if (!chord) return
    const last = this.chords.at(-1)
    if (last && Math.abs(last.start - this.time) < 1e-6) this.chords.pop()
    this.chords.push({ start: this.time, chord })
  }

  private inlineField(name: string, value: string): void {
    if (name === 'P') this.section(value.trim())
    else if (name === 'K') this.header.key = parseKey(value)
    else if (name !== 'T') readField(this.header, name, value.trim())
  }

  private bar(text: string): void {
    this.accidentals.clear()
    if (text.startsWith(':')) this.repeat()
    if (text.startsWith(':') || text.endsWith(':')) {
      this.repeatFrom = { notes: this.notes.length, chords: this.chords.length, time: this.time }
    }
  }

  private repeat(): void {
    const shift = this.time - this.repeatFrom.time
    this.notes.push(...this.notes.slice(this.repeatFrom.notes).map((note) => ({ ...note, start: note.start + shift })))
    this.chords.push(
      ...this.chords.slice(this.repeatFrom.chords).map((span) => ({ ...span, start: span.start + shift })),
    )
    this.time += shift
  }

  private pitchOf(marks: string, letter: string, octaves: string): number {
    const isLow = letter === letter.toUpperCase()
    const octave = (isLow ? 4 : 5) + [...octaves].reduce((sum, mark) => sum + (mark === ',' ? -1 : 1), 0)
    const place = `${letter.toUpperCase()}${octave}`
    const explicit =
      marks === '' ? undefined : [...marks].reduce((sum, mark) => sum + (mark === '^' ? 1 : mark === '_' ? -1 : 0), 0)
    if (explicit !== undefined) this.accidentals.set(place, explicit)
    const alteration =
      this.accidentals.get(place) ?? signatureAlteration(signatureOf(this.header.key), letter.toUpperCase())
    return (octave + 1) * 12 + letterPitch(letter) + alteration
  }

  private note(marks: string, letter: string, octaves: string, length: string): void {
    const pitch = this.pitchOf(marks, letter, octaves)
    const start = this.time
    const duration = this.advance(length)
    const tied = this.tie?.pitch === pitch ? this.tie : undefined
    this.tie = undefined
    if (tied) {
      tied.duration += duration
      this.notes.push(tied)
      this.notes.pop()
      this.lineNotes.push(tied)
      return
    }
    const note: OpenNote = { start, duration, pitch }
    this.notes.push(note)
    this.lineNotes.push(note)
    this.settleBroken(note)
  }

  /** The melody is the top note of a chord. */
  private topOfChord(text: string, length: string): void {
    const found = [...text.matchAll(/([_^=]*)([A-Ga-g])([,']*)/gu)].map(
      ([, marks = '', letter = 'C', octaves = '']) => ({
        marks,
        letter,
        octaves,
        pitch: this.pitchOf(marks, letter, octaves),
      }),
    )
    const top = found.reduce<(typeof found)[number] | undefined>(
      (best, item) => (best && best.pitch >= item.pitch ? best : item),
      undefined,
    )
    if (top) this.note(top.marks, top.letter, top.octaves, length)
  }

  private advance(length: string): number {
    const unit = this.header.unit ?? defaultUnit(this.header.metre)
    let duration = unit * lengthFactor(length)
    if (this.tuplet) {
      duration *= this.tuplet.factor
      this.tuplet.left -= 1
      if (this.tuplet.left === 0) this.tuplet = undefined
    }
    this.time += duration
    return duration
  }

  /** `a>b` lengthens the first and shortens the second. */
  private breakRhythm(marks: string): void {
    const note = this.notes.at(-1)
    if (note) this.broken = { marks, note }
  }
  private settleBroken(second: OpenNote): void {
    if (!this.broken) return
    const { marks, note: first } = this.broken
    this.broken = undefined
    const share = 1 - 1 / 2 ** marks.length
    const moved = (marks.startsWith('>') ? 1 : -1) * share * first.duration
    first.duration += moved
    second.start += moved
    second.duration -= moved
  }

  finish(): Tune {
    const { title, subtitle, genre, key, metre, tempo } = this.header
    const bar = barQuarters(metre)
    const duration = Math.ceil(this.time / bar - 1e-6) * bar
    const starts =
      this.sections.length > 0 && this.sections[0]?.start === 0
        ? this.sections
        : [{ name: 'A', start: 0 }, ...this.sections]
    const until = <T extends { readonly start: number }>(items: readonly T[], index: number): number =>
      (items[index + 1]?.start ?? duration) - (items[index]?.start ?? 0)
    const sections: TuneSection[] = starts.map((section, index) => ({ ...section, duration: until(starts, index) }))
    const chords = [...this.chords].sort((a, b) => a.start - b.start)
    return {
      title,
      ...(subtitle === undefined ? {} : { subtitle }),
      genre,
      key,
      metre,
      tempo,
      notes: this.notes,
      chords: chords.map((span, index) => ({ ...span, duration: until(chords, index) })),
      sections: sections.filter((section) => section.duration > 0),
      duration,
    }
  }
}

const defaultUnit = (metre: Metre): number => (metre.beats / metre.unit < 0.75 ? 0.25 : 0.5)

/** `3` → 3, `/` → 1/2, `//` → 1/4, `3/2` → 1.5. */
const lengthFactor = (text: string): number => {
  const match = /^(\d*)(\/*)(\d*)$/u.exec(text)
  if (!match) return 1
  const above = match[1] === '' || match[1] === undefined ? 1 : Number(match[1])
  const slashes = match[2]?.length ?? 0
  if (slashes === 0) return above
  return above / (match[3] === '' || match[3] === undefined ? 2 ** slashes : Number(match[3]))
}
