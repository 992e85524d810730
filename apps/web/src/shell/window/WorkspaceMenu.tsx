import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { notify } from '../../platform/session/notify.ts'
import { InPlaceName } from '../../platform/ui/InPlaceName.tsx'
import { isJustMade, nameFault, renameThis } from '../workspaces/naming.ts'
import { say } from '../workspaces/say.ts'
import { Switcher } from '../workspaces/Switcher.tsx'
import css from '../workspaces/workspaces.module.css'
import styles from './top-bar.module.css'

/** The workspace that is open, and the way to every other one; one that was just made begins with its name in edit. */
export function WorkspaceMenu({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  // Who is typing or clicking already is not interrupted.
  const [isNaming, setNaming] = useState(() => isJustMade() && document.activeElement === document.body)
  const label = say('label', { name })
  const rename = (to: string | null): void => {
    setNaming(false)
    if (to !== null) renameThis(name, to).catch(notify.refusal)
  }
  if (isNaming) return <InPlaceName label={say('newName', { name })} value={name} faultOf={nameFault} onDone={rename} />
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.menu} aria-label={label} title={label}>
        <ChevronDown size={13} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={css.switcher}
          align="start"
          alignOffset={-60}
          sideOffset={8}
          collisionPadding={8}
          aria-label={say('title')}
          onEscapeKeyDown={(event) => {
            // It gives up a name that is being written, not the menu around it.
            if (event.target instanceof Element && event.target.closest('[data-in-place]')) event.preventDefault()
          }}
        >
          <Switcher onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
