// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { undo } from '../../document/commands/undo.ts'
import { carryOut } from '../../document/commands/command.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { EMPTY_DOCUMENT } from '../../document/texts/document.ts'
import { receive } from '../../document/texts/receive.ts'
import { NOTHING, sessionStore } from '../../platform/session/session.ts'
import { dragRow, indexAt } from './drag-row.ts'

const IDEA = {
  context: [{ type: 'tool', tool: { a: { type: 'object' }, b: { type: 'object' }, c: { type: 'object' } } }],
}
const order = (): string[] => toolsOfIdea(documentStore.getState().files, 'poet').map(({ name }) => name)

/** Rows of 20 pixels from 100 down, as the page would draw them. */
function rows(): readonly HTMLElement[] {
  document.body.innerHTML = ['a', 'b', 'c'].map((name) => `<div data-tool="${name}"><span></span></div>`).join('')
  return [...document.querySelectorAll<HTMLElement>('[data-tool]')].map((row, index) => {
    row.getBoundingClientRect = () => new DOMRect(0, 100 + 20 * index, 200, 20)
    const grip = row.querySelector('span') ?? row
    grip.hasPointerCapture = () => true
    return grip
  })
}
const point = (grip: HTMLElement, type: string, clientY: number): boolean =>
  grip.dispatchEvent(new PointerEvent(type, { clientY }))

beforeEach(() => {
  documentStore.setState(receive(EMPTY_DOCUMENT, 'ideas/poet.json', JSON.stringify(IDEA), 'e'))
  sessionStore.setState({ selection: NOTHING, dialog: null })
})

describe('a tool row that is dragged by its grip', () => {
  it('goes where it is dropped, in one step of undo that restores the file', () => {
    const before = documentStore.getState().files.get('ideas/poet.json')?.text
    const [, , last] = rows()
    if (last === undefined) throw new Error('no row')
    dragRow(last, { pointerId: 1, y: 150 }, 'idea:poet')
    point(last, 'pointermove', 104)
    expect(document.querySelector('[data-drop-row]')?.getAttribute('data-tool')).toBe('a')
    point(last, 'pointerup', 104)
    expect(order()).toEqual(['c', 'a', 'b'])
    expect(document.querySelector('[data-drop-row]')).toBeNull()
    carryOut(undo)
    expect(documentStore.getState().files.get('ideas/poet.json')?.text).toBe(before)
  })

  it('stays on Escape, and is selected by a click', () => {
    const [first] = rows()
    if (first === undefined) throw new Error('no row')
    dragRow(first, { pointerId: 1, y: 110 }, 'idea:poet')
    point(first, 'pointermove', 150)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    point(first, 'pointerup', 150)
    expect(order()).toEqual(['a', 'b', 'c'])
    dragRow(first, { pointerId: 1, y: 110 }, 'idea:poet')
    point(first, 'pointerup', 111)
    expect(sessionStore.getState().selection.tool).toMatchObject({ node: 'idea:poet', name: 'a' })
  })

  it('never goes out of the list', () => {
    expect([indexAt(-50, 100, 20, 3), indexAt(139, 100, 20, 3), indexAt(900, 100, 20, 3)]).toEqual([0, 1, 2])
  })
})
