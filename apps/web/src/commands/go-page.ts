import { goTo } from '../stores/location.ts'
import { always, type Command } from './command.ts'

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
