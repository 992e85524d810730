import type { TuneObject } from 'abcjs'
import { seekSong, songStore, type SongView } from './song/song-store.ts'

interface Moment {
  readonly seconds: number
  readonly elements: readonly Element[]
  /** Place of its notes in the ABC text. */
  readonly places: readonly number[]
}

/** When each note of an engraved tune sounds, by the tempo that its ABC names. */
const momentsOf = (tune: TuneObject): readonly Moment[] => {
  tune.setTiming()
  return noteTimingsOf(tune)
    .filter(({ type }) => type === 'event')
    .map(({ milliseconds, elements = [], startCharArray = [] }) => ({
      seconds: milliseconds / 1000,
      elements: elements.flat(),
      places: startCharArray,
    }))
}

interface Timing {
  readonly type: string
  readonly milliseconds: number
  readonly elements?: readonly (readonly Element[])[]
  readonly startCharArray?: readonly number[]
}
// The timings are on the tune since abcjs 6; its types leave them out.
const noteTimingsOf = (tune: TuneObject): readonly Timing[] =>
  (tune as TuneObject & { readonly noteTimings?: readonly Timing[] }).noteTimings ?? []

const CURRENT = 'ensemble-sounding'

/** The last moment that has begun; -1 before the first. */
export const momentAt = (moments: readonly { readonly seconds: number }[], time: number): number => {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle]?.seconds ?? Infinity) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Marks the sounding notes as the page's song plays, and keeps them in view. Returns how to stop, and how to go to a
 * note.
 */
export function followSong(
  tune: TuneObject,
  paper: HTMLElement,
): { readonly stop: () => void; readonly goTo: (place: number) => void } {
  const moments = momentsOf(tune)
  let marked: readonly Element[] = []
  let line: Element | null | undefined
  const show = ({ time, playing }: SongView): void => {
    const found = time > 0 || playing ? moments[momentAt(moments, time + 0.03)] : undefined
    const next = found?.elements ?? []
    if (next === marked) return
    for (const element of marked) element.classList.remove(CURRENT)
    for (const element of next) element.classList.add(CURRENT)
    marked = next
    const nextLine = next[0]?.closest('svg > g, .abcjs-staff-wrapper') ?? next[0]
    // Only a new line moves the page; what a person scrolled to stays while nothing plays.
    if (playing && next[0] !== undefined && nextLine !== line) keepInView(next[0], paper)
    line = nextLine
  }
  show(songStore.getState())
  const unsubscribe = songStore.subscribe(show)
  return {
    stop: () => {
      unsubscribe()
      for (const element of marked) element.classList.remove(CURRENT)
    },
    goTo: (place) => {
      const moment = moments.find(({ places }) => places.includes(place))
      if (moment !== undefined) seekSong(moment.seconds)
    },
  }
}

/** Scrolls the nearest scrolling panel, only as far as needed: the page around it stays. */
const keepInView = (element: Element, paper: HTMLElement): void => {
  let panel = paper.parentElement
  while (panel !== null && !/auto|scroll/u.test(getComputedStyle(panel).overflowY)) panel = panel.parentElement
  if (panel === null) return
  const note = element.getBoundingClientRect()
  const view = panel.getBoundingClientRect()
  const margin = Math.min(60, view.height / 4)
  const over = note.bottom + margin - view.bottom
  const under = view.top + margin - note.top
  if (over <= 0 && under <= 0) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  panel.scrollBy({ top: note.top - view.top - view.height / 3, behavior: isCalm ? 'instant' : 'smooth' })
}
