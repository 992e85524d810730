import { useLayoutEffect, useState, type RefObject } from 'react'

/** How wide an element is, in pixels; 0 before it is there. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    const measure = (): void => setWidth(box.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [element])
  return width
}
