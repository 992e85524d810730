import { useEffect, useState } from 'react'
import { firstLook } from '../i18n/en/first-look.ts'
import { createTexts } from '../i18n/index.ts'
import styles from './term-tip.module.css'

const say = createTexts({ firstLook })
type Term = keyof typeof firstLook.term

interface Shown {
  readonly term: Term
  readonly on: HTMLElement
}

const isTerm = (name: string | undefined): name is Term => name !== undefined && name in firstLook.term

function termAt(target: EventTarget | null): Shown | null {
  const on = target instanceof Element ? target.closest<HTMLElement>('[data-term]') : null
  const term = on?.dataset['term']
  return on !== null && isTerm(term) ? { term, on } : null
}

const ID = 'term-tip'

/** Explains an element with `data-term` while the pointer or the focus is on it. */
export function TermTip() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const point = ({ target }: Event): void => setShown(termAt(target))
    document.addEventListener('pointerover', point, { signal })
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (target instanceof Element && target.matches(':focus-visible')) setShown(termAt(target))
      },
      { signal },
    )
    document.addEventListener('focusout', () => setShown(null), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && setShown(null), { signal })
    document.addEventListener('pointerdown', () => setShown(null), { signal })
    return () => stop.abort()
  }, [])
  useEffect(() => {
    shown?.on.setAttribute('aria-describedby', ID)
    return () => shown?.on.removeAttribute('aria-describedby')
  }, [shown])
  if (shown === null) return null
  const { left, top, bottom } = shown.on.getBoundingClientRect()
  const isLow = top > innerHeight / 2
  return (
    <div
      id={ID}
      role="tooltip"
      className={styles.tip}
      style={{
        left: Math.max(8, Math.min(left, innerWidth - 276)),
        ...(isLow ? { bottom: innerHeight - top + 6 } : { top: bottom + 6 }),
      }}
    >
      {say(`term.${shown.term}`)}
    </div>
  )
}
