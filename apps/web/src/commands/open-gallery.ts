import { goTo } from '../stores/location.ts'
import { always, type Command } from './command.ts'

export const openGallery: Command = {
  id: 'gallery',
  label: 'command.gallery',
  group: 'go',
  isEnabled: always,
  run: () => goTo('gallery'),
}
