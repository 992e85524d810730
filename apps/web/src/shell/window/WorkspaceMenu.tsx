import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { say } from '../workspaces/say.ts'
import { Switcher } from '../workspaces/Switcher.tsx'
import css from '../workspaces/workspaces.module.css'
import styles from './top-bar.module.css'

/** The workspace that is open, and the way to every other one. */
export function WorkspaceMenu({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  const label = say('label', { name })
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
        >
          <Switcher onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
