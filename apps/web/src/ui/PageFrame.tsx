import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import css from './page-frame.module.css'

interface PageFrameProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A page over the workbench: it has the focus while it is open, and Escape closes it. */
export function PageFrame({ label, onClose, children }: PageFrameProps) {
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus(), [])
  useEffect(() => {
    // A button that is switched off loses the focus to the body: the keys are still this page's, not the graph's.
    const onStrayKey = (event: globalThis.KeyboardEvent): void => {
      if (event.target !== document.body || event.metaKey || event.ctrlKey) return
      event.stopImmediatePropagation()
      root.current?.focus()
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', onStrayKey, true)
    return () => removeEventListener('keydown', onStrayKey, true)
  }, [onClose])
  const onKeyDown = (event: KeyboardEvent): void => {
    // Bare keys are not for the graph below.
    if (!event.metaKey && !event.ctrlKey) event.stopPropagation()
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of everything inside
    <section ref={root} className={css.page} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </section>
  )
}
