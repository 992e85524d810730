// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, reconnect, refusal } from '../../document/commands/nodes/connect.ts'
import { ADD_HANDLE } from '../../document/layout/geometry.ts'
import { EMPTY_DOCUMENT } from '../../document/texts/document.ts'
import { receive } from '../../document/texts/receive.ts'
import { renameIdea } from '../../document/edits/rename.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { startGraph } from '../../document/graph/derive-graph.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { NOTHING, selectNode, selectTool, sessionStore } from '../../platform/session/session.ts'
import { runCommand } from './registry.ts'
import { stepFrom } from '../../document/commands/walk.ts'

const PRODUCER = `{
  "title": "Producer",
  "context": [
    {"type": "tool", "tool": {"compose": {"type": "object", "properties": {"_module": {"const": "idea://composer"}}}}}
  ]
}
`
const COMPOSER =
  '{ "context": [ {"type":"input","schema":{"type":"object","properties":{"mood":{"type":"string"}}}} ] }\n'

// Other test files of this process have other graphs.
afterAll(startGraph())

const texts = (): Record<string, string | null> =>
  Object.fromEntries([...documentStore.getState().files].map(([file, { text }]) => [file, text]))
const edges = (): string[] => graphStore.getState().graph.edges.map(({ id }) => id)

beforeEach(() => {
  const files = { 'ideas/producer.json': PRODUCER, 'ideas/composer.json': COMPOSER }
  documentStore.setState(
    Object.entries(files).reduce((document, [file, text]) => receive(document, file, text, file), EMPTY_DOCUMENT),
  )
  sessionStore.setState({ selection: NOTHING, dialog: null })
})

describe('Commands', () => {
  it('run the Idea without callers if nothing is selected', () => {
    runCommand('run')
    expect(sessionStore.getState().dialog).toEqual({ type: 'run', idea: 'producer', simulate: false })
  })

  it('run the selected Idea', () => {
    selectNode('idea:composer')
    runCommand('simulate')
    expect(sessionStore.getState().dialog).toEqual({ type: 'run', idea: 'composer', simulate: true })
  })

  it('delete a delegation and leave the Tool, then bring it back', () => {
    selectTool('idea:producer', 'compose', 'idea:composer')
    runCommand('delete')
    expect(edges()).toEqual([])
    expect(texts()['ideas/producer.json']).toContain('"compose"')
    runCommand('undo')
    expect(texts()['ideas/producer.json']).toBe(PRODUCER)
  })

  it('delete a Tool, or an Idea whose callers then show what they miss', () => {
    selectTool('idea:producer', 'compose')
    runCommand('delete')
    expect(texts()['ideas/producer.json']).not.toContain('compose')
    runCommand('undo')
    selectNode('idea:composer')
    runCommand('delete')
    expect(graphStore.getState().graph.nodes.map(({ kind }) => kind)).toContain('missing')
  })

  it('connect, refuse and reconnect', () => {
    connect({ node: 'idea:composer', handle: ADD_HANDLE }, 'idea:producer')
    expect(edges()).toContain('idea:composer/askProducer/idea:producer')
    expect(refusal({ node: 'idea:composer', handle: ADD_HANDLE }, 'idea:composer')).toMatch(/itself/)
    expect(refusal({ node: 'idea:composer', handle: ADD_HANDLE }, 'url:https://a.example')).toMatch(/Idea/)
    selectNode('idea:composer')
    runCommand('duplicate')
    reconnect('idea:producer', 'compose', 'idea:composer', 'idea:composer-copy')
    expect(edges()).toContain('idea:producer/compose/idea:composer-copy')
  })

  it('select everything that the canvas shows, and delete it in one step that undoes', () => {
    runCommand('newNote')
    runCommand('selectAll')
    const { nodes } = sessionStore.getState().selection
    expect(nodes).toEqual(expect.arrayContaining(['idea:composer', 'idea:producer']))
    expect(nodes).toHaveLength(3)
    runCommand('delete')
    expect(graphStore.getState().shown.nodes).toEqual([])
    runCommand('undo')
    expect(texts()).toMatchObject({ 'ideas/producer.json': PRODUCER, 'ideas/composer.json': COMPOSER })
  })

  it('walk along delegations with the arrows', () => {
    expect(stepFrom('idea:producer', 'next')).toBe('idea:composer')
    expect(stepFrom('idea:composer', 'previous')).toBe('idea:producer')
  })

  it('give the first bytes back after any sequence of them and as many undos', () => {
    const acts: readonly (() => void)[] = [
      () => runCommand('duplicate'),
      () => runCommand('delete'),
      () => selectNode('idea:producer'),
      () => selectNode('idea:composer'),
      () => selectTool('idea:producer', 'compose'),
      () => selectTool('idea:producer', 'compose', 'idea:composer'),
      () => connect({ node: 'idea:composer', handle: ADD_HANDLE }, 'idea:producer'),
      () => applyEdits('rename', renameIdea(documentStore.getState().files, 'composer', 'writer')),
      () => runCommand('undo'),
      () => runCommand('redo'),
      () => runCommand('tidy'),
    ]
    fc.assert(
      fc.property(fc.array(fc.nat(acts.length - 1), { maxLength: 14 }), (sequence) => {
        documentStore.setState(
          receive(receive(EMPTY_DOCUMENT, 'ideas/producer.json', PRODUCER, 'a'), 'ideas/composer.json', COMPOSER, 'b'),
        )
        const first = texts()
        for (const index of sequence) acts[index]?.()
        while (documentStore.getState().history.past.length > 0) runCommand('undo')
        const last = Object.entries(texts()).filter(([, text]) => text !== null)
        expect(Object.fromEntries(last)).toEqual(first)
      }),
      { numRuns: 60 },
    )
  })
})
