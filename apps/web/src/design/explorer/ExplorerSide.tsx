import { Braces, ClipboardCheck, Diamond, FlaskConical, LayoutTemplate, ListTree, SquareFunction } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { t } from '../../platform/i18n/around.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { isSmallWindow, watchSmallWindow } from '../../platform/ui/small-window.ts'
import { runStore } from '../../runs/open/run-view.ts'
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
  const opener = useRef<HTMLElement>(null)
  useClosing(side, isOpen, (isGivenUp) => {
    setShown(null)
    if (isGivenUp) opener.current?.focus()
  })
  const show = (id: string, button: HTMLElement): void => {
    opener.current = button
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
            onClick={({ currentTarget }) => (shown === id ? setShown(null) : show(id, currentTarget))}
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

/** It closes after a choice, by a press outside, and by Escape, which gives it up: the focus goes back to its opener. */
function useClosing(side: RefObject<HTMLElement | null>, isOpen: boolean, close: (isGivenUp: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const strip = side.current
    strip?.querySelector<HTMLElement>('nav button')?.focus()
    const stop = new AbortController()
    const { signal } = stop
    const isHere = ({ target }: Event): boolean => target instanceof Node && strip?.contains(target) === true
    const onPress = (event: Event): void => {
      if (!isHere(event)) close(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      // Keys belong to it too while nothing has the focus, as after a press between its rows.
      const isStray = event.target === document.body && sessionStore.getState().dialog === null
      if (event.key !== 'Escape' || !(isHere(event) || isStray)) return
      event.stopPropagation()
      close(true)
    }
    document.addEventListener('pointerdown', onPress, { signal, capture: true })
    document.addEventListener('keydown', onKey, { signal, capture: true })
    // Other parts of the address are written a moment after what they name, when it may be open again.
    const stops = [
      sessionStore.subscribe(({ selection }, before) => selection !== before.selection && close(false)),
      placeStore.subscribe(({ page }, before) => page !== before.page && close(false)),
      runStore.subscribe(({ runId }, before) => runId !== before.runId && close(false)),
    ]
    return () => {
      stop.abort()
      for (const unsubscribe of stops) unsubscribe()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- listens as long as it is open
  }, [isOpen])
}
