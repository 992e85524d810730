import { createStore } from 'zustand/vanilla'
import type { HandPlace } from '../../document/commands/hand.ts'
import type { MenuKind } from './menus.ts'

export interface OpenMenu {
  readonly kind: MenuKind
  readonly hand: HandPlace
}

/** The menu that is open, if one is. */
export const menuStore = createStore<{ readonly open: OpenMenu | null }>(() => ({ open: null }))

export const closeMenu = (): void => menuStore.setState({ open: null })
