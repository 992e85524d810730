/** Targets of clicks: a notice over one would be in the way. */
const CLICKABLE =
  'button, a, input, select, textarea, summary, [role="button"], [role="option"], [role="tab"], [role="row"], [role="dialog"], .react-flow__node, .react-flow__panel, .monaco-editor'
/** A notice of two lines, in CSS pixels. */
const SIZE = { width: 356, height: 92 }
const GAP = 12
const ABOVE_STATUS = 40
const STEPS = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98]

export interface ToastPlace {
  readonly position: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'
  readonly offset: { readonly top?: number; readonly right?: number; readonly bottom?: number; readonly left?: number }
}

const CORNER: ToastPlace = { position: 'bottom-right', offset: { right: ABOVE_STATUS, bottom: ABOVE_STATUS } }

/** The corners where a notice may appear, the default one first, then those of the canvas. */
function corners(): readonly ToastPlace[] {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect()
  if (pane === undefined || pane.width < SIZE.width) return [CORNER]
  const top = pane.top + GAP
  const left = pane.left + GAP
  const right = innerWidth - pane.right + GAP
  const bottom = innerHeight - pane.bottom + GAP
  return [
    CORNER,
    { position: 'bottom-right', offset: { right, bottom } },
    { position: 'top-right', offset: { right, top } },
    { position: 'bottom-left', offset: { left, bottom } },
    { position: 'top-left', offset: { left, top } },
  ]
}

/** How much of what is clicked would be under a notice there. */
function coverage({ offset: { top, right = 0, bottom = 0, left } }: ToastPlace): number {
  const x = left ?? innerWidth - right - SIZE.width
  const y = top ?? innerHeight - bottom - SIZE.height
  const isClickable = (across: number, down: number): boolean => {
    const under = document.elementsFromPoint(x + across * SIZE.width, y + down * SIZE.height)
    const first = under.find((element) => element.closest('[data-sonner-toaster]') === null)
    return first?.closest(CLICKABLE) != null
  }
  return STEPS.flatMap((across) => STEPS.map((down) => isClickable(across, down))).filter(Boolean).length
}

/** Where a notice covers nothing that is clicked, or as little as possible. */
export function toastPlace(): ToastPlace {
  const tried = corners().map((place) => ({ place, covered: coverage(place) }))
  return tried.reduce((best, each) => (each.covered < best.covered ? each : best)).place
}
