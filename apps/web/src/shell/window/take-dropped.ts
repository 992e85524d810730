import { openDialog, sessionStore } from '../../platform/session/session.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
/** A dialog that is open is about something else. */
const isFree = (event: Event): boolean => !event.defaultPrevented && sessionStore.getState().dialog === null

const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable], .monaco-editor') !== null
/** Nodes that were copied in another program. */
const THEIR_NODES = /^\s*\{[\s\S]*"nodes"\s*:/

const JSON_TEXT = /^\s*[{[]/

let isListening = false

/** Imports files dropped anywhere on the page, which the browser would open, and nodes and tools pasted from another program. */
export function takeDropped(): void {
  if (isListening) return
  isListening = true
  document.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return
    const files = [...(event.dataTransfer?.files ?? [])]
    if (isFree(event) && files.length > 0) openDialog({ type: 'import', files })
    event.preventDefault()
  })
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!isFree(event) || isTypedIn(event.target)) return
    if (THEIR_NODES.test(text)) openDialog({ type: 'import', files: [new File([text], 'clipboard.json')] })
    else if (JSON_TEXT.test(text))
      void import('../../design/add/paste-tools.ts').then(
        async ({ pasteTools }) => pasteTools(text),
        () => undefined,
      )
  })
}
