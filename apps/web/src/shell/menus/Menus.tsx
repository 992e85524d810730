import { useStore } from 'zustand'
import { part } from '../../platform/ui/part.tsx'
import { TermTip } from '../../platform/terms/TermTip.tsx'
import { menuStore, type OpenMenu } from './menu-store.ts'

const ContextMenu = part(() => import('./ContextMenu.tsx').then((module) => module.ContextMenu))

const openOf = ({ open }: { readonly open: OpenMenu | null }) => open

/** The context menu that is open, if one is, and the explanation of a term; a menu's code loads with the first. */
export function Menus() {
  const open = useStore(menuStore, openOf)
  return (
    <>
      <TermTip />
      {open !== null && <ContextMenu key={`${open.hand.at.x} ${open.hand.at.y} ${open.kind}`} open={open} />}
    </>
  )
}
