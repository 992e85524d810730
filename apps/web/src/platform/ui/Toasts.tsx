import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../session/session.ts'
import { toastsMounted } from '../session/notify.ts'
import styles from './toasts.module.css'

const themeOf = ({ theme }: Session) => theme

/** Where notices appear. */
export function Toasts() {
  const theme = useStore(sessionStore, themeOf)
  useEffect(toastsMounted, [])
  return <Toaster theme={theme} position="bottom-right" offset={40} toastOptions={{ className: styles.toast }} />
}
