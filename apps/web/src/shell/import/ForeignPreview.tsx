import { ideaFile, ideaId } from '../../document/texts/files.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { applyEdits } from '../../document/open/document-store.ts'
import { notify } from '../../platform/session/notify.ts'
import { closeDialog, openDialog, selectNode } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import css from './import.module.css'
import { lastImport } from './last-import.ts'
import type { Foreign } from './read-foreign.ts'
import { ReportList } from './ReportList.tsx'
import { say } from './say.ts'

interface ForeignPreviewProps {
  readonly foreign: Foreign
  /** Back to the choice of operations. */
  readonly onChooseAgain: () => void
}

/** The parts of other programs' files that come in, and those that do not, before anything changes. One step of undo. */
export function ForeignPreview({ foreign, onChooseAgain }: ForeignPreviewProps) {
  const { names, imported, edits } = foreign
  const { programs, ideas, tools, http, servers, operations, report, unknown } = imported
  const add = (): void => {
    applyEdits('import', edits)
    closeDialog()
    lastImport.setState({ foreign })
    if (report.length > 0)
      notify.tell(
        say('foreign.added', { programs: programs.join(', ') }),
        say('foreign.report', { count: report.length }),
        { label: say('foreign.showReport'), onClick: () => openDialog({ type: 'import', ofLast: true }) },
      )
    const [first] = ideas
    if (first === undefined) return
    selectNode(ideaId(first.name))
    requestAnimationFrame(() => canvasView()?.reveal(ideas.map(({ name }) => ideaId(name))))
  }
  const nothing = edits.length === 0
  return (
    <DialogFrame
      title={say('foreign.title', { programs: programs.join(', ') })}
      text={say('foreign.text')}
      wide
      submit={say('foreign.submit', { count: edits.length })}
      canSubmit={!nothing}
      onSubmit={add}
    >
      {operations.length > 1 && (
        <Button look="quiet" onClick={onChooseAgain}>
          {say('operations.again')}
        </Button>
      )}
      {nothing && servers.length === 0 && <p role="status">{say('foreign.nothing')}</p>}
      <Part title={say('foreign.ideas', { count: ideas.length })} items={ideas.map(({ name }) => ideaFile(name))} />
      <Part title={say('foreign.tools', { count: tools.length })} items={tools.map(({ name }) => name)} />
      <Part title={say('foreign.http', { count: http.length })} items={http.map(({ name }) => name)} />
      {servers.length > 0 && (
        <section className={css.taken}>
          <strong>{say('foreign.servers', { count: servers.length })}</strong>
          <p className={css.hint}>{say('foreign.serversWhy')}</p>
          <pre className={css.command}>ensemble import {names.map((name) => JSON.stringify(name)).join(' ')}</pre>
          <pre className={css.command}>
            {JSON.stringify(Object.fromEntries(servers.map(({ name, entry }) => [name, entry])), null, 2)}
          </pre>
        </section>
      )}
      {unknown.length > 0 && <p className={css.hint}>{say('foreign.unknown', { files: unknown.join(', ') })}</p>}
      <ReportList report={report} />
    </DialogFrame>
  )
}

function Part({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section className={css.taken}>
      <strong>{title}</strong>
      <ul className={css.files}>
        {items.map((item) => (
          <li key={item}>
            <code>{item}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
