import { placeStore } from '../../platform/session/location.ts'
import { answerHeldKeys, keepForDialog, takeTypedAhead } from '../../platform/session/typed-ahead.ts'
import type { Command } from '../../document/commands/command.ts'
import { isMac } from '../../document/commands/show-keys.ts'
import { opensList } from '../../document/commands/open-palette.ts'
import { letterOf } from '../../document/commands/letter.ts'
import { COMMANDS } from './registry.ts'
import { isInForm, isTypedIn } from '../../document/commands/where-keys-belong.ts'

/** A key press as `keys` of a Command write it; letters in capitals, `Mod` for the platform's command key. */
export function pressOf(event: KeyboardEvent): string {
  const letter = letterOf(event)
  const key = letter.length === 1 ? letter.toUpperCase() : letter
  const mod = isMac() ? event.metaKey : event.ctrlKey
  // Shift is part of how `?` and `+` are typed, so only letters and named keys carry it.
  const shift = event.shiftKey && (key.length > 1 || /[A-Z]/.test(key))
  return [mod ? 'Mod' : '', event.altKey ? 'Alt' : '', shift ? 'Shift' : '', key]
    .filter((part) => part !== '')
    .join('+')
}

const usesKey = (target: EventTarget | null, press: string): boolean => {
  if (!(target instanceof HTMLElement)) return false
  const isWidget = target.closest(
    '[role="tab"], [role="slider"], [role="separator"], [role="menu"], [role="tree"], [role="listbox"]',
  )
  if (isWidget !== null && /^(Arrow|Enter| |Home|End)/.test(press)) return true
  return (press === 'Enter' || press === ' ') && target.closest('button, a, summary') !== null
}

/** The Command that a key press asks for; none while a dialog is open or a bare key is being typed somewhere. */
export function commandFor(event: KeyboardEvent, commands: readonly Command[] = COMMANDS): Command | null {
  const press = pressOf(event)
  const command = commands.find(({ keys, isEnabled }) => keys?.includes(press) && isEnabled())
  if (command === undefined || command.isNative === true) return null
  const isChord = press.startsWith('Mod+')
  if (command.isOfCanvas === true && placeStore.getState().page !== 'bench') return null
  // In a form it is the text that is meant by it, as everywhere.
  if (press === 'Mod+A' && (isTypedIn(event.target) || isInForm(event.target))) return null
  if (isChord) return command
  if (isTypedIn(event.target) || usesKey(event.target, press)) return null
  if (isInForm(event.target) && !/^F\d/.test(press)) return null
  return command
}

/** Escape leads out of a field or a form, to where bare keys are Commands again; the text editor has its own way out. */
function leaveField(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return
  if (!target.matches('input, textarea, select') && !isInForm(target)) return
  if (target.closest('.monaco-editor') !== null) return
  // After the field's own answer to the key: a name that is being typed is given up first.
  queueMicrotask(() => target.blur())
}

function answer(event: KeyboardEvent): void {
  if (!opensList(event) && keepForDialog(event)) return
  takeTypedAhead()
  const command = commandFor(event)
  if (command === null) {
    if (event.key === 'Escape') leaveField(event.target)
    return
  }
  event.preventDefault()
  command.run()
}

/** Listens for the page's life, and answers the keys that were pressed before. */
export function listenToKeyboard(early: readonly KeyboardEvent[] = []): void {
  answerHeldKeys(answer)
  for (const event of early) if (!event.isComposing) answer(event)
  document.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented && !event.isComposing) answer(event)
  })
}
