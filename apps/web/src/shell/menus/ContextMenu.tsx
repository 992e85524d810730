import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { withHand } from '../../document/commands/hand.ts'
import { showKeys } from '../../document/commands/show-keys.ts'
import { t } from '../../platform/i18n/commands.ts'
import css from '../../platform/ui/menu.module.css'
import { COMMANDS } from '../commands/registry.ts'
import { closeMenu, type OpenMenu } from './menu-store.ts'
import { MENUS } from './menus.ts'

const byId = new Map(COMMANDS.map((command) => [command.id, command]))

/** The menu of what is under the hand: Commands of the palette with their keys. */
export function ContextMenu({ open }: { readonly open: OpenMenu }) {
  const { kind, hand } = open
  const before = useRef(document.activeElement)
  const chosen = useRef<(() => void) | null>(null)
  const groups = MENUS[kind]
    .map((ids) => ids.flatMap((id) => byId.get(id) ?? []).filter((command) => command.isEnabled()))
    .filter((group) => group.length > 0)
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && closeMenu()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden style={{ position: 'fixed', left: hand.at.x, top: hand.at.y, width: 1, height: 1 }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={css.menu}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={t(`menu.${kind}`)}
          aria-labelledby={undefined}
          loop
          onContextMenu={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A person who moved it meanwhile keeps it there.
            if (document.activeElement === document.body && before.current instanceof HTMLElement)
              before.current.focus()
            // Runs after the focus returns: the Command may take it, or open a dialog that gives it back later.
            chosen.current?.()
          }}
        >
          {groups.map((group, index) => (
            <DropdownMenu.Group key={group[0]?.id}>
              {index > 0 && <DropdownMenu.Separator className={css.line} />}
              {group.map((command) => (
                <DropdownMenu.Item
                  key={command.id}
                  className={css.item}
                  onSelect={() => {
                    chosen.current = () => withHand(kind === 'canvas' ? hand : null, () => command.run())
                  }}
                >
                  <span>{t(command.label)}</span>
                  {command.keys?.[0] !== undefined && <kbd className={css.keys}>{showKeys(command.keys[0])}</kbd>}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
