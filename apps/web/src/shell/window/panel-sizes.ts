import { isObject } from '@ensemble/core'

/** The panels whose borders can be dragged, and how far: pixels. */
export const PANELS = {
  explorer: { edge: 'left', min: 150, max: 420 },
  inspector: { edge: 'right', min: 240, max: 720 },
  dock: { edge: 'bottom', min: 120, max: 900 },
} as const
export type SizedPanel = keyof typeof PANELS
/** `isChosen`: a person dragged the dock's border; until then it grows for a result. */
export type PanelSizes = Readonly<Record<SizedPanel, number>> & { readonly isChosen?: boolean }

const KEY = 'ensemble:panel-sizes'

/** A small window begins with narrower panels, so that the graph stays readable. */
const firstSizes = (): PanelSizes =>
  innerWidth < 1200 ? { explorer: 172, inspector: 264, dock: 232 } : { explorer: 212, inspector: 332, dock: 286 }

/** This browser's memory of the borders. */
export function readSizes(storage: Pick<Storage, 'getItem'>): PanelSizes {
  const first = firstSizes()
  let stored: unknown
  try {
    stored = JSON.parse(storage.getItem(KEY) ?? 'null')
  } catch {
    stored = null
  }
  if (!isObject(stored)) return first
  const known = stored
  const of = (panel: SizedPanel): number => {
    const { min, max } = PANELS[panel]
    const size = known[panel]
    return typeof size === 'number' && size >= min && size <= max ? size : first[panel]
  }
  return {
    explorer: of('explorer'),
    inspector: of('inspector'),
    dock: of('dock'),
    ...(known.isChosen === true && { isChosen: true }),
  }
}

export function writeSizes(storage: Pick<Storage, 'setItem'>, sizes: PanelSizes): void {
  try {
    storage.setItem(KEY, JSON.stringify(sizes))
  } catch {
    // A browser without storage forgets where the borders were.
  }
}
