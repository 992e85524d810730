import { Copy, FolderOpen, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import {
  copyWorkspace,
  removeWorkspace,
  renameWorkspace,
  revealWorkspace,
  type ListedWorkspace,
} from '../../platform/api/workspace-client.ts'
import { BASE, SERVER_BASE } from '../../platform/browser/base.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import { InPlaceName } from '../../platform/ui/InPlaceName.tsx'
import css from './workspaces.module.css'
import { nameFault, renameThis } from './naming.ts'
import { say } from './say.ts'
import { isHere } from './use-workspaces.ts'

interface RowDetailsProps {
  readonly workspace: ListedWorkspace
  readonly canReveal: boolean
  readonly refresh: () => void
  readonly onRemoved: (workspace: ListedWorkspace) => void
}

/** The folder of a workspace, and what can be done with its entry; nothing here deletes a file. */
export function RowDetails({ workspace, canReveal, refresh, onRemoved }: RowDetailsProps) {
  const [isNaming, setNaming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const { name, folder, state } = workspace
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
      refresh()
    } catch (error) {
      notify.refusal(error)
    } finally {
      setBusy(false)
    }
  }
  const rename = (to: string | null): void => {
    setNaming(false)
    if (to !== null) void act(async () => void (await (isHere(workspace) ? renameThis : renameWorkspace)(name, to)))
  }
  const copy = (): void =>
    void act(async () => {
      setSaid(say('copying'))
      const made = await copyWorkspace(name).finally(() => setSaid(''))
      setSaid(say('copied', { folder: made.folder }))
    })
  const reveal = (): void =>
    void act(async () => {
      if (await revealWorkspace(name)) return
      await navigator.clipboard.writeText(folder)
      setSaid(say('pathCopied'))
    })
  const remove = (): void =>
    void act(async () => {
      await removeWorkspace(name)
      if (isHere(workspace) && BASE !== SERVER_BASE) location.assign(`${SERVER_BASE}/`)
      else onRemoved(workspace)
    })
  return (
    <div className={css.details}>
      <p className={css.folder}>
        <code>{folder}</code>
        <CopyButton text={folder} label={say('copyPath')} />
      </p>
      <div className={css.actions}>
        {isNaming ? (
          <span className={css.naming}>
            <InPlaceName label={say('newName', { name })} value={name} faultOf={nameFault} onDone={rename} />
            <span className={css.about}>{say('renameHint')}</span>
          </span>
        ) : (
          <Button size="small" disabled={isBusy} onClick={() => setNaming(true)}>
            <Pencil size={13} aria-hidden /> {say('rename')}
          </Button>
        )}
        <Button size="small" disabled={isBusy || state !== 'ready'} onClick={copy}>
          <Copy size={13} aria-hidden /> {say('copy')}
        </Button>
        {canReveal && state !== 'gone' && (
          <Button size="small" disabled={isBusy} onClick={reveal}>
            <FolderOpen size={13} aria-hidden /> {say('reveal')}
          </Button>
        )}
        <Button size="small" disabled={isBusy} onClick={remove}>
          <X size={13} aria-hidden /> {say('remove')}
        </Button>
      </div>
      <p className={css.about} role="status">
        {said}
      </p>
    </div>
  )
}
