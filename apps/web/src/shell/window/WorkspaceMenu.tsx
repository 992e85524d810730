import { Check, ChevronDown, Copy, Download, LayoutTemplate, Settings, Upload } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { runCommand } from '../commands/run-command.ts'
import { workspaceMenu } from '../../platform/i18n/en/workspace-menu.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import css from '../../platform/ui/menu.module.css'
import styles from './top-bar.module.css'

const say = createTexts({ workspaceMenu })

const COMMANDS = [
  { id: 'newWorkspace', text: 'fresh', Icon: LayoutTemplate },
  { id: 'import', text: 'import', Icon: Upload },
  { id: 'export', text: 'export', Icon: Download },
  { id: 'settings', text: 'settings', Icon: Settings },
] as const

interface WorkspaceMenuProps {
  readonly name: string
  /** The folder its files are in. */
  readonly root: string
}

/** Which folder is open, and what can be done with it as a whole. */
export function WorkspaceMenu({ name, root }: WorkspaceMenuProps) {
  const [isCopied, setCopied] = useState(false)
  const label = say('label', { name })
  return (
    <DropdownMenu.Root modal={false} onOpenChange={() => setCopied(false)}>
      <DropdownMenu.Trigger className={styles.menu} aria-label={label} title={label}>
        <ChevronDown size={13} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="start" sideOffset={6}>
          <DropdownMenu.Label className={css.about}>
            {say('folder')} <code>{root}</code>
          </DropdownMenu.Label>
          <DropdownMenu.Item
            className={css.item}
            onSelect={(event) => {
              event.preventDefault()
              void navigator.clipboard.writeText(root).then(() => setCopied(true))
            }}
          >
            {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            <span aria-live="polite">{say(isCopied ? 'copied' : 'copy')}</span>
          </DropdownMenu.Item>
          {COMMANDS.map(({ id, text, Icon }) => (
            <DropdownMenu.Item key={id} className={css.item} onSelect={() => runCommand(id)}>
              <Icon size={14} aria-hidden /> {say(text)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
