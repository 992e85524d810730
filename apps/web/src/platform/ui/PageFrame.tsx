import { X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import css from './page-frame.module.css'

interface PageFrameProps {
  readonly title: string
  /** The way back to the workbench, in words. */
  readonly back: string
  readonly onClose: () => void
  /** The page's own bare keys. */
  readonly onKey?: (event: KeyboardEvent) => void
  /** Content next to the title. */
  readonly aside?: ReactNode
  /** At the other end of the head. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page over the workbench: it has the focus while it is open, Escape closes it, and the focus returns to where it was. */
export function PageFrame({ title, back, onClose, onKey, aside, actions, children }: PageFrameProps) {
  const root = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    root.current?.focus()
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
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
    else if (!event.defaultPrevented) onKey?.(event)
  }
  return (
    <section ref={root} className={css.page} aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={css.head}>
        <h2>{title}</h2>
        {aside}
        <span className={css.grow} />
        {actions}
        <IconButton label={back} Icon={X} onClick={onClose} />
      </header>
      {children}
    </section>
  )
}
