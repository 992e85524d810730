import type { Problem } from '@ensemble/core'
import { toFileDiff } from '../texts/file-diff.ts'
import { movedRange, type Range } from '../texts/moved-range.ts'
import { codeNameOf, ideaId, nameFault } from '../texts/files.ts'
import { textsOfFix } from '../graph/found-in.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { t } from '../../platform/i18n/commands.ts'
import { notify } from '../../platform/session/notify.ts'
import { selectNode, selectTool, sessionStore } from '../../platform/session/session.ts'
import { goTo as goToPlace } from '../../platform/session/location.ts'
import { revealRange } from '../open/reveal.ts'
import type { Fix } from './fixes-of.ts'

/** Whether it is about a file in `activities/`: code has no place in the graph. */
export const isOfCode = ({ code }: Problem): boolean => code === 'activity.broken' || code === 'activity.computed'

/** Selects where a problem is and shows its place in the text. */
export function goTo(problem: Problem): void {
  const { idea, tool, file, range } = problem
  if (isOfCode(problem)) {
    const name = codeNameOf(file ?? '')
    return goToPlace('activities', name === null || nameFault(name, []) !== null ? {} : { name })
  }
  if (idea !== undefined) {
    const id = ideaId(idea)
    if (tool === undefined) selectNode(id)
    else selectTool(id, tool)
    canvasView()?.reveal(id)
  }
  if (file === undefined) return
  sessionStore.setState(({ panels }) => ({ inspectorTab: 'json', panels: { ...panels, inspector: true } }))
  if (range !== undefined) revealRange({ file, offset: range[0], length: range[1] })
}

/** Where an edit of `fix` belongs in the text that its file has now; null where that place itself has changed. */
function placeNow(fix: Fix, { file, offset, length }: Fix['edits'][number], now: string): Range | null {
  const text = textsOfFix(fix)?.get(file)
  if (text === undefined || text === now) return [offset, length]
  const diff = toFileDiff(file, text, now)
  return diff?.type === 'splice' ? movedRange([offset, length], diff) : null
}

/** Makes a change that a problem offers, if its place is still as it was found; one step of undo. */
export function applyFix(fix: Fix): void {
  const texts = new Map<string, string>()
  const { files } = documentStore.getState()
  // From the end backwards, so that each edit's offset still holds.
  for (const edit of fix.edits.toSorted((a, b) => b.offset - a.offset)) {
    const { file, text } = edit
    const now = files.get(file)?.text ?? ''
    const place = placeNow(fix, edit, now)
    if (place === null) return notify.error(t('command.fixTooLate', { file }), t('command.fixTooLateHint'))
    const [offset, length] = place
    const before = texts.get(file) ?? now
    texts.set(file, before.slice(0, offset) + text + before.slice(offset + length))
  }
  applyEdits(
    'fix',
    [...texts].map(([file, text]) => ({ file, text })),
  )
}
