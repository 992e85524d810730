import { useStore } from 'zustand'
import { part } from '../../platform/ui/part.tsx'
import { menuStore, type OpenMenu } from './menu-store.ts'

const ContextMenu = part(() => import('./ContextMenu.tsx').then((module) => module.ContextMenu))

const openOf = ({ open }: { readonly open: OpenMenu | null }) => open

/** The context menu that is open, if one is; what draws it loads with the first. */
export function Menus() {
  const open = useStore(menuStore, openOf)
  if (open === null) return null
  const { x, y } = open.hand.at
  return <ContextMenu key={`${x} ${y} ${open.kind}`} open={open} />
}
