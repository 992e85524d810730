import { NUMBER_WORDS } from './lexicon.ts'
import type { Metre } from './metre.ts'
import { MODES, parsePitchName, pitchClass, type Mode } from './pitch.ts'

const NUMBER = String.raw`\d+(?:[.,]\d+)?`
const WORDS = Object.keys(NUMBER_WORDS).join('|')
const START = String.raw`(?<![\p{L}\p{N}.,/])`
const END = String.raw`(?![\p{L}\p{N}])`
const toNumber = (text: string): number => NUMBER_WORDS[text] ?? Number(text.replace(',', '.'))

const CLOCK = new RegExp(String.raw`${START}(\d{1,2}):([0-5]\d)${END}`, 'u')
const SECONDS = new RegExp(
  String.raw`${START}(${NUMBER}|${WORDS})[\s-]*(?:s|secs?|seconds?|с|сек|секунд[аыу]?)${END}`,
  'iu',
)
const MINUTES = new RegExp(
  String.raw`${START}(${NUMBER}|${WORDS}|a)[\s-]*(?:mins?|minutes?|мин|минут[аыу]?)${END}`,
  'iu',
)
const HALF = /(?:half a minute|полминуты)/iu
const AND_A_HALF = /(?:minute and a half|полторы минуты)/iu

/** A length in seconds: `ten seconds`, `1:30`, `1.5 minutes`, `30s`, `полторы минуты`. */
export const readLength = (text: string): number | undefined => {
  if (AND_A_HALF.test(text)) return 90
  if (HALF.test(text)) return 30
  const clock = CLOCK.exec(text)
  if (clock) return positive(Number(clock[1]) * 60 + Number(clock[2]))
  const minutes = MINUTES.exec(text)?.[1]?.toLowerCase()
  const seconds = SECONDS.exec(text)?.[1]?.toLowerCase()
  if (minutes === undefined && seconds === undefined) return /(?:^|\s)минут[ау](?:\s|$)/iu.test(text) ? 60 : undefined
  const whole = minutes === undefined ? 0 : minutes === 'a' ? 60 : toNumber(minutes) * 60
  return positive(whole + (seconds === undefined ? 0 : toNumber(seconds)))
}
const positive = (value: number): number | undefined => (Number.isFinite(value) && value > 0 ? value : undefined)

const BPM = new RegExp(
  String.raw`${START}(\d{2,3})\s*(?:bpm|beats (?:per|a) minute|ударов в минуту|уд\.?/мин)|(?:tempo(?: of)?|at|темп(?:е|ом)?)\s+(\d{2,3})(?!\s*(?:%|s|sec|min|сек|мин|[:/]))${END}`,
  'iu',
)
/** Tempo marks of scores, in beats a minute. */
const MARKS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:larghissimo|grave)\b/iu, 44],
  [/\blargo\b/iu, 50],
  [/\blento\b/iu, 56],
  [/\badagio\b/iu, 68],
  [/\bandante\b/iu, 84],
  [/\bmoderato\b/iu, 106],
  [/\ballegretto\b/iu, 114],
  [/\ballegro\b/iu, 132],
  [/\bvivace\b/iu, 156],
  [/\bprestissimo\b/iu, 200],
  [/\bpresto\b/iu, 180],
]
/** Beats a minute: `140 bpm`, `at 96`, `adagio`. */
export const readTempo = (text: string): number | undefined => {
  const match = BPM.exec(text)
  const beats = Number(match?.[1] ?? match?.[2])
  if (beats >= 20 && beats <= 400) return beats
  return MARKS.find(([pattern]) => pattern.test(text))?.[1]
}

const SIGNATURE = new RegExp(String.raw`${START}(\d{1,2})\s*/\s*(2|4|8)(?![\p{L}\p{N}/])`, 'u')
/** `7/8`, `12/8`; undefined if the metre isn't playable. */
export const readMetre = (text: string): Metre | undefined => {
  const match = SIGNATURE.exec(text)
  const metre = { beats: Number(match?.[1]), unit: Number(match?.[2]) }
  const eighths = (metre.beats * 8) / metre.unit
  return metre.beats >= 2 && eighths >= 3 && eighths <= 15 ? metre : undefined
}

