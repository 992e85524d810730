import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { addWorkspace } from '../../platform/api/workspace-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import css from './workspaces.module.css'
import { say } from './say.ts'

/** Opens a folder by its path; it joins the list. A browser gives a page no path of a folder that is picked. */
export function OpenFolder() {
  const [isAsking, setAsking] = useState(false)
  const [folder, setFolder] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  if (!isAsking)
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        <FolderOpen size={14} aria-hidden /> {say('openFolder')}
      </Button>
    )
  const open = async (): Promise<void> => {
    try {
      location.assign((await addWorkspace(folder)).address)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form
      className={css.open}
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <input
        ref={(input) => input?.focus()}
        className={field.input}
        aria-label={say('path')}
        aria-describedby="open-folder-hint"
        aria-invalid={fault !== null}
        placeholder="~/agents/support"
        spellCheck={false}
        autoComplete="off"
        value={folder}
        onChange={(event) => {
          setFolder(event.currentTarget.value)
          setFault(null)
        }}
      />
      <Button type="submit" look="primary" disabled={folder.trim() === ''}>
        {say('add')}
      </Button>
      <Button onClick={() => setAsking(false)}>{say('cancel')}</Button>
      <p
        id="open-folder-hint"
        className={fault === null ? css.about : css.fault}
        role={fault === null ? undefined : 'alert'}
      >
        {fault ?? say('pathHint')}
      </p>
    </form>
  )
}
