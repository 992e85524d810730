import type { CommandLabel } from '../../platform/i18n/commands.ts'

export type CommandGroup = 'run' | 'edit' | 'view' | 'go' | 'help'

/**
 * One user intent, in toolbar, menus, palette and keyboard. `keys` like `Mod+Shift+Z`; a bare key works only outside
 * fields.
 */
export interface Command {
  readonly id: string
  readonly label: CommandLabel
  readonly group: CommandGroup
  readonly keys?: readonly string[]
  /** The browser reports these keys by its own event: here they are only shown. */
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
