import { createRandom } from '../random.ts'
import { CELLS, type Cells, type CellsName } from './cells.ts'
import { genreOf } from './genres.ts'
import { barQuarters, lineBars, metreText, placesOf, type Metre } from './metre.ts'

/** One note of a sung line before it has a pitch; times in quarters from the start of the line, negative before its bar. */
export interface RhythmNote {
  readonly start: number
  readonly duration: number
  /** Which syllable is sung; a note that only carries one on has none. */
  readonly syllable: number | undefined
  /** When its beat falls: later than `start` for a note that comes early. */
  readonly beat: number
}

interface Timed {
  readonly metre: Metre
  readonly tempo: number
}
/** Where a line is sung: sections that return keep the rhythm of their openings and vary their ends. */
export interface LinePlace {
  readonly material: string
  /** How often the material was sung before. */
  readonly time: number
  /** Place among the lines of its section. */
  readonly line: number
}
export interface LineWords {
  readonly syllables: number
  /** The first syllable is weak, and comes before the bar. */
  readonly picksUp: boolean
}

/** One bar of a family: its notes in quarters, and how many syllables it takes. */
interface Bar {
  readonly notes: readonly { readonly start: number; readonly duration: number; readonly sings: boolean }[]
  readonly syllables: number
}
export interface Rhythms {
  readonly open: readonly Bar[]
  readonly close: readonly Bar[]
  /** Length of a step, and of a note before the bar. */
  readonly step: number
  readonly bar: number
  readonly bars: number
}

/** The bars that a genre's melodies are made of, in the order in which this seed comes to them. */
export const rhythmsOf = (tune: Timed & { readonly genre: string }, seed: string | number): Rhythms => {
  const cells = cellsFor(tune, genreOf(tune.genre).cells)
  const bar = barQuarters(tune.metre)
  const step = bar / (cells.open.split(' ')[0]?.length ?? 1)
  const order = (text: string): readonly Bar[] =>
    shuffled(text.split(' '), tune.genre, seed).map((cell) => readBar(cell, step))
  return { open: order(cells.open), close: order(cells.close), step, bar, bars: lineBars(tune) }
}

const METRES: Readonly<Record<string, readonly [one: CellsName, two: CellsName]>> = {
  '4/4': ['ballad', 'ballad'],
  '3/4': ['waltz', 'sarabande'],
  '2/4': ['polka', 'habanera'],
  '6/8': ['lullaby', 'lullaby'],
  '9/8': ['slip jig', 'slip jig'],
  '12/8': ['nocturne', 'nocturne'],
}
/** The genre's own bars where they fit the metre, else those of the metre, else bars made of its places. */
const cellsFor = (tune: Timed, own: readonly CellsName[]): Pick<Cells, 'open' | 'close'> => {
  const metre = metreText(tune.metre)
  const places = placesOf(tune)
  const isTwo = (name: CellsName): boolean => /w.*w/u.test(CELLS[name].open.split(' ')[0] ?? '')
  const fitting = own.find((name) => CELLS[name].metre === metre && isTwo(name) === places.length > 1)
  const known = METRES[metre]?.[places.length - 1]
  const name = fitting ?? known
  return name !== undefined && isTwo(name) === places.length > 1 ? CELLS[name] : oddCells(places)
}

/** Bars for any metre: each place has its stress, and its weak syllable early, late or after a run. */
const oddCells = (places: readonly number[]): Pick<Cells, 'open' | 'close'> => {
  const rest = (length: number): string => '.'.repeat(Math.max(0, length))
  const steps = places.map((quarters) => Math.max(2, Math.round(quarters * 4)))
  const late = (length: number): string => `S${'-'.repeat(length - 3)}w${length > 2 ? '-' : ''}`.slice(0, length)
  const early = (length: number): string => {
    const half = Math.floor(length / 4) * 2
    return half < 2 ? late(length) : `S${'-'.repeat(half - 1)}w-${rest(length - half - 2)}`
  }
  const run = (length: number): string => (length < 6 ? late(length) : `S-~-${'-'.repeat(length - 6)}w-`)
  const shapes = [late, early, run]
  const open = shapes.flatMap((first) =>
    shapes.map((second) => steps.map((length, index) => (index === 0 ? first : second)(length)).join('')),
  )
  const [first = 4, second = 0] = steps
  const total = first + second
  const held = [2, 3, 4].filter((length) => length < total).map((length) => `S${'-'.repeat(length)}`)
  const alone = held.map((text) => text.slice(0, total - 1) + rest(total - text.length))
  const three = second === 0 ? [] : shapes.map((shape) => `${shape(first)}S-${rest(second - 2)}`.slice(0, total))
  return { open: [...new Set(open)].join(' '), close: [...new Set([...alone, ...three])].join(' ') }
}

const readBar = (cell: string, step: number): Bar => {
  const starts = [...cell].flatMap((mark, index) => ('S<w~'.includes(mark) ? [index] : []))
  const notes = starts.map((from, index) => {
    const until = starts[index + 1] ?? cell.length
    const rest = cell.indexOf('.', from)
    const end = rest >= 0 && rest < until ? rest : until
    const start = cell[from] === '<' ? from - 1 : from
    return { start: start * step, duration: (end - start) * step, sings: cell[from] !== '~' }
  })
  return { notes, syllables: notes.filter(({ sings }) => sings).length }
}

