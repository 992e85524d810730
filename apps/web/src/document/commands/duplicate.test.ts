// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sizeOf } from '../layout/geometry.ts'
import { EMPTY_DOCUMENT } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { documentStore } from '../open/document-store.ts'
import { startGraph } from '../graph/derive-graph.ts'
import { graphStore } from '../graph/graph-store.ts'
import { NOTHING, selectNode, selectTool, sessionStore } from '../../platform/session/session.ts'
import { duplicate } from './duplicate.ts'
import { carryOut } from './command.ts'
import { undo } from './undo.ts'

const asking = (address: string) => ({
  type: 'object',
  description: 'Asks.',
  properties: { _module: { const: address } },
})
const SINGER = { context: [{ type: 'tool', tool: { ask: asking('idea://poet') } }] }
const POET = { context: [{ type: 'text', text: 'Write.' }] }

// Other test files of this process have other graphs.
afterAll(startGraph())

const jsonOf = (file: string): unknown => JSON.parse(documentStore.getState().files.get(file)?.text ?? 'null')
const edges = (): string[] => graphStore.getState().graph.edges.map(({ id }) => id)
const selection = () => sessionStore.getState().selection
const steps = (): number => documentStore.getState().history.past.length

beforeEach(() => {
  const files = { 'ideas/singer.json': SINGER, 'ideas/poet.json': POET }
  documentStore.setState(
    Object.entries(files).reduce(
      (document, [file, idea]) => receive(document, file, JSON.stringify(idea), file),
      EMPTY_DOCUMENT,
    ),
  )
  sessionStore.setState({ selection: NOTHING, dialog: null })
})

describe('Duplicate', () => {
  it('copies the chosen Tool within its Idea under a free name, and chooses the copy', () => {
    selectTool('idea:singer', 'ask')
    duplicate.run()
    expect(jsonOf('ideas/singer.json')).toEqual({
      context: [{ type: 'tool', tool: { ask: asking('idea://poet'), ask2: asking('idea://poet') } }],
    })
    expect(selection()).toEqual({ nodes: [], tool: { node: 'idea:singer', name: 'ask2' } })
    expect(documentStore.getState().files.has('ideas/singer-copy.json')).toBe(false)
  })

  it('copies the chosen Idea, places the copy below it where it covers nothing, and chooses it, in one step', () => {
    selectNode('idea:singer')
    duplicate.run()
    expect(jsonOf('ideas/singer-copy.json')).toMatchObject(SINGER)
    expect(edges()).toContain('idea:singer-copy/ask/idea:poet')
    expect(selection().nodes).toEqual(['idea:singer-copy'])
    const { graph, places } = graphStore.getState()
    const singer = graph.nodes.find(({ id }) => id === 'idea:singer')
    const [at, copied] = [places.get('idea:singer'), places.get('idea:singer-copy')]
    const bottom = (at?.y ?? Number.NaN) + (singer === undefined ? Number.NaN : sizeOf(singer).height)
    expect(copied?.y).toBeGreaterThan(bottom)
    // No person chose the place: tidying may move the copy.
    const { x, y } = copied ?? {}
    expect(jsonOf('.ensemble/layout.json')).toMatchObject({ nodes: { 'idea:singer-copy': { x, y, auto: true } } })
    expect(steps()).toBe(1)
    carryOut(undo)
    expect(documentStore.getState().files.get('ideas/singer-copy.json')?.text ?? null).toBeNull()
  })

  it('copies several Ideas with the delegations among them, in one step', async () => {
    sessionStore.setState({ selection: { nodes: ['idea:singer', 'idea:poet'], tool: null } })
    duplicate.run()
    await expect.poll(() => selection().nodes).toHaveLength(2)
    await expect.poll(() => selection().nodes).not.toContain('idea:singer')
    const [singer, poet] = [...selection().nodes].sort((a, b) => b.localeCompare(a))
    expect(edges()).toContain(`${singer}/ask/${poet}`)
    expect(steps()).toBe(1)
  })

  it('does nothing where nothing is chosen that can be copied', () => {
    const before = documentStore.getState().files
    duplicate.run()
    selectNode('missing:idea://nobody')
    duplicate.run()
    expect(documentStore.getState().files).toBe(before)
  })
})
