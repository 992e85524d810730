import { LAYOUT_FILE } from '../texts/files.ts'
import { forgetPlaces } from '../layout/layout-edits.ts'
import { handPlaced, positionsOf } from '../layout/layout-file.ts'
import { t } from '../../platform/i18n/canvas-notices.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { graphStore } from '../graph/graph-store.ts'
import { relayout } from '../graph/node-places.ts'
import { tellStep } from '../open/step-notice.ts'
import type { Command } from './command.ts'

function layOutAgain(which: 'auto' | 'all'): void {
  const { files } = documentStore.getState()
  if (files.get(LAYOUT_FILE)?.text) applyEdits('tidy', [forgetPlaces(files, which)])
  relayout()
  requestAnimationFrame(() => canvasView()?.fit())
}

/** Lays out automatic nodes again, and offers to do so with the rest. */
export const tidy: Command = {
  id: 'tidy',
  label: 'command.tidy',
  group: 'view',
  keys: ['Shift+T'],
  isEnabled: () => true,
  run() {
    layOutAgain('auto')
    const { shown } = graphStore.getState()
    const kept = handPlaced(positionsOf(documentStore.getState().files.get(LAYOUT_FILE)?.text))
    const count = shown.nodes.filter(({ id }) => kept.has(id)).length
    if (count === 0) return
    tellStep(t('tidied', { count }), t('tidiedHint'), {
      label: t('tidyAll'),
      onClick: () => layOutAgain('all'),
    })
  },
}
