import { useEffect, useRef, type RefObject } from 'react'

/** In a narrow dock the tabs scroll: the one that is shown is in sight, whatever comes beside them later. */
export function useShownTab(tab: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabs = list.current
    if (tabs === null) return undefined
    const show = (): void =>
      tabs.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const resized = new ResizeObserver(show)
    resized.observe(tabs)
    show()
    return () => resized.disconnect()
  }, [tab])
  return list
}
