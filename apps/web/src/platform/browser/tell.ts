/** Notices for a person who looks elsewhere. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** Two with the same tag are one. */
  readonly tag: string
  /** They came back through it. */
  readonly onOpen: () => void
}

/** A notice of the desktop, where the page is hidden and the person allowed it; nothing otherwise. */
export function tellHidden({ title, body, tag, onOpen }: Notice): void {
  if (!document.hidden || !canTell()) return
  const note = new Notification(title, { body, tag })
  note.addEventListener('click', () => {
    window.focus()
    onOpen()
  })
}

/** Whether notices to a person who looks elsewhere are allowed. */
export const canTell = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

/** Whether a person could still allow notices here. */
export const canAskToTell = (): boolean => 'Notification' in globalThis && Notification.permission === 'default'

/** Asked in answer to a click, as browsers want it; a refusal is kept by the browser. */
export const askToTell = async (): Promise<void> => {
  if (canAskToTell()) await Notification.requestPermission()
}
