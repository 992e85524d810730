import type { ReactNode } from 'react'
import css from './settings.module.css'

interface PartProps {
  readonly name: string
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** One part of the settings, under its heading. */
export function Part({ name, title, hint, action, children }: PartProps) {
  return (
    <section id={`settings-${name}`} className={css.part} aria-labelledby={`settings-${name}-title`}>
      <div className={css.partHead}>
        <h3 id={`settings-${name}-title`}>{title}</h3>
        {action}
      </div>
      {hint !== undefined && <p className={css.hint}>{hint}</p>}
      {children}
    </section>
  )
}
