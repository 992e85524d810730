import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import styles from './virtual-list.module.css'

interface VirtualListProps {
  /** Of the box that scrolls. */
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  readonly label?: string
  /** What stands in one row; the rows count from 0. */
  readonly render: (index: number) => ReactNode
}

/** A list of which only the rows in sight exist, each as high as what it holds; its length and places are told all the same. */
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
