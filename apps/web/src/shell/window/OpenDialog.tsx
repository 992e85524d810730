import { Suspense, lazy } from 'react'
import type { Dialog } from '../../platform/session/session.ts'
import { ConnectDialog } from '../dialogs/ConnectDialog.tsx'
import { DiffDialog } from '../dialogs/DiffDialog.tsx'
import { HelpDialog } from '../dialogs/HelpDialog.tsx'
import { NameDialog } from '../dialogs/NameDialog.tsx'
import { RunDialog } from '../dialogs/RunDialog.tsx'

const Palette = lazy(() => import('../dialogs/Palette.tsx').then((module) => ({ default: module.Palette })))

const KeepCaseDialog = lazy(() =>
  import('../../runs/cases/KeepCaseDialog.tsx').then((module) => ({ default: module.KeepCaseDialog })),
)
const FindDialog = lazy(() => import('../find/FindDialog.tsx').then((module) => ({ default: module.FindDialog })))
const ExtractDialog = lazy(() =>
  import('../extract/ExtractDialog.tsx').then((module) => ({ default: module.ExtractDialog })),
)
const ImportDialog = lazy(() =>
  import('../../design/schema-editor/ImportDialog.tsx').then((module) => ({ default: module.ImportDialog })),
)
const ExportDialog = lazy(() =>
  import('../../design/schema-editor/ExportDialog.tsx').then((module) => ({ default: module.ExportDialog })),
)

const ErrorCodeDialog = lazy(() =>
  import('../dialogs/ErrorCodeDialog.tsx').then((module) => ({ default: module.ErrorCodeDialog })),
)
const ImportView = lazy(() => import('../import/ImportView.tsx').then((module) => ({ default: module.ImportView })))
const ExportView = lazy(() => import('../export/ExportView.tsx').then((module) => ({ default: module.ExportView })))

/** The dialog that a Command asked for. */
export function OpenDialog({ dialog }: { readonly dialog: Dialog }) {
  switch (dialog.type) {
    case 'run':
      return <RunDialog {...dialog} />
    case 'newIdea':
    case 'newTool':
    case 'renameIdea':
    case 'renameTool':
      return <NameDialog dialog={dialog} />
    case 'connect':
      return <ConnectDialog idea={dialog.idea} />
    case 'findReplace':
      return (
        <Suspense fallback={null}>
          <FindDialog />
        </Suspense>
      )
    case 'help':
      return <HelpDialog />
    case 'errorCode':
      return (
        <Suspense fallback={null}>
          <ErrorCodeDialog code={dialog.code} />
        </Suspense>
      )
    case 'import':
      return (
        <Suspense fallback={null}>
          <ImportView file={dialog.file} />
        </Suspense>
      )
    case 'export':
      return (
        <Suspense fallback={null}>
          <ExportView />
        </Suspense>
      )
    case 'diff':
      return <DiffDialog file={dialog.file} />
    case 'importTools':
      return (
        <Suspense fallback={null}>
          <ImportDialog
            idea={dialog.idea}
            tool={dialog.tool}
            {...(dialog.text !== undefined && { text: dialog.text })}
          />
        </Suspense>
      )
    case 'exportTool':
      return (
        <Suspense fallback={null}>
          <ExportDialog idea={dialog.idea} tool={dialog.tool} />
        </Suspense>
      )
    case 'keepCase':
      return (
        <Suspense fallback={null}>
          <KeepCaseDialog run={dialog.run} />
        </Suspense>
      )
    case 'extract':
      return (
        <Suspense fallback={null}>
          <ExtractDialog run={dialog.run} calls={dialog.calls} />
        </Suspense>
      )
    case 'palette':
      return (
        <Suspense fallback={null}>
          <Palette find={dialog.find} />
        </Suspense>
      )
  }
}
