import { add, newIdea } from '../../document/commands/add.ts'
import { focusPath, fold } from '../../document/commands/canvas-part.ts'
import { copy, cut, paste } from '../../document/commands/clipboard.ts'
import { carryOut, type Command } from '../../document/commands/command.ts'
import { remove } from '../../document/commands/delete.ts'
import { duplicate } from '../../document/commands/duplicate.ts'
import { findReplace } from '../../document/commands/find-replace.ts'
import { editSchema, importTools, open, openInspector } from '../../design/commands/edit-schema.ts'
import { fit } from '../../document/commands/fit.ts'
import { group, selectGroup, ungroup } from '../../document/commands/groups.ts'
import { forkSpan } from '../../runs/commands/fork-span.ts'
import { closeOpenRun, closeOtherRuns } from '../../runs/commands/run-tabs.ts'
import { copySpanLink, openTrace } from '../../runs/commands/open-trace.ts'
import { showOnCanvas } from '../../runs/commands/show-on-canvas.ts'
import { liftCalls, liftToolCalls } from '../../runs/commands/lift-calls.ts'
import { help } from '../../document/commands/help.ts'
import { goActivities, goCases, goExperiments, goReadiness } from '../../document/commands/go-page.ts'
import { findNode, openPalette } from '../../document/commands/open-palette.ts'
import { exportView } from '../../document/commands/export-view.ts'
import { importView } from '../../document/commands/import-view.ts'
import { newWorkspace, openGallery } from '../../document/commands/open-gallery.ts'
import { openSettings } from '../../document/commands/open-settings.ts'
import { newNote } from '../../document/commands/notes.ts'
import { redo } from '../../document/commands/redo.ts'
import { compareRun, goRuns, keepCase, showDock } from '../../runs/commands/show-dock.ts'
import { rename } from '../../document/commands/rename.ts'
import { run } from '../../document/commands/run.ts'
import { save } from '../../document/commands/save.ts'
import { selectAll } from '../../document/commands/select-all.ts'
import { showHistory } from '../../document/commands/show-history.ts'
import { simulate } from '../../document/commands/simulate.ts'
import { switchMode } from '../../document/commands/switch-mode.ts'
import { moveToolDown, moveToolUp, needApproval } from '../../document/commands/tool-rows.ts'
import { goToCaller, goToTarget } from '../../document/commands/edge-ends.ts'
import { arrangements } from '../../document/commands/align.ts'
import { nudges } from '../../document/commands/nudge.ts'
import { toggleDragging } from '../../document/commands/toggle-dragging.ts'
import { tidy } from '../../document/commands/tidy.ts'
import { togglePanels } from '../../document/commands/toggle-panels.ts'
import { toggleTheme } from '../../document/commands/toggle-theme.ts'
import { undo } from '../../document/commands/undo.ts'
import { back, walks } from '../../document/commands/walk.ts'
import { zoomIn, zoomOut } from '../../document/commands/zoom.ts'

/** Everything a user can intend, in the order the palette and the help sheet list it. */
export const COMMANDS: readonly Command[] = [
  run,
  simulate,
  openTrace,
  compareRun,
  keepCase,
  forkSpan,
  liftCalls,
  liftToolCalls,
  closeOpenRun,
  closeOtherRuns,
  add,
  newIdea,
  newNote,
  rename,
  copy,
  cut,
  paste,
  duplicate,
  remove,
  selectAll,
  group,
  ungroup,
  editSchema,
  switchMode,
  ...nudges,
  ...arrangements,
  toggleDragging,
  needApproval,
  moveToolUp,
  moveToolDown,
  importTools,
  undo,
  redo,
  showHistory,
  findReplace,
  save,
  fit,
  tidy,
  fold,
  focusPath,
  zoomIn,
  zoomOut,
  ...togglePanels,
  toggleTheme,
  findNode,
  showOnCanvas,
  copySpanLink,
  goToTarget,
  goToCaller,
  ...showDock,
  goRuns,
  goCases,
  goExperiments,
  goActivities,
  goReadiness,
  open,
  openInspector,
  ...walks,
  selectGroup,
  back,
  newWorkspace,
  openGallery,
  importView,
  exportView,
  openSettings,
  openPalette,
  help,
]

const byId: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [command.id, command]))

/** Does what the user asked for, if that is possible now. */
export function runCommand(id: string): void {
  const command = byId.get(id)
  if (command !== undefined) carryOut(command)
}
