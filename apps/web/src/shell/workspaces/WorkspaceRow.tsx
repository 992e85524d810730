import { Check, Ellipsis, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ListedWorkspace } from '../../platform/api/workspace-client.ts'
import { language } from '../../platform/i18n/language.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { classes } from '../../platform/ui/classes.ts'
import css from './workspaces.module.css'
import { RowDetails } from './RowDetails.tsx'
import { say } from './say.ts'
import { LazyThumbnail } from './Thumbnail.tsx'
import { isHere } from './use-workspaces.ts'

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

const ago = (time: string): string => {
  const ms = Date.parse(time) - Date.now()
  const [unit, length] = STEPS.find(([, each]) => -ms >= each) ?? STEPS[2]
  return relative.format(Math.ceil(ms / length), unit)
}

const aboutOf = (workspace: ListedWorkspace): string => {
  if (workspace.state !== 'ready') return say(workspace.state)
  const when = isHere(workspace) ? say('here') : say('openedAt', { when: ago(workspace.openedAt) })
  return `${say('ideas', { count: workspace.ideas })} · ${when}`
}

interface WorkspaceRowProps {
  readonly workspace: ListedWorkspace
  readonly canReveal: boolean
  readonly refresh: () => void
  readonly onRemoved: (workspace: ListedWorkspace) => void
}

/** A workspace of the list: a link to it, and what can be done with it. */
export function WorkspaceRow({ workspace, canReveal, refresh, onRemoved }: WorkspaceRowProps) {
  const [isExpanded, setExpanded] = useState(false)
  const { name, address, state, runs } = workspace
  const isCurrent = isHere(workspace)
  const content = (
    <>
      <LazyThumbnail name={name} />
      <span className={css.words}>
        <b>{name}</b>
        <span className={css.about}>
          {state !== 'ready' && <TriangleAlert size={12} aria-hidden />}
          {aboutOf(workspace)}
        </span>
      </span>
      {runs !== undefined && runs.running > 0 && (
        <span className={css.running}>{say('running', { count: runs.running })}</span>
      )}
      {runs !== undefined && runs.waiting > 0 && (
        <span className={css.waiting}>{say('waiting', { count: runs.waiting })}</span>
      )}
      {isCurrent && <Check size={15} className={css.check} aria-hidden />}
    </>
  )
  return (
    <li className={css.item}>
      <div className={classes(css.row, isCurrent && css.current)}>
        {state === 'ready' ? (
          <a className={css.link} href={address} data-workspace aria-current={isCurrent ? 'page' : undefined}>
            {content}
          </a>
        ) : (
          <span className={css.link}>{content}</span>
        )}
        <IconButton
          label={say('more', { name })}
          Icon={Ellipsis}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        />
      </div>
      {isExpanded && <RowDetails workspace={workspace} canReveal={canReveal} refresh={refresh} onRemoved={onRemoved} />}
    </li>
  )
}
