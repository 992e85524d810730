import { useEffect, useState } from 'react'
import { Toaster, useSonner } from 'sonner'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../session/session.ts'
import { toastsMounted } from '../session/notify.ts'
import { toastPlace } from './toast-place.ts'
import styles from './toasts.module.css'

const themeOf = ({ theme }: Session) => theme

/** Where notices appear: clear of what they are about and of what can be clicked, if there is such a place. */
export function Toasts() {
  const theme = useStore(sessionStore, themeOf)
  const { length } = useSonner().toasts
  const [place, setPlace] = useState(toastPlace)
  useEffect(toastsMounted, [])
  // The subject of a notice may be drawn, or selected, in the same moment.
  useEffect(() => {
    const frame = requestAnimationFrame(() => length > 0 && setPlace(toastPlace()))
    return () => cancelAnimationFrame(frame)
  }, [length])
  return <Toaster theme={theme} {...place} toastOptions={{ className: styles.toast }} />
}
