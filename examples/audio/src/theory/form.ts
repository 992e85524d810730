import { createRandom } from '../random.ts'
import { GENRES } from './genres.ts'
import { barQuarters, lineBars } from './metre.ts'
import type { Style } from './style.ts'
import type { Material } from './tune.ts'

/** The forms a song can have. */
export const FORMS = ['AABA', 'verse-chorus', 'short'] as const
/** A form by its name. */
export type FormName = (typeof FORMS)[number]

export interface Section {
  /** As shown over the score: `Intro`, `A`, `Chorus`, `Ending`. */
  readonly name: string
  /** Sections with the same letter share their music. */
  readonly material: Material
  readonly bars: number
  /** How the last bar ends: open on the dominant, or closed on the tonic. */
  readonly cadence: 'open' | 'closed'
}

/** A song's default length, and the longest default. */
const USUAL_SECONDS = 55
const USUAL_LONGEST = 70
/** The bounds of what can be asked for. */
const SHORTEST = 8
const LONGEST = 180
/** Seconds that ring on after the last bar, in the recording. */
const RINGING = 2

type Plan = readonly (readonly [name: string, material: 'a' | 'b' | 'c' | 'break', cadence: 'open' | 'closed'])[]
const AABA: Plan = [
  ['A', 'a', 'open'],
  ['A′', 'a', 'closed'],
  ['B', 'b', 'open'],
  ['A″', 'a', 'closed'],
  ['B′', 'b', 'open'],
  ['A‴', 'a', 'closed'],
]
const VERSES: Plan = [
  ['Verse', 'a', 'open'],
  ['Chorus', 'b', 'closed'],
  ['Verse 2', 'a', 'open'],
  ['Chorus 2', 'b', 'closed'],
  ['Bridge', 'c', 'open'],
  ['Chorus 3', 'b', 'closed'],
]
/** A trailer: every section is fuller than the one before it. */
const RISE: Plan = [
  ['Quiet', 'a', 'open'],
  ['Rise', 'a', 'open'],
  ['Rise 2', 'a', 'open'],
  ['Peak', 'b', 'closed'],
]
/** Music of the club: it builds, drops, and takes everything away before the second drop. */
const CLUB: Plan = [
  ['Build', 'a', 'open'],
  ['Drop', 'b', 'open'],
  ['Break', 'break', 'open'],
  ['Build 2', 'a', 'open'],
  ['Drop 2', 'b', 'closed'],
]
/** A dance: each of its two strains is played twice, then both once more. */
const AABB: Plan = [
  ['A', 'a', 'open'],
  ['A′', 'a', 'closed'],
  ['B', 'b', 'open'],
  ['B′', 'b', 'closed'],
  ['A″', 'a', 'open'],
  ['B″', 'b', 'closed'],
]
const BLUES: Plan = [
  ['A', 'a', 'open'],
  ['B', 'b', 'closed'],
]
type PlannedSection = Plan[number]
/** As many sections of a plan as are wanted: of fewer than four one of each strain, of many the plan over again. The last one closes. */
const sectionsOf = (plan: Plan, count: number): Plan => {
  const contrast = plan.find(([, material]) => material === 'b')
  const short = [plan[0], contrast, plan[3]]
  if (plan === RISE || plan === CLUB) return plan
  if (plan === VERSES && count === 5) return VERSES.filter(([name]) => name !== 'Chorus 2')
  const long = Array.from({ length: count }, (_, index) => plan[index % plan.length])
  const chosen = (count < 4 && plan !== BLUES ? short.slice(0, count) : long).filter(
    (section): section is PlannedSection => section !== undefined,
  )
  const sung = new Map<string, number>()
  return chosen.map(([name, material, cadence], index) => {
    const times = (sung.get(name) ?? 0) + 1
    sung.set(name, times)
    return [times === 1 ? name : `${name} (${times})`, material, index === count - 1 ? 'closed' : cadence] as const
  })
}

/** How long the music shall be that rings out at the length asked for, within what can be asked for; undefined where the brief says nothing. */
export const askedSeconds = ({ reading: { seconds } }: Style): number | undefined =>
  seconds === undefined ? undefined : Math.min(LONGEST, Math.max(SHORTEST, seconds)) - RINGING

/** Sections of a song of the wanted length, else of 20 to 75 s; `short` is eight bars, for a jingle. */
export const planForm = (form: FormName, style: Style, seed: string | number): readonly Section[] => {
  const random = createRandom('form', seed)
  const line = lineBars(style)
  const barSeconds = (barQuarters(style.metre) * 60) / style.tempo
  const asked = askedSeconds(style)
  const target = asked ?? USUAL_SECONDS
  const own = GENRES[style.genre].form
  if ((asked === undefined && (own === 'short' || form === 'short')) || target < line * 6 * barSeconds) {
    const bars = target < line * 3 * barSeconds ? line : line * 2
    return [
      { name: 'A', material: 'a', bars, cadence: 'open' },
      { name: 'B', material: 'b', bars, cadence: 'closed' },
      { name: 'Ending', material: 'ending', bars: 1, cadence: 'closed' },
    ]
  }
  const introBars = line === 4 ? 4 : random.chance(0.7) ? 2 : 1
  const plan = planOf(own, form)
  const best = nearest(plan, asked === undefined, (lines) => (lines * line + introBars + 2) * barSeconds, target)
  return [
    { name: 'Intro', material: 'intro', bars: introBars, cadence: 'open' },
    ...sectionsOf(plan, best.count).map(([name, material, cadence]) => ({
      name,
      material,
      bars: best.lines * line,
      cadence,
    })),
    { name: 'Ending', material: 'ending', bars: 2, cadence: 'closed' },
  ]
}

const PLANS: Readonly<Record<string, Plan>> = { blues: BLUES, AABB, rise: RISE, club: CLUB }
const planOf = (own: string | undefined, form: FormName): Plan =>
  PLANS[own ?? ''] ?? (form === 'verse-chorus' ? VERSES : AABA)

interface Size {
  readonly count: number
  /** Sung lines of a section. */
  readonly lines: number
}
const cross = (counts: readonly number[], lines: readonly number[]): readonly Size[] =>
  counts.flatMap((count) => lines.map((perSection) => ({ count, lines: perSection })))

/** The size whose length comes nearest to the target; of alike ones the one nearest to four sections. */
const nearest = (plan: Plan, isFree: boolean, secondsOf: (lines: number) => number, target: number): Size => {
  const sizes =
    plan === BLUES
      ? cross([1, 2, 3, 4, 5, 6], [6])
      : plan === RISE || plan === CLUB
        ? cross([plan.length], [2, 4, 6, 8, 12])
        : isFree
          ? cross(plan === VERSES ? [5, 4, 3] : [4, 3], [4, 2])
          : cross(plan === VERSES ? [2, 3, 4, 5, 6] : [2, 3, 4, 6, 8, 10], [2, 4, 6, 8])
  const costOf = ({ count, lines }: Size): number => {
    const seconds = secondsOf(count * lines)
    const unusual = Math.abs(count - (plan === VERSES ? 5 : 4)) * (isFree ? 12 : 1.5)
    return Math.abs(seconds - target) + unusual + (isFree && seconds > USUAL_LONGEST ? 100 : 0)
  }
  return sizes.reduce((best, size) => (costOf(size) < costOf(best) ? size : best), sizes[0] ?? { count: 4, lines: 2 })
}
