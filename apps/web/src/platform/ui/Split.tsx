import { useId, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import css from './split.module.css'
import { Splitter } from './Splitter.tsx'

interface SplitProps {
  /** Under this name the browser remembers where the border was. */
  readonly name: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Whether the second pane is right of the first or below it. */
  readonly edge: 'right' | 'bottom'
  readonly label: string
  /** The least that each pane keeps, in pixels. */
  readonly least: readonly [first: number, second: number]
  /** The second pane's initial share of the whole, from 0 to 1. */
  readonly share: number
  readonly children: readonly [first: ReactNode, second: ReactNode]
}

/** Two panes with a border between them. Both grow and shrink with the whole. */
export function Split({ name, storage, edge, label, least, share: first, children }: SplitProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => readShare(storage, name) ?? first)
  const [whole, setWhole] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    // The observer reports the first size too, after layout: reading it earlier would force a second layout.
    const observer = new ResizeObserver(() => setWhole(edge === 'right' ? element.clientWidth : element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [edge])
  /** Straight into the style, without a render. */
  const put = (size: string): void =>
    frame.current?.style.setProperty(edge === 'right' ? 'grid-template-columns' : 'grid-template-rows', track(size))
  const track = (size: string): string => `minmax(${least[0]}px, 1fr) 1px minmax(${least[1]}px, ${size})`
  const style: CSSProperties =
    edge === 'right' ? { gridTemplateColumns: track(percent(share)) } : { gridTemplateRows: track(percent(share)) }
  return (
    <div ref={frame} className={css.split} style={style}>
      <div className={css.pane}>{children[0]}</div>
      <Splitter
        edge={edge}
        label={label}
        controls={id}
        size={Math.round(share * whole)}
        min={least[1]}
        max={Math.max(least[1], whole - least[0] - 1)}
        isOpen
        onPreview={(size) => put(`${size}px`)}
        onCommit={(size) => {
          const next = size / whole
          put(percent(next))
          setShare(next)
          keepShare(storage, name, next)
        }}
      />
      <div id={id} className={css.pane}>
        {children[1]}
      </div>
    </div>
  )
}

const percent = (share: number): string => `${share * 100}%`

function readShare(storage: SplitProps['storage'], name: string): number | undefined {
  const share = Number(storage.getItem(`ensemble:split:${name}`) ?? Number.NaN)
  return share > 0 && share < 1 ? share : undefined
}

function keepShare(storage: SplitProps['storage'], name: string, share: number): void {
  try {
    storage.setItem(`ensemble:split:${name}`, String(share))
  } catch {
    // A full storage forgets where the border was.
  }
}
