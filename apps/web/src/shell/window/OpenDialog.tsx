import type { Dialog } from '../../platform/session/session.ts'
import { DiffDialog } from '../dialogs/DiffDialog.tsx'
import { HelpDialog } from '../dialogs/HelpDialog.tsx'
import { RunDialog } from '../dialogs/RunDialog.tsx'
import { part } from '../../platform/ui/part.tsx'

const AddPicker = part(() => import('../../design/add/AddPicker.tsx').then((module) => module.AddPicker))
const Palette = part(() => import('../dialogs/Palette.tsx').then((module) => module.Palette))

const KeepCaseDialog = part(() => import('../../runs/cases/KeepCaseDialog.tsx').then((module) => module.KeepCaseDialog))
const FindDialog = part(() => import('../find/FindDialog.tsx').then((module) => module.FindDialog))
const ExtractDialog = part(() => import('../extract/ExtractDialog.tsx').then((module) => module.ExtractDialog))
const ImportDialog = part(() =>
  import('../../design/schema-editor/ImportDialog.tsx').then((module) => module.ImportDialog),
)
const ExportDialog = part(() =>
  import('../../design/schema-editor/ExportDialog.tsx').then((module) => module.ExportDialog),
)
const VersionsDialog = part(() =>
  import('../../design/schema-editor/VersionsDialog.tsx').then((module) => module.VersionsDialog),
)

const HistoryDialog = part(() => import('../history/HistoryDialog.tsx').then((module) => module.HistoryDialog))
const AskStepDialog = part(() => import('../history/AskStepDialog.tsx').then((module) => module.AskStepDialog))
const ErrorCodeDialog = part(() => import('../dialogs/ErrorCodeDialog.tsx').then((module) => module.ErrorCodeDialog))
const ImportView = part(() => import('../import/ImportView.tsx').then((module) => module.ImportView))
const ExportView = part(() => import('../export/ExportView.tsx').then((module) => module.ExportView))

/** The dialog that a Command asked for. */
export function OpenDialog({ dialog }: { readonly dialog: Dialog }) {
  switch (dialog.type) {
    case 'run':
      return <RunDialog key={String(dialog.simulate)} {...dialog} />
    case 'add':
      return <AddPicker request={dialog} />
    case 'findReplace':
      return <FindDialog />
    case 'help':
      return <HelpDialog />
    case 'errorCode':
      return <ErrorCodeDialog code={dialog.code} />
    case 'import':
      return <ImportView files={dialog.files} entries={dialog.entries} ofLast={dialog.ofLast} />
    case 'export':
      return <ExportView />
    case 'diff':
      return <DiffDialog file={dialog.file} />
    case 'history':
      return <HistoryDialog />
    case 'askStep':
      return <AskStepDialog way={dialog.way} />
    case 'importTools':
      return (
        <ImportDialog idea={dialog.idea} tool={dialog.tool} {...(dialog.text !== undefined && { text: dialog.text })} />
      )
    case 'exportTool':
      return <ExportDialog idea={dialog.idea} tool={dialog.tool} />
    case 'versions':
      return <VersionsDialog key={dialog.idea} idea={dialog.idea} />
    case 'keepCase':
      return <KeepCaseDialog run={dialog.run} />
    case 'extract':
      return <ExtractDialog run={dialog.run} calls={dialog.calls} />
    case 'palette':
      return <Palette find={dialog.find} />
  }
}
