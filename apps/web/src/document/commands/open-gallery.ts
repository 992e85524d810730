import { goTo } from '../../platform/session/location.ts'
import { always, type Command } from './command.ts'

/** A workspace begins as a template, and blank is one of them. */
export const newWorkspace: Command = {
  id: 'newWorkspace',
  label: 'command.newWorkspace',
  group: 'go',
  isEnabled: always,
  run: () => goTo('gallery'),
}
export const openGallery: Command = {
  id: 'gallery',
  label: 'command.gallery',
  group: 'go',
  isEnabled: always,
  run: () => goTo('gallery'),
}
