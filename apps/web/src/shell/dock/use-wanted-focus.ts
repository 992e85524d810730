import { useEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import { dockStore } from '../../platform/session/dock-tab.ts'

const pickWantsFocus = ({ wantsFocus }: { readonly wantsFocus: boolean }): boolean => wantsFocus

/** Takes the focus to what the dock shows once that was asked for, else to the tab in `list`; gives the place of what is shown. */
export function useWantedFocus(list: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  const wantsFocus = useStore(dockStore, pickWantsFocus)
  useEffect(() => {
    if (!wantsFocus) return
    dockStore.setState({ wantsFocus: false })
    // Where there are lines to walk through, among those.
    const place =
      content.current?.querySelector<HTMLElement>('[role=tree]') ??
      list.current?.querySelector<HTMLElement>('[data-state=active]')
    place?.focus({ focusVisible: true } as FocusOptions) // newer than the type
  }, [wantsFocus, list])
  return content
}
