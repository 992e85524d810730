import type { Point, Positions } from '../layout/layout-file.ts'
import { graphStore } from './graph-store.ts'
import { resumePlaces } from './node-places.ts'

const PAUSE_MS = 400
/** More would crowd out the drafts that the browser keeps in the same place. */
const MOST_NODES = 10_000

const isEntry = (value: unknown): value is readonly [string, number, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1]) && Number.isFinite(value[2])

function read(key: string): Positions {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const entries = Array.isArray(stored) ? stored.filter(isEntry) : []
    return new Map(entries.map(([id, x, y]): [string, Point] => [id, { x, y }]))
  } catch {
    return new Map()
  }
}

function write(key: string, places: Positions): void {
  try {
    if (places.size <= MOST_NODES)
      localStorage.setItem(key, JSON.stringify([...places].map(([id, { x, y }]) => [id, Math.round(x), Math.round(y)])))
  } catch {
    // A browser without storage computes the layout again; chosen places are in the layout file.
  }
}

/**
 * Keeps automatic nodes' places in this browser across reloads; the layout file has only a person's. Call before
 * drawing.
 */
export function keepPlaces(root: string): void {
  const key = `ensemble:places:${root}`
  resumePlaces(read(key))
  let timer: ReturnType<typeof setTimeout> | undefined
  graphStore.subscribe(({ places }, before) => {
    if (places === before.places) return
    clearTimeout(timer)
    timer = setTimeout(() => write(key, graphStore.getState().places), PAUSE_MS)
  })
}
