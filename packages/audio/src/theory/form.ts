import { createRandom } from '../random.ts'
import { barQuarters, type Style } from './style.ts'

/** The forms a song can have. */
export const FORMS = ['AABA', 'verse-chorus', 'short'] as const
/** A form by its name. */
export type FormName = (typeof FORMS)[number]

export interface Section {
  /** As shown over the score: `Intro`, `A`, `Chorus`, `Ending`. */
  readonly name: string
  /** Sections with the same letter share their music. */
  readonly material: 'intro' | 'a' | 'b' | 'ending'
  readonly bars: number
  /** 0 quiet to 1 full. */
  readonly energy: number
  /** How the last bar ends: open on the dominant, or closed on the tonic. */
  readonly cadence: 'open' | 'closed'
}

/** Bars of one sung line: as many strong-weak pairs as a line of eight syllables needs. */
export const lineBars = (style: Pick<Style, 'metre'>): number => (style.metre.beats === 3 ? 4 : 2)

/** Longer than this and every section is one couplet instead of two. */
const SECONDS_AT_MOST = 66

/** Sections of a song of 16 to 32 sung bars that lasts 20 to 75 s; `short` is eight bars, for a jingle. */
export const planForm = (form: FormName, style: Style, seed: string | number): readonly Section[] => {
  const random = createRandom('form', seed)
  const line = lineBars(style)
  const barSeconds = (barQuarters(style.metre) * 60) / style.tempo
  const introBars = line === 4 ? 4 : random.chance(0.7) ? 2 : 1
  if (form === 'short') {
    return [
      { name: 'A', material: 'a', bars: line * 2, energy: 0.7, cadence: 'open' },
      { name: 'B', material: 'b', bars: line * 2, energy: 1, cadence: 'closed' },
      { name: 'Ending', material: 'ending', bars: 1, energy: 0.7, cadence: 'closed' },
    ]
  }
  const lines = lineCount(form, line * barSeconds, (introBars + 2) * barSeconds)
  const bars = line * lines
  const middle: readonly Section[] =
    form === 'AABA'
      ? [
          { name: 'A', material: 'a', bars, energy: 0.4, cadence: 'open' },
          { name: 'A′', material: 'a', bars, energy: 0.6, cadence: 'closed' },
          { name: 'B', material: 'b', bars, energy: 1, cadence: 'open' },
          { name: 'A″', material: 'a', bars, energy: 0.7, cadence: 'closed' },
        ]
      : [
          { name: 'Verse', material: 'a', bars, energy: 0.45, cadence: 'open' },
          { name: 'Verse 2', material: 'a', bars, energy: 0.6, cadence: 'open' },
          { name: 'Chorus', material: 'b', bars, energy: 0.95, cadence: 'open' },
          { name: 'Chorus 2', material: 'b', bars, energy: 0.85, cadence: 'closed' },
        ]
  return [
    { name: 'Intro', material: 'intro', bars: introBars, energy: 0.3, cadence: 'open' },
    ...middle,
    { name: 'Ending', material: 'ending', bars: 2, energy: 0.35, cadence: 'closed' },
  ]
}

/** Two lines a section, or four where the tempo leaves time for them. */
const lineCount = (form: FormName, lineSeconds: number, otherSeconds: number): number => {
  const sections = form === 'short' ? 2 : 4
  return lineSeconds * 4 * sections + otherSeconds <= SECONDS_AT_MOST ? 4 : 2
}
