import { createStore } from 'zustand/vanilla'

export const DOCK_TABS = ['timeline', 'tree', 'messages', 'state', 'problems', 'result', 'waiting'] as const
export type DockTab = (typeof DOCK_TABS)[number]
export const isDockTab = (value: unknown): value is DockTab => DOCK_TABS.some((tab) => tab === value)

/** Which view the dock shows, and whether a person chose it for the open Run. */
export const dockStore = createStore<{ readonly tab: DockTab; readonly chosen: boolean; readonly wantsFocus: boolean }>(
  () => ({
    tab: 'timeline',
    chosen: false,
    wantsFocus: false,
  }),
)

/** As a person does: nothing else changes the view of this Run afterwards. */
export const chooseDockTab = (tab: DockTab): void => dockStore.setState({ tab, chosen: true })
/** As by a key: the keyboard goes there, too. */
export const goToDockTab = (tab: DockTab): void => dockStore.setState({ tab, chosen: true, wantsFocus: true })
/** As the page does for its user, unless they chose a view themselves. */
export const offerDockTab = (tab: DockTab): void => {
  if (!dockStore.getState().chosen) dockStore.setState({ tab })
}
