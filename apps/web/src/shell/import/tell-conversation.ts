import type { ReportRow } from '@ensemble/core/import'
import { notify } from '../../platform/session/notify.ts'
import { openDialog } from '../../platform/session/session.ts'
import { lastImport } from './last-import.ts'
import { say } from './say.ts'

interface TakenConversation {
  readonly program: string
  /** Rows of the core's report, whose codes the description of the routes doesn't list. */
  readonly report: readonly (Omit<ReportRow, 'code'> & { readonly code: string })[]
}

/** Says that a recorded conversation is a Run now, and offers the report of the parts that are missing. */
export const tellConversation = (name: string, { program, report: rows }: TakenConversation): void => {
  const report = rows as readonly ReportRow[] // the server's version of the core made them
  const nothing = { ideas: [], tools: [], http: [], servers: [], operations: [], unknown: [] }
  lastImport.setState({
    foreign: { names: [name], files: [], imported: { ...nothing, programs: [program], report }, edits: [] },
  })
  const detail = report.length === 0 ? say('conversation') : say('foreign.report', { count: report.length })
  notify.tell(
    say('foreign.added', { programs: program }),
    detail,
    report.length === 0
      ? undefined
      : { label: say('foreign.showReport'), onClick: () => openDialog({ type: 'import', ofLast: true }) },
  )
}
