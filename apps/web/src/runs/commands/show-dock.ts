import { isGone } from '../open/gone-runs.ts'
import { isOver, runStore } from '../open/run-view.ts'
import { DOCK_TABS, goToDockTab, type DockTab } from '../../platform/session/dock-tab.ts'
import { compareWithBefore } from '../open/run-list.ts'
import { goTo } from '../../platform/session/location.ts'
import { openDialog, sessionStore } from '../../platform/session/session.ts'
import { always, type Command } from '../../document/commands/command.ts'

type View = Exclude<DockTab, 'waiting'>
const isView = (tab: DockTab): tab is View => tab !== 'waiting'

/** Leads the keyboard into a view of the dock, which opens for it. */
const show = (view: View, key: string): Command => ({
  id: `show.${view}`,
  label: `command.show.${view}`,
  group: 'go',
  keys: [key],
  isEnabled: always,
  run() {
    sessionStore.setState(({ panels }) => ({ panels: { ...panels, dock: true } }))
    goToDockTab(view)
  },
})

/** In the order of their tabs. */
export const showDock: readonly Command[] = DOCK_TABS.filter(isView).map((view, index) => show(view, `${index + 1}`))

export const goRuns: Command = {
  id: 'runs',
  label: 'command.runs',
  group: 'go',
  isEnabled: always,
  run: () => goTo('runs'),
}

function endedRun(): string | null {
  const { runId } = runStore.getState()
  return isOver() && !isGone(runId) ? runId : null
}

/** About the Run that is open and has ended. */
const ofRun = (id: 'compareRun' | 'keepCase', act: (run: string) => void): Command => ({
  id,
  label: `command.${id}`,
  group: 'run',
  isEnabled: () => endedRun() !== null,
  run() {
    const run = endedRun()
    if (run !== null) act(run)
  },
})

export const compareRun = ofRun('compareRun', compareWithBefore)
export const keepCase = ofRun('keepCase', (run) => openDialog({ type: 'keepCase', run }))
