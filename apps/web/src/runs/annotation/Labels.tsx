import type { ReactNode } from 'react'
import css from './annotation.module.css'

interface LabelsProps {
  readonly labels: readonly string[]
  /** The actions next to a label. */
  readonly action?: (label: string) => ReactNode
}

/** The labels of a Run as chips; nothing if there are none. */
export function Labels({ labels, action }: LabelsProps) {
  if (labels.length === 0) return null
  return (
    <span className={css.labels}>
      {labels.map((label) => (
        <span key={label} className={css.label}>
          {label}
          {action?.(label)}
        </span>
      ))}
    </span>
  )
}
