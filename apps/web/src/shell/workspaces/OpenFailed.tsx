import { useStore } from 'zustand'
import { openWorkspace } from '../../document/saving/open-workspace.ts'
import { BASE, SERVER_BASE } from '../../platform/browser/base.ts'
import type { Refused } from '../../platform/api/facts.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import css from './open-failed.module.css'
import { say } from './say.ts'
import { useWorkspaces } from './use-workspaces.ts'
import { WorkspaceRows } from './WorkspaceRows.tsx'

const failureOf = ({ failure }: Session) => failure
const refusedOf = ({ refused }: Session) => refused

/** The reasons that the page knows in its own language. */
const sentenceOf = ({ code, detail }: Refused): string => {
  const name = decodeURIComponent(BASE.slice(`${SERVER_BASE}/w/`.length))
  if (code === 'workspace.unknown') return say('failed.unknown', { name })
  if (code === 'workspace.busy') return say('failed.busy', { name })
  return detail
}

/** Where else to go. */
function Others() {
  const known = useWorkspaces()
  return (
    <div className={css.others}>
      <a href={`${SERVER_BASE}/`}>{say('failed.first')}</a>
      <WorkspaceRows known={known} title={say('yours')} />
    </div>
  )
}

/** In the workbench's place while the workspace does not open: why, and where to go. */
export function OpenFailed() {
  const failure = useStore(sessionStore, failureOf)
  const refused = useStore(sessionStore, refusedOf)
  return (
    <section className={css.failed} role="alert">
      <h1>{say('failed.title')}</h1>
      <p>{refused === null ? failure : sentenceOf(refused)}</p>
      {refused === null && <p>{say('failed.away')}</p>}
      {refused?.url !== undefined && <a href={refused.url}>{say('failed.there', { url: refused.url })}</a>}
      <Button look="primary" onClick={() => void openWorkspace()}>
        {say('failed.retry')}
      </Button>
      {refused !== null && <Others />}
    </section>
  )
}
