import { activities } from './activities.ts'
import { add } from './add.ts'
import { annotation } from './annotation.ts'
import { around } from './around.ts'
import { ask } from './ask.ts'
import { banners } from './banners.ts'
import { bothWays } from './both-ways.ts'
import { canvas } from './canvas.ts'
import { cases } from './cases.ts'
import { clipboard } from './clipboard.ts'
import { commands } from './commands.ts'
import { compare } from './compare.ts'
import { canvasNotices } from './canvas-notices.ts'
import { connecting } from './connecting.ts'
import { dialogs } from './dialogs.ts'
import { driftTexts } from './drift.ts'
import { errorCode } from './error-code.ts'
import { experiments } from './experiments.ts'
import { exportReport } from './export-report.ts'
import { exporting } from './export.ts'
import { extract } from './extract.ts'
import { find } from './find.ts'
import { firstLook } from './first-look.ts'
import { fork } from './fork.ts'
import { forms } from './forms.ts'
import { gallery } from './gallery.ts'
import { groups } from './groups.ts'
import { history } from './history.ts'
import { importReport } from './import-report.ts'
import { importing } from './importing.ts'
import { inside } from './inside.ts'
import { inspector } from './inspector.ts'
import { losses } from './losses.ts'
import { mcp } from './mcp.ts'
import { naming } from './naming.ts'
import { notes } from './notes.ts'
import { originTexts } from './origin.ts'
import { pageLanguage } from './page-language.ts'
import { pins } from './pins.ts'
import { readOnlyTexts } from './read-only.ts'
import { result } from './result.ts'
import { run } from './run.ts'
import { runsPage } from './runs-page.ts'
import { saved } from './saved.ts'
import { saving } from './saving.ts'
import { schemaEditor } from './schema-editor.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { spanDetailTexts } from './span-detail.ts'
import { traceKeys } from './trace-keys.ts'
import { tracePage } from './trace-page.ts'
import { traceView } from './trace-view.ts'
import { units } from './units.ts'
import { unread } from './unread.ts'
import { visitor } from './visitor.ts'
import { waiting } from './waiting.ts'
import { sayExample } from './examples.ts'
import { meaningOf, sayFix, sayProblem } from './say-problem.ts'
import { workspaces } from './workspaces.ts'

/** All texts of the page in Russian, each catalogue under the name of its English one. */
export const ru = {
  activities,
  add,
  annotation,
  around,
  ask,
  banners,
  bothWays,
  canvas,
  cases,
  clipboard,
  commands,
  compare,
  canvasNotices,
  connecting,
  dialogs,
  driftTexts,
  errorCode,
  experiments,
  exporting,
  exportReport,
  extract,
  find,
  firstLook,
  fork,
  forms,
  gallery,
  groups,
  history,
  importReport,
  importing,
  inside,
  inspector,
  losses,
  mcp,
  naming,
  notes,
  originTexts,
  pageLanguage,
  pins,
  readOnlyTexts,
  result,
  run,
  runsPage,
  saved,
  saving,
  schemaEditor,
  settings,
  shell,
  spanDetailTexts,
  traceKeys,
  tracePage,
  traceView,
  units,
  unread,
  visitor,
  waiting,
  workspaces,
}

/** The core's texts about files. */
export const sayings = { problem: sayProblem, reason: meaningOf, fix: sayFix, example: sayExample }
