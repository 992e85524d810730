import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'

interface LongListProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly renderItem: (item: T) => ReactNode
  /** The height of every row, in pixels. */
  readonly rowHeight: number
  /** Key of the row to bring into sight when it changes; null for none. */
  readonly show: string | null
}

/** Up to so many rows all are drawn. */
const FEW = 30
/** Rows drawn beyond either end of what is seen. */
const MARGIN = 4

const scrollerOf = (element: Element): Element | null => {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}

/** Rows of one height inside something that scrolls; of thousands only those in sight are in the page. */
export function LongList<T>({ items, keyOf, renderItem, rowHeight, show }: LongListProps<T>) {
  const ref = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState('0 40')
  const isLong = items.length > FEW

  useEffect(() => {
    const list = ref.current
    const scroller = list && scrollerOf(list)
    if (!isLong || list === null || scroller === null) return undefined
    const measure = (): void => {
      const top = scroller.getBoundingClientRect().top - list.getBoundingClientRect().top
      const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
      const last = Math.ceil((top + scroller.clientHeight) / rowHeight) + MARGIN
      setSeen(`${first} ${Math.max(first, last)}`)
    }
    measure()
    scroller.addEventListener('scroll', measure, { passive: true })
    const resized = new ResizeObserver(measure)
    resized.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', measure)
      resized.disconnect()
    }
  }, [isLong, rowHeight])

  useEffect(() => {
    const list = ref.current
    const scroller = list && scrollerOf(list)
    const index = show === null ? -1 : items.findIndex((item) => keyOf(item) === show)
    if (!isLong || index < 0 || list === null || scroller === null) return
    const view = scroller.getBoundingClientRect()
    const top = list.getBoundingClientRect().top + index * rowHeight
    if (top < view.top || top + rowHeight > view.bottom) scroller.scrollTop += top - view.top - view.height / 2
    // eslint-disable-next-line react/exhaustive-deps -- only a new choice scrolls, not what else changes in the list
  }, [show])

  const [first = 0, end = items.length] = isLong ? seen.split(' ').map(Number) : []
  const rows = items.slice(first, end)
  const below = Math.max(0, items.length - first - rows.length)
  return (
    <div ref={ref} style={isLong ? { paddingTop: first * rowHeight, paddingBottom: below * rowHeight } : undefined}>
      {rows.map((item) => (
        <Fragment key={keyOf(item)}>{renderItem(item)}</Fragment>
      ))}
    </div>
  )
}
