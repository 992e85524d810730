import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeEditor, editorPlace, openEditor } from '../../platform/session/editor-place.ts'
import { placeStore, readHash } from '../../platform/session/location.ts'
import { NOTHING, selectNode, selectTool, sessionStore } from '../../platform/session/session.ts'
import { linkBench, readEdit } from './link-bench.ts'

const pushed: string[] = []
let stop = (): void => undefined

/** The browser's Back, as `watchLocation` hears it. */
const goBack = (hash: string): void => placeStore.setState(readHash(hash), true)
const settle = (): unknown => vi.advanceTimersByTime(300)

beforeEach(() => {
  vi.useFakeTimers()
  pushed.length = 0
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, url: string) => pushed.push(url),
    replaceState: () => undefined,
  })
  sessionStore.setState({ selection: NOTHING })
  editorPlace.setState({ place: null, opener: null })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const begin = (hash: string): void => {
  placeStore.setState(readHash(hash), true)
  stop = linkBench()
}

describe('the address of the workbench', () => {
  it('follows the selection without a step back, and keeps what others wrote into it', () => {
    begin('#run=r1')
    selectTool('idea:producer', 'composeSong')
    settle()
    expect(placeStore.getState().params).toEqual({ run: 'r1', node: 'idea:producer', tool: 'composeSong' })
    selectNode('idea:composer')
    settle()
    expect(placeStore.getState().params).toEqual({ run: 'r1', node: 'idea:composer' })
    expect(pushed).toEqual([])
  })

  it('names what was selected before this code was there', () => {
    selectTool('idea:producer', 'composeSong')
    begin('#run=r1')
    settle()
    expect(placeStore.getState().params).toEqual({ run: 'r1', node: 'idea:producer', tool: 'composeSong' })
  })

  it('leads back to the Tool, the schema and the view that it names', () => {
    begin('#node=idea%3Aproducer&tool=composeSong&edit=producer%2Ftool%2FcomposeSong')
    expect(sessionStore.getState().selection.tool).toEqual({ node: 'idea:producer', name: 'composeSong' })
    expect(editorPlace.getState().place).toEqual({ idea: 'producer', part: { type: 'tool', name: 'composeSong' } })
  })

  it('makes an opened schema a step: Back closes it', () => {
    begin('#node=idea%3Aproducer')
    openEditor({ idea: 'producer', part: { type: 'output' } })
    settle()
    expect(pushed).toEqual(['/#node=idea%3Aproducer&edit=producer%2Foutput'])
    goBack('#node=idea%3Aproducer')
    settle()
    expect(editorPlace.getState().place).toBeNull()
    expect(pushed).toHaveLength(1)
    closeEditor()
  })

  it('leaves a closed schema closed while others write their part of the address', () => {
    begin('#edit=producer%2Foutput')
    expect(editorPlace.getState().place).not.toBeNull()
    closeEditor()
    goBack('#run=r1&span=request%2F0&edit=producer%2Foutput')
    expect(editorPlace.getState().place).toBeNull()
    settle()
    expect(placeStore.getState().params).toEqual({ run: 'r1', span: 'request/0' })
  })

  it('keeps the schema open under another page', () => {
    begin('')
    openEditor({ idea: 'producer', part: { type: 'input' } })
    settle()
    placeStore.setState({ page: 'settings', params: {} }, true)
    placeStore.setState({ page: 'bench', params: {} }, true)
    settle()
    expect(editorPlace.getState().place?.part).toEqual({ type: 'input' })
    expect(placeStore.getState().params).toEqual({ edit: 'producer/input' })
  })
})

describe('the schema that an address names', () => {
  it('is a Tool by its name, the input or the output, and nothing else', () => {
    expect(readEdit('a/tool/b')).toEqual({ idea: 'a', part: { type: 'tool', name: 'b' } })
    expect(readEdit('a/input')).toEqual({ idea: 'a', part: { type: 'input' } })
    for (const text of ['', 'a', 'a/tool', 'a/tool/', 'a/else', '/input', 'a/input/more'])
      expect(readEdit(text)).toBeUndefined()
  })
})
