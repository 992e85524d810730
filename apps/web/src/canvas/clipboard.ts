import { copiedNodes } from '../commands/clipboard.ts'
import { isTypedIn } from '../commands/keyboard.ts'
import { runCommand } from '../commands/registry.ts'
import { clipOf, clipText, isEmptyClip, pasteClip, readClip, type Clip } from '../document/clip.ts'
import type { Point } from '../document/layout-file.ts'
import { createTexts } from '../i18n/index.ts'
import { canvasView } from '../stores/canvas-view.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { graphStore } from '../stores/graph.ts'
import { announce, sessionStore } from '../stores/session.ts'
import { notify } from '../ui/notify.ts'

const t = createTexts({
  copied: { one: 'Copied {count} node', other: 'Copied {count} nodes' },
  pasted: { one: 'Pasted {count} node', other: 'Pasted {count} nodes' },
  unreadable: 'The clipboard could not be read',
  unreadableHint: 'Press the shortcut for pasting on the canvas: it needs no permission.',
})

/** How far a copy lies from what it was copied from. */
const STEP = 40
/** So that the same clip pasted again does not cover the last one. */
let last: { readonly text: string; readonly times: number } | null = null

function selectionText(): string | null {
  const clip = clipOf(documentStore.getState().files, copiedNodes(), graphStore.getState().places)
  if (isEmptyClip(clip)) return null
  announce(t('copied', { count: Object.keys(clip.ideas).length + clip.notes.length }))
  return clipText(clip)
}

const cornersOf = ({ places, notes }: Clip): readonly Point[] => [...Object.values(places), ...notes]

/** Beside the originals where those are in sight, else in the middle of what is seen. */
function offsetOf(clip: Clip, text: string): Point {
  const times = last?.text === text ? last.times + 1 : 1
  last = { text, times }
  const corners = cornersOf(clip)
  const here = graphStore.getState()
  const isFromHere = Object.keys(clip.places).some((name) => here.places.has(`idea:${name}`))
  const centre = canvasView()?.centre()
  if (isFromHere || centre === undefined || corners.length === 0) return { x: STEP * times, y: STEP * times }
  const left = Math.min(...corners.map(({ x }) => x))
  const top = Math.min(...corners.map(({ y }) => y))
  return {
    x: Math.round(centre.x - left - 120 + STEP * (times - 1)),
    y: Math.round(centre.y - top - 60 + STEP * (times - 1)),
  }
}

/** Puts what a text says into the workspace; false where it says nothing of the kind. */
function pasteText(text: string): boolean {
  const clip = readClip(text)
  if (clip === null || isEmptyClip(clip)) return false
  const { edits, ids } = pasteClip(
    documentStore.getState().files,
    clip,
    offsetOf(clip, text),
    graphStore.getState().places,
  )
  applyEdits('paste', edits)
  sessionStore.setState({ selection: { nodes: ids, tool: null } })
  announce(t('pasted', { count: ids.length }))
  const [first] = ids
  if (first !== undefined) requestAnimationFrame(() => canvasView()?.reveal(first))
  return true
}

export async function copyNodes(): Promise<void> {
  const text = selectionText()
  if (text !== null) await navigator.clipboard.writeText(text)
}

export async function cutNodes(): Promise<void> {
  await copyNodes()
  runCommand('delete')
}

export async function pasteNodes(): Promise<void> {
  try {
    pasteText(await navigator.clipboard.readText())
  } catch {
    notify.error(t('unreadable'), t('unreadableHint'))
  }
}

/** A text that is being marked or written is the browser's own business, and so is a dialog. */
const isOurs = (event: ClipboardEvent): boolean =>
  !event.defaultPrevented &&
  !isTypedIn(event.target) &&
  sessionStore.getState().dialog === null &&
  (event.type === 'paste' || (getSelection()?.isCollapsed ?? true))

/** Listens to the browser's copy, cut and paste for the page's life. */
export function listenToClipboard(): void {
  const onCopy = (event: ClipboardEvent): void => {
    const text = isOurs(event) ? selectionText() : null
    if (text === null) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    if (event.type === 'cut') runCommand('delete')
  }
  document.addEventListener('copy', onCopy)
  document.addEventListener('cut', onCopy)
  document.addEventListener('paste', (event) => {
    if (isOurs(event) && pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
}
