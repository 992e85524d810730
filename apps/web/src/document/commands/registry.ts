import { focusPath, fold } from './canvas-part.ts'
import { copy, cut, paste } from './clipboard.ts'
import { carryOut, type Command } from './command.ts'
import { connectTool } from './connect-tool.ts'
import { remove } from './delete.ts'
import { duplicate } from './duplicate.ts'
import { findReplace } from './find-replace.ts'
import { editSchema, importTools, open, openInspector } from './edit-schema.ts'
import { fit } from './fit.ts'
import { group, selectGroup, ungroup } from './groups.ts'
import { forkSpan } from './fork-span.ts'
import { help } from './help.ts'
import { newIdea } from './new-idea.ts'
import { goActivities, goCases, goExperiments, goReadiness } from './go-page.ts'
import { newTool } from './new-tool.ts'
import { findNode, openPalette } from './open-palette.ts'
import { exportView } from './export-view.ts'
import { importView } from './import-view.ts'
import { newWorkspace, openGallery } from './open-gallery.ts'
import { openSettings } from './open-settings.ts'
import { newNote } from './notes.ts'
import { redo } from './redo.ts'
import { compareRun, goRuns, keepCase, showDock } from './show-dock.ts'
import { rename } from './rename.ts'
import { run } from './run.ts'
import { save } from './save.ts'
import { selectAll } from './select-all.ts'
import { simulate } from './simulate.ts'
import { switchMode } from './switch-mode.ts'
import { tidy } from './tidy.ts'
import { togglePanels } from './toggle-panels.ts'
import { toggleTheme } from './toggle-theme.ts'
import { undo } from './undo.ts'
import { back, walks } from './walk.ts'
import { zoomIn, zoomOut } from './zoom.ts'

/** Everything a user can intend, in the order the palette and the help sheet list it. */
export const COMMANDS: readonly Command[] = [
  run,
  simulate,
  compareRun,
  keepCase,
  forkSpan,
  newIdea,
  newTool,
  connectTool,
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
  importTools,
  undo,
  redo,
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
