import { goTo } from '../../platform/session/location.ts'
import { always, type Command } from './command.ts'
import { targetIdea } from './targets.ts'

export const goCases: Command = {
  id: 'cases',
  label: 'command.cases',
  group: 'go',
  isEnabled: always,
  run: () => goTo('cases'),
}

export const goExperiments: Command = {
  id: 'experiments',
  label: 'command.experiments',
  group: 'go',
  isEnabled: always,
  run: () => goTo('experiments'),
}
export const goActivities: Command = {
  id: 'writeActivities',
  label: 'command.writeActivities',
  group: 'go',
  isEnabled: always,
  run: () => goTo('activities'),
}
export const goReadiness: Command = {
  id: 'readiness',
  label: 'command.readiness',
  group: 'go',
  isEnabled: () => targetIdea() !== null,
  run() {
    const idea = targetIdea()
    if (idea !== null) goTo('readiness', { idea })
  },
}
