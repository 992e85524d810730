import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import styles from './virtual-list.module.css'

interface VirtualListProps {
  /** The box that scrolls. */
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  readonly label?: string
  /** The content of one row; the rows count from 0. */
  readonly render: (index: number) => ReactNode
}

/**
 * A list in which only visible rows exist, each as high as its content; its length and places are announced all the
 * same.
 */
export function VirtualList({ virtual, label, render }: VirtualListProps) {
  return (
    <ul className={styles.list} aria-label={label} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={styles.placed}
          style={{ transform: `translateY(${start}px)` }}
          aria-setsize={virtual.options.count}
          aria-posinset={index + 1}
        >
          {render(index)}
        </li>
      ))}
    </ul>
  )
}
