import { useEffect, useState } from 'react'

/** The part of the view that the buttons below the arguments cover, in pixels. */
const COVERED = 48

/** Whether an element is below the visible part of what it scrolls in. */
export function useBelow(element: HTMLElement | null): boolean {
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        const { boundingClientRect, rootBounds, isIntersecting } = entry
        setBelow(!isIntersecting && boundingClientRect.top >= (rootBounds?.bottom ?? 0))
      },
      { root: scrollerOf(element), rootMargin: `0px 0px -${COVERED}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return element !== null && isBelow
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}
