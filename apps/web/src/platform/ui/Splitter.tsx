import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { classes } from './classes.ts'
import styles from './splitter.module.css'

/** The side of the panel with this border. */
export type Edge = 'left' | 'right' | 'bottom'

interface SplitterProps {
  readonly edge: Edge
  readonly label: string
  /** The panel's element, which is measured when a drag begins. */
  readonly controls: string
  /** Pixels. */
  readonly size: number
  readonly min: number
  readonly max: number
  readonly isOpen: boolean
  /** While it is dragged; `onCommit` comes once, at the end. */
  readonly onPreview: (size: number) => void
  readonly onCommit: (size: number) => void
  /** Absent where the panel is always open. */
  readonly onOpen?: (isOpen: boolean) => void
}

const STEP = 16
const LEAP = 64
/** Toward the panel: keys that make it larger come first. */
const KEYS: Readonly<Record<Edge, readonly [grow: string, shrink: string]>> = {
  left: ['ArrowRight', 'ArrowLeft'],
  right: ['ArrowLeft', 'ArrowRight'],
  bottom: ['ArrowUp', 'ArrowDown'],
}

/** A border that is dragged or moved with the arrows; Enter closes and opens its panel, and so does dragging it away. */
export function Splitter(props: SplitterProps) {
  const { edge, label, controls, size, min, max, isOpen, onPreview, onCommit, onOpen } = props
  const drag = useRef<{ readonly at: number; readonly from: number; size: number | null } | null>(null)
  const isHorizontal = edge === 'bottom'
  const clamp = (wanted: number): number => Math.round(Math.max(min, Math.min(max, wanted)))
  const placeOf = (event: PointerEvent): number => (isHorizontal ? event.clientY : event.clientX)

  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = document.getElementById(controls)?.getBoundingClientRect()
    const from = isOpen ? ((isHorizontal ? box?.height : box?.width) ?? size) : 0
    drag.current = { at: placeOf(event), from, size: null }
  }
  const move = (event: PointerEvent): void => {
    const now = drag.current
    if (now === null) return
    const way = placeOf(event) - now.at
    const wanted = now.from + (edge === 'left' ? way : -way)
    const shallOpen = onOpen === undefined || wanted > min / 2
    if (shallOpen !== isOpen) onOpen?.(shallOpen)
    // A panel that is dragged shut opens again as wide as it was.
    now.size = shallOpen ? clamp(wanted) : null
    if (now.size !== null) onPreview(now.size)
  }
  const end = (): void => {
    const reached = drag.current?.size ?? null
    drag.current = null
    if (reached !== null) onCommit(reached)
  }
  const press = (event: KeyboardEvent): void => {
    const [grow, shrink] = KEYS[edge]
    const step = event.shiftKey ? LEAP : STEP
    const next: Readonly<Record<string, number>> = { [grow]: size + step, [shrink]: size - step, Home: min, End: max }
    const wanted = next[event.key]
    if (event.key === 'Enter' && onOpen !== undefined) onOpen(!isOpen)
    else if (wanted !== undefined) onCommit(clamp(wanted))
    else return
    event.preventDefault()
  }
  return (
    // A border with a place is a control: that is what a focusable separator means.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={isHorizontal ? 'horizontal' : 'vertical'}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={isOpen ? clamp(size) : min}
      className={classes(styles.splitter, isHorizontal ? styles.horizontal : styles.vertical)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  )
}
