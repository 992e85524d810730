import { useCallback, useLayoutEffect, useState, type RefObject } from 'react'

/** Lines drawn beyond each edge, so that a scroll finds them there. */
const BEYOND = 4

export interface RowWindow {
  /** The lines to draw: from `first` up to `last`, without it. */
  readonly first: number
  readonly last: number
  readonly height: number
  readonly scrollTo: (index: number) => void
}

/** Which of many lines of one height are in sight: counted, never measured, so a million cost as much as ten. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [view, setView] = useState({ first: 0, last: 0 })
  const look = useCallback((): void => {
    const box = scroller.current
    if (box === null) return
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - BEYOND)
    const last = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + BEYOND
    setView((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [scroller, rowHeight])
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return
    box.addEventListener('scroll', look, { passive: true })
    // It also says how large the box is to begin with.
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, look])
  const scrollTo = useCallback(
    (index: number): void => {
      const box = scroller.current
      if (box === null) return
      const top = index * rowHeight
      const { scrollTop, clientHeight } = box
      if (top < scrollTop) box.scrollTo({ top })
      else if (top + rowHeight > scrollTop + clientHeight) box.scrollTo({ top: top + rowHeight - clientHeight })
    },
    [scroller, rowHeight],
  )
  return { first: Math.min(view.first, count), last: Math.min(view.last, count), height: count * rowHeight, scrollTo }
}
