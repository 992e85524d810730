import { sessionStore } from '../../platform/session/session.ts'

/**
 * When a dialog closes, the keyboard goes on where it was before. Dialogs that follow each other count as one; what they
 * did may have given the focus to something else, which keeps it. Listens for the page's life.
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
