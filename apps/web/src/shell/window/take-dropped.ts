import { openDialog, sessionStore } from '../../platform/session/session.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

let isListening = false

/**
 * A file that is let go anywhere over the page is imported, as in the dialog for it. Left alone, the browser would show
 * the file in the place of the page.
 */
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
