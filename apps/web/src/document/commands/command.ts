import type { CommandLabel } from '../../platform/i18n/commands.ts'

export type CommandGroup = 'run' | 'edit' | 'view' | 'go' | 'help'

/**
 * One user intent. Toolbar, menus, palette and keyboard read the same list. `keys` are written as `Mod+Shift+Z`:
 * `Mod` is the Command key on a Mac and Control elsewhere; a bare key works only where nothing is being typed.
 */
export interface Command {
  readonly id: string
  readonly label: CommandLabel
  readonly group: CommandGroup
  readonly keys?: readonly string[]
  /** The browser itself tells of these keys, by an event of its own: here they are only shown. */
  readonly isNative?: boolean
  /** About what the canvas shows: its keys do nothing there that a page over it would hide. */
  readonly isOfCanvas?: boolean
  isEnabled(): boolean
  run(): void
}

export const always = (): boolean => true

/** Does what a Command is for, if that is possible now. */
export function carryOut(command: Command): void {
  if (command.isEnabled()) command.run()
}
