import { writeAbc } from '../abc/write-abc.ts'
import { parseAbc } from '../abc/parse-abc.ts'
import { askedSeconds, FORMS, planForm, type FormName } from './form.ts'
import { composeHarmony } from './harmony.ts'
import { composeLyrics, composeTitle, type LyricSection } from './lyrics.ts'
import { composeMelody } from './melody.ts'
import { barQuarters, lineBars } from './metre.ts'
import { playersOf, type Players } from './players.ts'
import { chooseStyle, type Style } from './style.ts'
import { isSung, type Tune, type TuneChord, type TuneSection } from './tune.ts'
import { describeUnderstood } from './understood.ts'
import { voiceOf } from './voice.ts'

/** The rules' input: the brief’s words choose the style, the seed everything else. */
export interface BriefAndSeed {
  readonly brief: string
  readonly seed?: string | number | undefined
  readonly form?: string | undefined
}

const formOf = (name: string | undefined): FormName => FORMS.find((form) => form === name) ?? 'AABA'
const seedOf = (request: BriefAndSeed): string | number => request.seed ?? 1

/** A title in the language of the brief; the same for the same brief and seed. */
export const writeTitleByRule = (request: BriefAndSeed): string =>
  composeTitle(chooseStyle(request.brief, seedOf(request)), seedOf(request))

/** Who plays the song, in which mood and how busily. */
export const chooseBandByRule = (request: BriefAndSeed): Players =>
  playersOf(chooseStyle(request.brief, seedOf(request)))

/** The chords of a song as ABC: header, sections, one chord symbol over rests for every change. */
export const writeHarmonyByRule = (request: BriefAndSeed & { readonly title?: string | undefined }): string => {
  const style = chooseStyle(request.brief, seedOf(request))
  const planned = planForm(formOf(request.form), style, seedOf(request))
  const bar = barQuarters(style.metre)
  const chords: TuneChord[] = []
  const sections: TuneSection[] = []
  let time = 0
  composeHarmony(style, planned, seedOf(request)).forEach((spans, index) => {
    sections.push({ name: planned[index]?.name ?? 'A', start: time, duration: (planned[index]?.bars ?? 1) * bar })
    for (const span of spans) {
      chords.push({ start: time, duration: span.bars * bar, chord: span.chord })
      time += span.bars * bar
    }
  })
  const tempo = fitTempo(style, time)
  return writeAbc({
    title: request.title ?? writeTitleByRule(request),
    subtitle: describeUnderstood(request.brief, style, tempo),
    key: style.key,
    metre: style.metre,
    tempo,
    genre: style.genre,
    notes: [],
    chords,
    sections,
    duration: time,
  })
}

/** How far a pace may give way to a length. */
const LEAST_STRETCH = 0.85
/** A length that is asked for is met by a slightly other pace, where the brief leaves the pace open. */
const fitTempo = (style: Style, quarters: number): number => {
  const seconds = askedSeconds(style)
  if (seconds === undefined || style.reading.tempo !== undefined) return style.tempo
  const ideal = (quarters * 60) / seconds
  const stretch = Math.min(1 / LEAST_STRETCH, Math.max(LEAST_STRETCH, ideal / style.tempo))
  const fitted = Math.round(style.tempo * stretch)
  return lineBars({ ...style, tempo: fitted }) === lineBars(style) ? fitted : style.tempo
}

/** Words for a song of this form: the sections that are sung, lines with hyphens between syllables. */
export const writeLyricsByRule = (request: BriefAndSeed): readonly LyricSection[] => {
  const style = chooseStyle(request.brief, seedOf(request))
  return composeLyrics(style, planForm(formOf(request.form), style, seedOf(request)), seedOf(request))
}

/**
 * The finished score as ABC: a melody over the given chords, with the given words under its notes. Throws AbcError on
 * invalid chords.
 */
export const writeMelodyByRule = (
  request: BriefAndSeed & {
    readonly harmony: string
    readonly lyrics?: readonly LyricSection[] | undefined
    readonly title?: string | undefined
  },
): string => {
  const tune = parseAbc(request.harmony)
  const named: Tune = { ...tune, title: request.title ?? tune.title }
  const words = matchLyrics(named, request.lyrics ?? [])
  const voice = voiceOf(request.brief, seedOf(request))
  return writeAbc({ ...named, notes: composeMelody(named, words, seedOf(request), voice) })
}

/** The words of each sung section in the tune's order, by name where names agree, else by place. */
const matchLyrics = (tune: Tune, lyrics: readonly LyricSection[]): readonly LyricSection[] =>
  tune.sections
    .filter(isSung)
    .map(
      (section, index) =>
        lyrics.find((words) => words.name === section.name) ?? lyrics[index] ?? { name: section.name, lines: [] },
    )

/** Title, players, chords, words and melody in one step. */
export const composeSongByRule = (
  request: BriefAndSeed,
): {
  readonly title: string
  readonly players: Players
  readonly score: string
  readonly lyrics: readonly LyricSection[]
} => {
  const title = writeTitleByRule(request)
  const harmony = writeHarmonyByRule({ ...request, title })
  const lyrics = writeLyricsByRule(request)
  const players = chooseBandByRule(request)
  return { title, players, lyrics, score: writeMelodyByRule({ ...request, harmony, lyrics, title }) }
}
