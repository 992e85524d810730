/** Pitch classes count semitones above C; pitches are MIDI numbers (60 is middle C). */
export const MODES = ['major', 'minor', 'dorian', 'mixolydian', 'lydian', 'phrygian'] as const
export type Mode = (typeof MODES)[number]

export interface Key {
  /** Pitch class of the tonic. */
  readonly tonic: number
  readonly mode: Mode
}

const STEPS: Readonly<Record<Mode, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
}
/** A mode's signature in fifths from the major key of the same tonic. */
const SIGNATURE_SHIFT: Readonly<Record<Mode, number>> = {
  major: 0,
  lydian: 1,
  mixolydian: -1,
  dorian: -2,
  minor: -3,
  phrygian: -4,
}
const LETTERS = ['C', 'D', 'E', 'F', 'G', 'A', 'B'] as const
const LETTER_PITCH: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }
const SHARP_ORDER: readonly string[] = ['F', 'C', 'G', 'D', 'A', 'E', 'B']

export const modulo = (value: number, size: number): number => ((value % size) + size) % size
export const pitchClass = (pitch: number): number => modulo(pitch, 12)
export const isMinorLike = (mode: Mode): boolean => (STEPS[mode][2] ?? 4) === 3

/** The seven pitch classes of a key, from the tonic up. */
export const scaleOf = (key: Key): readonly number[] => STEPS[key.mode].map((step) => pitchClass(key.tonic + step))

/** Sharps of the signature (negative: flats), between -6 and 6. */
export const signatureOf = (key: Key): number => {
  const fifths = modulo(key.tonic * 7, 12) + SIGNATURE_SHIFT[key.mode]
  return fifths > 6 ? fifths - 12 : fifths < -6 ? fifths + 12 : fifths
}

/** The signature's alteration of a letter: 1 sharp, -1 flat, 0 natural. */
export const signatureAlteration = (signature: number, letter: string): number => {
  const place = SHARP_ORDER.indexOf(letter)
  if (signature > 0) return place < signature ? 1 : 0
  return SHARP_ORDER.length - 1 - place < -signature ? -1 : 0
}

export interface Spelling {
  readonly letter: string
  readonly alteration: number
  /** Octave of the letter, 4 holds middle C. */
  readonly octave: number
}

/** How a pitch is written in a key: its own letter inside the scale, outside of it a raised or a lowered one. */
export const spell = (pitch: number, key: Key): Spelling => {
  const signature = signatureOf(key)
  const candidates = LETTERS.flatMap((letter) =>
    [0, 1, -1].map((shift) => ({ letter, alteration: signatureAlteration(signature, letter) + shift, shift })),
  ).filter(
    ({ letter, alteration }) => Math.abs(alteration) < 2 && spelledClass(letter, alteration) === pitchClass(pitch),
  )
  // In the signature first, then raised (leading tones); a low third, sixth or seventh is lowered.
  const isLow = LOWERED.includes(pitchClass(pitch - key.tonic))
  const best = (isLow ? [0, -1, 1] : [0, 1, -1])
    .map((shift) => candidates.find((item) => item.shift === shift))
    .find((item) => item)
  if (!best) throw new RangeError(`no spelling for pitch ${pitch}`)
  const octave = Math.floor((pitch - best.alteration) / 12) - 1
  return { letter: best.letter, alteration: best.alteration, octave }
}

/** Semitones above the tonic. */
const LOWERED = [3, 8, 10]

const spelledClass = (letter: string, alteration: number): number =>
  pitchClass((LETTER_PITCH[letter] ?? 0) + alteration)

const ACCIDENTAL_TEXT = ['bb', 'b', '', '#', '##'] as const
/** `Bb`, `F#`: the tonic's name in its own key. */
export const pitchName = (pitch: number, key: Key): string => {
  const { letter, alteration } = spell(pitch, key)
  return letter + (ACCIDENTAL_TEXT[alteration + 2] ?? '')
}

/** `F#` → 6. Undefined where the text names no note. */
export const parsePitchName = (text: string): number | undefined => {
  const match = /^([A-Ga-g])([#♯b♭]*)$/u.exec(text)
  if (!match) return undefined
  const base = LETTER_PITCH[(match[1] ?? '').toUpperCase()]
  if (base === undefined) return undefined
  const marks = [...(match[2] ?? '')]
  return pitchClass(base + marks.reduce((sum, mark) => sum + (mark === '#' || mark === '♯' ? 1 : -1), 0))
}

export const letterPitch = (letter: string): number => LETTER_PITCH[letter.toUpperCase()] ?? 0
