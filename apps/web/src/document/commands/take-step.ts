import { canvasView } from '../graph/canvas-view.ts'
import { graphStore } from '../graph/graph-store.ts'
import { documentStore } from '../open/document-store.ts'
import { redoStep, undoStep } from '../open/steps.ts'
import { say, sayStep, strangenessOf } from '../open/say-step.ts'
import { tellStep } from '../open/step-notice.ts'
import { codeNameOf, ideaFile, MANIFEST_FILE, nameOfIdeaNode } from '../texts/files.ts'
import type { HistoryEntry } from '../texts/history.ts'
import { lastStep } from '../texts/last-step.ts'
import { stepPlace } from '../texts/step-place.ts'
import { t } from '../../platform/i18n/commands.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { notify, type NoticeAction } from '../../platform/session/notify.ts'
import { openDialog, selectTool, sessionStore } from '../../platform/session/session.ts'
import { tabName } from '../../platform/session/tab.ts'

export type Way = 'undo' | 'redo'

/** The step that would be taken back, or made again. */
export const stepOf = (way: Way): HistoryEntry | undefined => {
  const { history } = documentStore.getState()
  return way === 'undo' ? lastStep(history)?.entry : history.future[0]
}

/** Takes the next step of this tab and day; asks before one of another tab or day. */
export function takeStep(way: Way): void {
  const entry = stepOf(way)
  if (entry === undefined) return
  if (strangenessOf(entry, tabName(), Date.now()) !== null) openDialog({ type: 'askStep', way })
  else confirmedStep(way)
}

/** Takes the next step, and says what it was. If someone else changed the same text, a person chooses between the two. */
export function confirmedStep(way: Way): void {
  const entry = stepOf(way)
  const step = way === 'undo' ? undoStep() : redoStep()
  if (!step.ok) {
    notify.error(t('command.undoBlocked', { file: step.file }))
    return
  }
  if (step.conflict !== undefined) openDialog({ type: 'diff', file: step.conflict })
  else if (entry !== undefined) tellTaken(entry, way)
}

function tellTaken(entry: HistoryEntry, way: Way): void {
  const back = way === 'undo' ? 'redo' : 'undo'
  const show = showStep(entry)
  tellStep(
    say(way === 'undo' ? 'undone' : 'redone', { step: sayStep(entry) }),
    stepPlace(entry).files.join(', '),
    { label: t(`command.${back}`), onClick: () => takeStep(back) },
    show === null ? undefined : { label: say('show'), onClick: show },
  )
}

/** How to show where a step was made; null if none of it is left to see. */
export function showStep(entry: HistoryEntry): NoticeAction['onClick'] | null {
  const { nodes, tool, files } = stepPlace(entry)
  const code = files.map(codeNameOf).find((name) => name !== null)
  const left = nodes.filter(isLeft)
  if (left.length > 0) return () => showNodes(left, tool)
  if (code !== undefined && documentStore.getState().files.get(files[0] ?? '')?.text != null)
    return () => goTo('activities', { name: code })
  return files.length === 1 && files[0] === MANIFEST_FILE ? () => goTo('settings') : null
}

/** By its file: the graph follows an edit a moment later. */
function isLeft(node: string): boolean {
  const name = nameOfIdeaNode(node)
  return name === null || typeof documentStore.getState().files.get(ideaFile(name))?.text === 'string'
}

/** Selects the nodes, and moves the view only as far as needed. */
function showNodes(nodes: readonly string[], tool: string | undefined): void {
  const [only] = nodes
  if (only === undefined) return
  if (placeStore.getState().page !== 'bench') goTo('bench')
  const { graph } = graphStore.getState()
  const hasTool = graph.nodes.find(({ id }) => id === only)?.tools.some(({ name }) => name === tool) === true
  if (tool !== undefined && hasTool) selectTool(only, tool)
  else sessionStore.setState({ selection: { nodes, tool: null } })
  canvasView()?.reveal(nodes)
}
