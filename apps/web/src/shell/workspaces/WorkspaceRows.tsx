import { useRef, useState, type KeyboardEvent } from 'react'
import { addWorkspace, renameWorkspace, type ListedWorkspace } from '../../platform/api/workspace-client.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import css from './workspaces.module.css'
import { say } from './say.ts'
import { isHere, type KnownWorkspaces } from './use-workspaces.ts'
import { WorkspaceRow } from './WorkspaceRow.tsx'

/** From this many on they can be searched. */
const MANY = 4

interface WorkspaceRowsProps {
  readonly known: KnownWorkspaces
  readonly title: string
  /** Next to each other where there is room. */
  readonly isWide?: boolean
}

/** The person's workspaces as links; arrow keys move between them, and typing narrows the list. */
export function WorkspaceRows({ known, title, isWide = false }: WorkspaceRowsProps) {
  const { workspaces, failure, canReveal, refresh } = known
  const [search, setSearch] = useState('')
  const [removed, setRemoved] = useState<ListedWorkspace | null>(null)
  const place = useRef<HTMLDivElement>(null)
  if (workspaces === null)
    return (
      <p className={css.about} role="status">
        {failure === null ? say('loading') : say('unread', { reason: failure })}
      </p>
    )
  const wanted = search.trim().toLowerCase()
  const shown = workspaces
    .filter(({ name, folder }) => `${name} ${folder}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))
  const links = (): readonly HTMLElement[] => [
    ...(place.current?.querySelectorAll<HTMLElement>('[data-workspace]') ?? []),
  ]
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const { target } = event
    const input = target instanceof HTMLInputElement ? target : null
    const isSearch = input?.type === 'search'
    if (event.key === 'Enter' && isSearch) links()[0]?.click()
    // In a new name arrow keys move the caret.
    if (step === 0 || (input !== null && !isSearch)) return
    event.preventDefault()
    const all = links()
    const at = all.findIndex((link) => link === document.activeElement)
    all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus()
  }
  const putBack = (): void => {
    if (removed === null) return
    setRemoved(null)
    const { folder, name } = removed
    addWorkspace(folder)
      .then(async (added) => (added.name === name ? added : renameWorkspace(added.name, name)))
      .then(refresh, notify.refusal)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens to arrow keys on the links in it
    <div ref={place} className={css.rows} onKeyDown={onKeyDown}>
      {workspaces.length >= MANY && (
        <input
          type="search"
          className={field.input}
          aria-label={say('find')}
          placeholder={say('find')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <h3 className={css.heading}>{title}</h3>
      {removed !== null && (
        <p className={css.removed} role="status">
          <span>{say('removed', { name: removed.name, folder: removed.folder })}</span>
          <Button size="small" onClick={putBack}>
            {say('putBack')}
          </Button>
        </p>
      )}
      {shown.length === 0 && <p className={css.about}>{say('none')}</p>}
      <ul className={classes(css.list, isWide && css.wide)}>
        {shown.map((workspace) => (
          <WorkspaceRow
            key={workspace.folder}
            workspace={workspace}
            canReveal={canReveal}
            refresh={refresh}
            onRemoved={setRemoved}
          />
        ))}
      </ul>
    </div>
  )
}
