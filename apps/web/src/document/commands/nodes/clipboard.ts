import { carryOut } from '../command.ts'
import { remove } from '../delete.ts'
import { copiedNodes, selectedIdea, selectedTool } from '../targets.ts'
import { isInForm, isTypedIn } from '../where-keys-belong.ts'
import { clipOf, clipText, isEmptyClip, pasteClip, readClip, type Clip } from '../../edits/clip.ts'
import { groupsNow } from '../group-targets.ts'
import { isGroupId, nodesOf, outermost } from '../../layout/group-tree.ts'
import { ideaId } from '../../texts/files.ts'
import { addToolCopy, findTool } from '../../edits/intents.ts'
import { readToolClip, toolClipText, type ToolClip } from '../../edits/tool-clip.ts'
import type { Point } from '../../layout/layout-file.ts'
import { clipboard } from '../../../platform/i18n/en/clipboard.ts'
import { createTexts } from '../../../platform/i18n/index.ts'
import { canvasView } from '../../graph/canvas-view.ts'
import { applyEdits, documentStore } from '../../open/document-store.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { announce, selectTool, sessionStore } from '../../../platform/session/session.ts'
import { withRoom } from './make-room.ts'
import { freeOffset } from './clip-place.ts'
import { notify } from '../../../platform/session/notify.ts'

const t = createTexts({ clipboard })

/** The distance of a copy from its original. */
const STEP = 40

/** Said aloud and shown: what was copied is not always what was clicked last. */
function tell(text: string): void {
  announce(text)
  notify.done(text)
}

function toolText(): string | null {
  const selected = selectedTool()
  const place = selected === null ? undefined : findTool(documentStore.getState().files, selected.idea, selected.tool)
  if (place === undefined) return null
  tell(t('copiedTool', { name: place.name }))
  return toolClipText(place)
}

function selectionText(): string | null {
  const tool = toolText()
  if (tool !== null) return tool
  const clip = clipOf(documentStore.getState().files, copiedNodes(), graphStore.getState().places)
  if (isEmptyClip(clip)) return null
  tell(sayCopied(clip))
  return clipText(clip)
}

/** By its name where it is one Idea or one group. */
function sayCopied({ ideas, notes, groups }: Clip): string {
  const [[name, idea] = [], ...more] = Object.entries(ideas)
  const count = more.length + (idea === undefined ? 0 : 1) + notes.length
  const [outer, ...others] = outermost([...groups.keys(), ...Object.keys(ideas).map(ideaId)], groups)
  const group = others.length + notes.length === 0 ? groups.get(outer ?? '') : undefined
  if (group !== undefined) return t('copiedGroup', { count, title: group.title })
  if (count === 1 && name !== undefined)
    return t('copiedIdea', { name: typeof idea?.title === 'string' ? idea.title : name })
  return t('copied', { count })
}

/** Deletes the selection with what is in its groups. */
function removeCopied(): void {
  const groups = groupsNow()
  const nodes = copiedNodes().flatMap((id) => (isGroupId(id) ? nodesOf(id, groups) : [id]))
  if (selectedTool() === null) sessionStore.setState({ selection: { nodes, tool: null } })
  carryOut(remove)
}

const cornersOf = ({ places, notes }: Clip): readonly Point[] => [...Object.values(places), ...notes]

/** Next to the originals if those are in view, else in the middle of the view. */
function offsetOf(clip: Clip): Point {
  const corners = cornersOf(clip)
  const here = graphStore.getState()
  const isFromHere = Object.keys(clip.places).some((name) => here.places.has(`idea:${name}`))
  const centre = canvasView()?.centre()
  if (isFromHere || centre === undefined || corners.length === 0) return freeOffset(clip, { x: STEP, y: STEP })
  const left = Math.min(...corners.map(({ x }) => x))
  const top = Math.min(...corners.map(({ y }) => y))
  return freeOffset(clip, { x: Math.round(centre.x - left - 120), y: Math.round(centre.y - top - 60) })
}

function pasteTool({ name, schema }: ToolClip, idea: string): void {
  const { edit, tool } = addToolCopy(documentStore.getState().files, idea, name, schema)
  applyEdits('paste', withRoom(edit, idea), { about: { nodes: [ideaId(idea)], tool } })
  selectTool(ideaId(idea), tool)
  announce(t('pastedTool', { name: tool }))
}

/** Puts what a text says into the workspace; false if it says nothing of the kind. */
function pasteText(text: string): boolean {
  const tool = readToolClip(text)
  const idea = selectedIdea()
  if (tool !== null && idea !== null) {
    pasteTool(tool, idea)
    return true
  }
  const clip = readClip(text)
  if (clip === null || isEmptyClip(clip)) return false
  const { edits, ids, selected } = pasteClip(
    documentStore.getState().files,
    clip,
    offsetOf(clip),
    graphStore.getState().places,
  )
  applyEdits('paste', edits, { about: { nodes: ids } })
  sessionStore.setState({ selection: { nodes: selected, tool: null } })
  announce(t('pasted', { count: ids.length }))
  requestAnimationFrame(() => canvasView()?.reveal(ids))
  return true
}

export async function copyNodes(): Promise<void> {
  const text = selectionText()
  if (text !== null) await navigator.clipboard.writeText(text)
}

export async function cutNodes(): Promise<void> {
  await copyNodes()
  removeCopied()
}

export async function pasteNodes(): Promise<void> {
  try {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', await navigator.clipboard.readText())
    // As by the key: other programs' nodes and tools are taken elsewhere.
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  } catch {
    notify.error(t('unreadable'), t('unreadableHint'))
  }
}

/** A field in which nothing is marked has nothing to copy; a text editor copies the line. */
const isIdleField = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.closest('.monaco-editor') === null &&
  target.selectionStart === target.selectionEnd

/** A text that is being marked or written is the browser's own business, and so is a dialog. */
const isOurs = (event: ClipboardEvent): boolean =>
  !event.defaultPrevented &&
  (!isTypedIn(event.target) || (event.type === 'copy' && isIdleField(event.target))) &&
  !(event.type === 'cut' && isInForm(event.target)) &&
  sessionStore.getState().dialog === null &&
  (event.type === 'paste' || isTypedIn(event.target) || (getSelection()?.isCollapsed ?? true))

/** Listens to the browser's copy, cut and paste for the page's life. */
export function listenToClipboard(): void {
  const onCopy = (event: ClipboardEvent): void => {
    const text = isOurs(event) ? selectionText() : null
    if (text === null) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    if (event.type === 'cut') removeCopied()
  }
  document.addEventListener('copy', onCopy)
  document.addEventListener('cut', onCopy)
  document.addEventListener('paste', (event) => {
    if (isOurs(event) && pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
}
