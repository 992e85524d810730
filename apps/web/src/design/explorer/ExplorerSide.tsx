import { Braces, ClipboardCheck, Diamond, FlaskConical, LayoutTemplate, ListTree, SquareFunction } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { t } from '../../platform/i18n/around.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { isSmallWindow, watchSmallWindow } from '../../platform/ui/small-window.ts'
import { Explorer } from './Explorer.tsx'
import styles from './explorer-side.module.css'

const SECTIONS = [
  { id: 'ideas', Icon: Diamond },
  { id: 'tools', Icon: Braces },
  { id: 'activities', Icon: SquareFunction },
] as const
const PAGES = [
  { page: 'cases', label: 'cases', Icon: ClipboardCheck },
  { page: 'experiments', label: 'experiments', Icon: FlaskConical },
  { page: 'gallery', label: 'templates', Icon: LayoutTemplate },
] as const

/** The explorer; in a small window a strip of icons, each of which opens it over the canvas. */
export function ExplorerSide() {
  const isSmall = useSyncExternalStore(watchSmallWindow, isSmallWindow)
  return isSmall ? <ExplorerStrip /> : <Explorer />
}

function ExplorerStrip() {
  const [shown, setShown] = useState<string | null>(null)
  const isOpen = shown !== null
  const side = useRef<HTMLDivElement>(null)
  useClosing(side, isOpen, () => setShown(null))
  const show = (id: string): void => {
    sessionStore.setState(({ sections }) => ({ sections: { ...sections, [id]: true } }))
    setShown(id)
  }
  return (
    <div ref={side} className={styles.side}>
      <div className={styles.strip} role="toolbar" aria-orientation="vertical" aria-label={t('explorer.label')}>
        {SECTIONS.map(({ id, Icon }) => (
          <IconButton
            key={id}
            label={t(`explorer.${id}`)}
            Icon={Icon}
            aria-expanded={shown === id}
            onClick={() => (shown === id ? setShown(null) : show(id))}
          />
        ))}
        <IconButton label={t('explorer.runs')} Icon={ListTree} onClick={() => goTo('runs')} />
        <span className={styles.rule} />
        {PAGES.map(({ page, label, Icon }) => (
          <IconButton key={page} label={t(`explorer.${label}`)} Icon={Icon} onClick={() => goTo(page)} />
        ))}
      </div>
      {isOpen && (
        <div className={styles.over}>
          <Explorer />
        </div>
      )}
    </div>
  )
}

/** It closes after a choice, by Escape, and by a press outside. */
function useClosing(side: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const strip = side.current
    const opener = document.activeElement
    strip?.querySelector<HTMLElement>('nav button')?.focus()
    const stop = new AbortController()
    const { signal } = stop
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && strip?.contains(target) !== true) close()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
      if (opener instanceof HTMLElement) opener.focus()
    }
    document.addEventListener('pointerdown', onPress, { signal, capture: true })
    strip?.addEventListener('keydown', onKey, { signal })
    const unsubscribe = sessionStore.subscribe(({ selection }, before) => {
      if (selection !== before.selection) close()
    })
    const unwatch = placeStore.subscribe(close)
    return () => {
      stop.abort()
      unsubscribe()
      unwatch()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- listens as long as it is open
  }, [isOpen])
}
