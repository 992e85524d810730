import { useEffect, useState, type RefObject } from 'react'
import styles from './inside.module.css'

interface WiresProps {
  readonly host: RefObject<HTMLElement | null>
  /** Changes with the picture, so that the wires are measured again. */
  readonly of: string
}

const curve = (from: DOMRect, to: DOMRect, origin: DOMRect): string => {
  const a = { x: from.right - origin.left, y: from.top + Math.min(20, from.height / 2) - origin.top }
  const b = { x: to.left - origin.left, y: to.top + Math.min(20, to.height / 2) - origin.top }
  const reach = Math.max(24, (b.x - a.x) / 2)
  return `M${a.x} ${a.y} C${a.x + reach} ${a.y} ${b.x - reach} ${b.y} ${b.x} ${b.y}`
}

/** Lines between the cards of `host`: each card names the one it leads to or comes from. */
export function Wires({ host, of }: WiresProps) {
  const [paths, setPaths] = useState<readonly string[]>([])
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const measure = (): void => {
      const origin = element.getBoundingClientRect()
      const boxOf = (name: string | undefined): DOMRect | undefined =>
        element.querySelector(`[data-wire="${name ?? ''}"]`)?.getBoundingClientRect()
      setPaths(
        [...element.querySelectorAll<HTMLElement>('[data-wire-to], [data-wire-from]')].flatMap((card) => {
          const own = card.getBoundingClientRect()
          const to = boxOf(card.dataset.wireTo)
          const from = boxOf(card.dataset.wireFrom)
          return [...(to ? [curve(own, to, origin)] : []), ...(from ? [curve(from, own, origin)] : [])]
        }),
      )
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [host, of])
  return (
    <svg className={styles.wires} aria-hidden>
      {paths.map((d, index) => (
        <path key={index} d={d} />
      ))}
    </svg>
  )
}
