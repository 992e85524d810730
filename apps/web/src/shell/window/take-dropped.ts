import { openDialog, sessionStore } from '../../platform/session/session.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

let isListening = false

/** Imports a file dropped anywhere on the page; by default the browser would open it instead. */
export function takeDropped(): void {
  if (isListening) return
  isListening = true
  document.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    // A dialog that is open is about something else.
    if (file !== undefined && sessionStore.getState().dialog === null) openDialog({ type: 'import', file })
  })
}