const shuffled = <T>(items: readonly T[], ...seed: readonly (string | number)[]): readonly T[] => {
  const random = createRandom('cells', ...seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/**
 * The rhythm of a line: bars that lead on and one that closes, as many syllables as the line has. Weak first syllables
 * come before the bar; syllables too many split the longest notes, missing ones let notes carry a syllable on.
 */
export const lineRhythm = (words: LineWords, place: LinePlace, rhythms: Rhythms): readonly RhythmNote[] => {
  if (words.syllables <= 0) return []
  const { step, bar } = rhythms
  const wanted = words.syllables - (words.picksUp ? 1 : 0)
  const chosen = chooseBars(wanted, place, rhythms)
  const laid = chosen.flatMap(({ notes }, index) =>
    notes.map((note) => ({
      start: note.start + index * bar,
      duration: note.duration,
      sings: note.sings,
      beat: note.start < 0 ? index * bar : note.start + index * bar,
    })),
  )
  const fitted = fitSyllables(laid, wanted)
  const first = fitted[0]
  const pickup = first && words.picksUp ? [pickupTo(first, step)] : []
  let sung = 0
  return [...pickup, ...fitted].map(({ start, duration, sings, beat }) => ({
    start,
    duration,
    beat,
    syllable: sings && sung < words.syllables ? sung++ : undefined,
  }))
}

interface Laid {
  readonly start: number
  readonly duration: number
  readonly sings: boolean
  readonly beat: number
}

const pickupTo = (first: Laid, step: number): Laid => {
  // Half a beat where a step is shorter.
  const length = Math.max(step, Math.min(0.5, step * 2))
  const start = Math.min(0, first.start) - length
  return { start, duration: length, sings: true, beat: start }
}

/** Bars whose syllables add up to the wanted ones, where the family has them. */
const chooseBars = (wanted: number, place: LinePlace, rhythms: Rhythms): readonly Bar[] => {
  const bars: Bar[] = []
  let left = wanted
  for (let index = 0; index < rhythms.bars; index++) {
    const after = rhythms.bars - index - 1
    const pool = after === 0 || left <= 1 ? rhythms.close : rhythms.open
    if (left <= 0) {
      bars.push(REST)
      continue
    }
    const missing = (bar: Bar): number => leastMiss(left - bar.syllables, after, rhythms)
    const least = Math.min(...pool.map(missing))
    const best = pool.filter((bar) => missing(bar) === least)
    const turn = pool === rhythms.close ? closeTurn(place) : openTurn(place, index)
    const bar = best[turn % best.length] ?? REST
    bars.push(bar)
    left -= bar.syllables
  }
  return bars
}
const REST: Bar = { notes: [], syllables: 0 }

/** A section opens alike each time; its lines answer one another. */
const openTurn = ({ material, time, line }: LinePlace, bar: number): number => {
  const statement = [0, 1, 0, 2][line % 4] ?? 0
  const varied = line % 4 >= 2 ? time : 0
  return statement + bar * 2 + varied + (material === 'a' ? 0 : 3)
}
const closeTurn = ({ material, time, line }: LinePlace): number =>
  Math.floor(line / 2) + time * 2 + (material === 'a' ? 0 : 1)

/** How many syllables stay over, at best, with so many bars to come. */
const leastMiss = (left: number, bars: number, { open, close }: Rhythms): number => {
  if (left <= 0 || bars === 0) return Math.abs(left)
  const next = bars === 1 ? close : left === 1 ? close : open
  const counts = [...new Set(next.map(({ syllables }) => syllables))]
  return Math.min(...counts.map((count) => leastMiss(left - count, bars - 1, { open, close } as Rhythms)))
}

const fitSyllables = (laid: readonly Laid[], wanted: number): readonly Laid[] => {
  const notes = [...laid]
  const room = (): number => notes.filter(({ sings }) => sings).length
  // A weak last syllable follows the last stress.
  if (room() === wanted - 1) splitNote(notes, notes.length - 1)
  while (room() < wanted) {
    const carried = notes.findIndex(({ sings }) => !sings)
    if (carried >= 0)
      notes.splice(carried, 1, { ...(notes[carried] as Laid), sings: true }) // it was found
    else splitNote(notes, longest(notes))
  }
  return notes
}
const longest = (notes: readonly Laid[]): number =>
  notes.reduce((best, note, index) => (note.duration > (notes[best]?.duration ?? 0) ? index : best), 0)

const splitNote = (notes: Laid[], at: number): void => {
  const note = notes[at]
  if (!note) {
    notes.push({ start: 0, duration: 1, sings: true, beat: 0 })
    return
  }
  const half = note.duration / 2
  const middle = note.start + half
  notes.splice(at, 1, { ...note, duration: half }, { start: middle, duration: half, sings: true, beat: middle })
}
