import { graphJudge } from '@ensemble/core/host'
import { listenToClipboard } from '../../document/commands/nodes/clipboard.ts'
import { rememberTexts } from '../../document/graph/found-in.ts'
import { judgeStore } from '../../document/graph/graph.ts'
import { keepWorkspace } from '../../document/saving/keep-workspace.ts'
import { nameTab } from '../../runs/open/tab-title.ts'
import { linkRun } from '../../runs/open/run-link.ts'
import { listenToKeyboard } from '../commands/keyboard.ts'
import { giveFocusBack } from '../dialogs/focus-back.ts'
import { listenForMenus } from '../menus/listen.ts'
import { linkBench } from './link-bench.ts'
import { takeFirstKeys } from './first-keys.ts'
import { tellProfile } from './tell-profile.ts'
import { takeDropped } from './take-dropped.ts'
// Parts of the canvas that travel in this file.
import '../../design/canvas/camera-moves.ts'
import '../../design/canvas/CanvasControls.tsx'
import '../../design/canvas/CanvasList.tsx'
import '../../design/first-look/FirstLook.tsx'
import '../../design/canvas/GroupNode.tsx'
import '../../design/canvas/NoteNode.tsx'
import '../../design/canvas/RecordedNotice.tsx'

export { Splitter } from '../../platform/ui/Splitter.tsx'
export { ExplorerSide } from '../../design/explorer/ExplorerSide.tsx'
export { Inspector } from '../../design/inspector/Inspector.tsx'
export { StatusBar } from './StatusBar.tsx'
export { RunStatus } from './RunStatus.tsx'
export { Banners } from './Banners.tsx'
export { InboxButton } from '../../runs/trace/waiting/InboxButton.tsx'

let isStarted = false

/**
 * Everything the window does besides drawing the graph: saving, keys, the clipboard, problems, the open Run. It loads
 * once the graph shows. Call when the workspace is open; once is enough.
 */
export async function startRest(): Promise<void> {
  if (isStarted) return
  isStarted = true
  const undoIsThere = keepWorkspace()
  judgeStore.setState({ judge: graphJudge })
  rememberTexts()
  giveFocusBack()
  listenToClipboard()
  takeDropped()
  nameTab()
  listenForMenus()
  linkRun()
  linkBench()
  tellProfile()
  await undoIsThere
  listenToKeyboard(takeFirstKeys())
}
