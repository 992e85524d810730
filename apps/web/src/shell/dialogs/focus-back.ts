import { sessionStore } from '../../platform/session/session.ts'

/**
 * Returns the focus when the last of a row of dialogs closes, unless something else took it. Listens for the page's
 * life.
 */
export function giveFocusBack(): void {
  let before: Element | null = null
  let closing: ReturnType<typeof setTimeout> | undefined
  sessionStore.subscribe(({ dialog }, { dialog: last }) => {
    if (dialog === last || (dialog !== null && last !== null)) return
    if (dialog !== null && closing === undefined) before = document.activeElement
    clearTimeout(closing)
    closing = undefined
    if (dialog !== null) return
    // By then the dialog is gone from the page.
    closing = setTimeout(() => {
      closing = undefined
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    })
  })
}
