// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { graphStore } from '../../document/graph/graph-store.ts'
import { placeStore } from '../../platform/session/location.ts'
import { NOTHING, sessionStore } from '../../platform/session/session.ts'
import { holdKeys } from '../../platform/session/held-keys.ts'
import { takeTypedAhead } from '../../platform/session/typed-ahead.ts'
import { commandFor, listenToKeyboard, pressOf } from './keyboard.ts'
import { COMMANDS } from './registry.ts'

const A_NODE = { id: 'idea:a', kind: 'idea', name: 'a', input: null, output: null, tools: [], problems: 0 } as const

const press = (key: string, init: KeyboardEventInit = {}, target: HTMLElement = document.body): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}
const idFor = (event: KeyboardEvent): string | null => commandFor(event)?.id ?? null

describe('the keyboard', () => {
  beforeEach(() => {
    document.body.replaceChildren()
    sessionStore.setState({ selection: NOTHING })
  })

  it('reads keys the way Commands write them', () => {
    expect(pressOf(press('z', { ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+Z')
    expect(pressOf(press('?', { shiftKey: true }))).toBe('?')
    expect(pressOf(press('Delete'))).toBe('Delete')
  })

  it('reads the Latin letter of a key where another alphabet is switched on', () => {
    expect(pressOf(press('я', { code: 'KeyZ', ctrlKey: true }))).toBe('Mod+Z')
    expect(pressOf(press('Я', { code: 'KeyZ', ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+Z')
    expect(pressOf(press('т', { code: 'KeyN' }))).toBe('N')
    // A letter of another layout is on the key that types it: AZERTY.
    expect(pressOf(press('z', { code: 'KeyW', ctrlKey: true }))).toBe('Mod+Z')
  })

  it('starts the Command of a bare key', () => {
    expect(idFor(press('n'))).toBe('newIdea')
    expect(idFor(press('/'))).toBe('add')
    expect(idFor(press('?', { shiftKey: true }))).toBe('help')
  })

  it('leaves bare keys to a field that is being typed in, and keeps chords', () => {
    const field = document.body.appendChild(document.createElement('input'))
    expect(idFor(press('n', {}, field))).toBeNull()
    expect(idFor(press('k', { ctrlKey: true }, field))).toBe('palette')
  })

  it('leaves what selects everything on the canvas to the text of a form', () => {
    graphStore.setState(({ shown }) => ({ shown: { ...shown, nodes: [A_NODE] } }))
    expect(idFor(press('a', { ctrlKey: true }))).toBe('selectAll')
    const field = document.body.appendChild(document.createElement('input'))
    expect(idFor(press('a', { ctrlKey: true }, field))).toBeNull()
    const panel = document.body.appendChild(document.createElement('aside'))
    panel.dataset.ownKeys = ''
    expect(idFor(press('a', { ctrlKey: true }, panel))).toBeNull()
  })

  it('changes nothing on the canvas while a page covers it', () => {
    graphStore.setState(({ shown }) => ({ shown: { ...shown, nodes: [A_NODE] } }))
    placeStore.setState({ page: 'runs', params: {} })
    expect(idFor(press('a', { ctrlKey: true }))).toBeNull()
    expect(idFor(press('k', { ctrlKey: true }))).toBe('palette')
    placeStore.setState({ page: 'bench', params: {} })
  })

  it('leaves Enter to a focused button', () => {
    sessionStore.setState({ selection: { nodes: ['idea:a'], tool: null } })
    const button = document.body.appendChild(document.createElement('button'))
    expect(idFor(press('Enter', {}, button))).toBeNull()
    expect(idFor(press('Enter'))).toBe('open')
  })

  it('leaves every bare key to the form that has the focus: nothing on the canvas is deleted or opened from there', () => {
    sessionStore.setState({ selection: { nodes: ['idea:a'], tool: null } })
    const panel = document.body.appendChild(document.createElement('aside'))
    panel.dataset.ownKeys = ''
    const button = panel.appendChild(document.createElement('button'))
    for (const key of ['Backspace', 'Delete', 'n', 'c', 'ArrowDown']) expect(idFor(press(key, {}, button))).toBeNull()
    expect(idFor(press('k', { ctrlKey: true }, button))).toBe('palette')
    expect(idFor(press('Backspace'))).toBe('delete')
  })

  it('gives up a dialog that is on its way by Escape', () => {
    listenToKeyboard()
    sessionStore.setState({ dialog: { type: 'help' } })
    press('Escape')
    expect(sessionStore.getState().dialog).toBeNull()
  })

  it('keeps what is typed for a dialog that is on its way', () => {
    listenToKeyboard()
    sessionStore.setState({ dialog: { type: 'help' } })
    for (const key of ['n', 'e', 'x', 'Backspace', 't', 'ArrowDown', 'Enter'])
      expect(press(key).defaultPrevented).toBe(true)
    expect(takeTypedAhead()).toEqual({ text: 'net', choosing: ['ArrowDown', 'Enter'] })
    expect(takeTypedAhead()).toEqual({ text: '', choosing: [] })
    sessionStore.setState({ dialog: null })
  })

  it('opens the palette from the field of another dialog, which goes', () => {
    listenToKeyboard()
    sessionStore.setState({ dialog: { type: 'findReplace' } })
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.role = 'dialog'
    const field = dialog.appendChild(document.createElement('input'))
    expect(press('z', { ctrlKey: true }, field).defaultPrevented).toBe(false)
    expect(press('k', { ctrlKey: true }, field).defaultPrevented).toBe(true)
    expect(sessionStore.getState().dialog).toEqual({ type: 'palette', find: false })
    sessionStore.setState({ dialog: null })
  })

  it('forgets what was typed for a dialog that was given up', () => {
    listenToKeyboard()
    sessionStore.setState({ dialog: { type: 'help' } })
    press('n')
    press('Escape')
    expect(takeTypedAhead().text).toBe('')
  })

  it('keeps what is typed after a gesture for the dialog that its code opens', async () => {
    listenToKeyboard()
    let come = (): void => {}
    const code = new Promise<void>((resolve) => (come = resolve))
    const gesture = holdKeys(code.then(() => sessionStore.setState({ dialog: { type: 'add', at: { x: 0, y: 0 } } })))
    for (const key of ['R', 'e', 'd', 'Enter']) expect(press(key).defaultPrevented).toBe(true)
    expect(sessionStore.getState().dialog).toBeNull()
    come()
    await gesture
    expect(sessionStore.getState().dialog?.type).toBe('add')
    expect(takeTypedAhead()).toEqual({ text: 'Red', choosing: ['Enter'] })
    sessionStore.setState({ dialog: null })
  })

  it('gives the window the keys after a gesture that opens nothing, or whose code does not come', async () => {
    listenToKeyboard()
    const gesture = holdKeys(Promise.reject(new Error('not fetched')))
    press('?', { shiftKey: true })
    expect(sessionStore.getState().dialog).toBeNull()
    await expect(gesture).rejects.toThrow('not fetched')
    expect(sessionStore.getState().dialog?.type).toBe('help')
    sessionStore.setState({ dialog: null })
  })

  it('starts nothing that is not possible now', () => {
    expect(idFor(press('Delete'))).toBeNull()
    expect(idFor(press('z', { ctrlKey: true }))).toBeNull()
  })

  it('gives every shortcut to one Command', () => {
    const keys = COMMANDS.flatMap((command) => command.keys ?? [])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    const ids = COMMANDS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
