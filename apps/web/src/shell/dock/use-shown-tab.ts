import { useEffect, useRef, type RefObject } from 'react'

/** In a narrow dock the tabs scroll: the shown one stays in view, even when its neighbours change. */
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
