import { entriesOf } from '../import/entries-of.ts'
import { openDialog, sessionStore } from '../../platform/session/session.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
/** A dialog that is open is about something else. */
const isFree = (event: Event): boolean => !event.defaultPrevented && sessionStore.getState().dialog === null

const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable], .monaco-editor') !== null
/** Nodes that were copied in another program. */
const THEIR_NODES = /^\s*\{[\s\S]*"nodes"\s*:/

/** JSON, or the lines of a program, of YAML or of Markdown; prose has lines, too, and importers leave it. */
const MAY_BE_THEIRS = /^\s*[{[]|\n/

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
    if (isFree(event) && event.dataTransfer !== null)
      openDialog({ type: 'import', entries: entriesOf(event.dataTransfer), files: [...event.dataTransfer.files] })
    event.preventDefault()
  })
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!isFree(event) || isTypedIn(event.target)) return
    if (THEIR_NODES.test(text)) openDialog({ type: 'import', files: [new File([text], 'clipboard.json')] })
    else if (MAY_BE_THEIRS.test(text))
      void import('../import/paste-text.ts').then(
        async ({ pasteText }) => pasteText(text),
        () => undefined,
      )
  })
}