const MODE_WORDS: readonly (readonly [RegExp, Mode])[] = [
  [/(?<![\p{L}])(?:minor|minore|moll|минор)/iu, 'minor'],
  [/(?<![\p{L}])(?:major|maggiore|мажор)/iu, 'major'],
  ...MODES.slice(2).map((mode) => [new RegExp(String.raw`(?<!\p{L})${mode}`, 'iu'), mode] as const),
  [/(?<!\p{L})(?:aeolian|эолийск)/iu, 'minor'],
  [/(?<!\p{L})дорийск/iu, 'dorian'],
  [/(?<!\p{L})фригийск/iu, 'phrygian'],
  [/(?<!\p{L})миксолидийск/iu, 'mixolydian'],
  [/(?<!\p{L})лидийск/iu, 'lydian'],
]
/** A mode that is named, with or without its tonic. */
export const readMode = (text: string): Mode | undefined => MODE_WORDS.find(([pattern]) => pattern.test(text))?.[1]

const MODE = String.raw`(?:maj(?:or)?|min(?:or)?|m|${MODES.join('|')})`
const SHIFT = String.raw`(?:\s*(#|♯|♭|b)|[\s-]*(sharp|flat))?`
const LATIN_KEY = new RegExp(String.raw`${START}(in |key of )?([A-Ga-g])${SHIFT}[\s-]*(${MODE})${END}`, 'u')
const BARE_KEY = new RegExp(
  String.raw`(?<!\p{L})(?:in|key of)\s+([A-G])${SHIFT}(?=\s*(?:$|[.,;:!?)]|(?:at|for|with|and|about|without)\s))`,
  'u',
)
const RUSSIAN_KEY = /(?<!\p{L})(до|ре|ми|фа|соль|ля|си)(?:[\s-]*(диез|бемоль))?[\s-]*(мажор|минор)/iu
const RUSSIAN_TONICS: Readonly<Record<string, number>> = { до: 0, ре: 2, ми: 4, фа: 5, соль: 7, ля: 9, си: 11 }

export interface NamedKey {
  readonly tonic: number
  readonly mode: Mode | undefined
}
/**
 * `F# minor`, `in D`, `B flat major`, `D dorian`, `ля минор`. A small `a` before minor is an article unless `in`
 * precedes it.
 */
export const readKey = (text: string): NamedKey | undefined => {
  const latin = LATIN_KEY.exec(text)
  if (
    latin?.[2] !== undefined &&
    (latin[2] !== 'a' || latin[1] !== undefined || latin[3] !== undefined || latin[4] !== undefined)
  )
    return {
      tonic: tonicOf(latin[2], latin[3] ?? latin[4]),
      mode: /^(?:m|min)$/iu.test(latin[5] ?? '') ? 'minor' : (readMode(latin[5] ?? '') ?? 'major'),
    }
  const bare = BARE_KEY.exec(text)
  if (bare?.[1] !== undefined) return { tonic: tonicOf(bare[1], bare[2] ?? bare[3]), mode: undefined }
  const russian = RUSSIAN_KEY.exec(text)
  const base = RUSSIAN_TONICS[russian?.[1]?.toLowerCase() ?? '']
  if (!russian || base === undefined) return undefined
  const shift = russian[2] === undefined ? 0 : russian[2].toLowerCase() === 'диез' ? 1 : -1
  return { tonic: pitchClass(base + shift), mode: readMode(russian[3] ?? '') }
}
const tonicOf = (letter: string, shift: string | undefined): number =>
  pitchClass((parsePitchName(letter) ?? 0) + (shift === undefined ? 0 : /^(?:#|♯|sharp)$/u.test(shift) ? 1 : -1))
