import { describe, expect, it } from 'vitest'
import { deriveGraph } from './graph.ts'
import { createShare, shareTools } from './share-tools.ts'
import { type ParsedWorkspace, createWorkspaceReader } from './workspace.ts'
import { atOnce } from '../schema/turns.ts'

const look = { type: 'object', description: 'Looks at a place.', properties: { place: { type: 'string' } } }
const ideaWith = (tool: object): string => JSON.stringify({ context: [{ type: 'tool', tool }] })
const filesOf = (ideas: readonly (readonly [string, string])[]) => ({
  ideas: new Map(ideas),
  tools: new Map<string, string>(),
  activities: [],
})
const toolsIn = (workspace: ParsedWorkspace, name: string) => {
  const [message] = workspace.ideas.get(name)?.idea?.context ?? []
  return message?.type === 'tool' ? message.tool : {}
}

describe('Equal Tools of a workspace', () => {
  it('are one object, whichever Ideas write them and under whichever names', () => {
    const files = filesOf([
      ['one', ideaWith({ look })],
      ['two', ideaWith({ look, watch: look })],
      ['three', ideaWith({ look: { ...look, description: 'Another.' } })],
    ])
    const read = atOnce(createWorkspaceReader()(files))
    expect(toolsIn(read, 'two')['look']).toBe(toolsIn(read, 'one')['look'])
    expect(toolsIn(read, 'two')['watch']).toBe(toolsIn(read, 'one')['look'])
    expect(toolsIn(read, 'three')['look']).not.toBe(toolsIn(read, 'one')['look'])
    expect(toolsIn(read, 'three')['look']).toEqual({ ...look, description: 'Another.' })
  })

  it('have their problems in every Idea, at the place of each', () => {
    const broken = { ...look, _delegated: 'x' }
    const { problems } = deriveGraph(
      filesOf([
        ['one', ideaWith({ look: broken })],
        ['two', ideaWith({ first: look, look: broken })],
      ]),
    )
    const places = problems
      .filter(({ code }) => code === 'tool.unknownField')
      .map(({ idea, range }) => [idea, range?.[0]])
    expect(places).toEqual([
      ['one', ideaWith({ look: broken }).indexOf('"x"')],
      ['two', ideaWith({ first: look, look: broken }).indexOf('"x"')],
    ])
  })

  it('stay apart where only the order of keys differs, which is the order that a model reads', () => {
    const share = createShare()
    const [one, other] = [
      { type: 'object', title: 'A' },
      { title: 'A', type: 'object' },
    ]
    expect([share(one), share(other), share({ ...one })]).toEqual([one, other, one])
    expect(Object.keys(share({ ...other }))).toEqual(['title', 'type'])
  })

  it('are no longer looked for where thousands were all different', () => {
    const share = createShare()
    for (let n = 0; n < 5000; n++) share({ title: `Tool ${n}` })
    const again = { title: 'Tool 0' }
    expect(share(again)).toBe(again)
  })

  it('leave alone anything but a Tool', () => {
    const idea = { context: [null, { type: 'tool', tool: 7 }, { type: 'tool', tool: { a: null, b: [1] } }, 'text'] }
    const before = structuredClone(idea)
    shareTools(idea, createShare())
    shareTools(undefined, createShare())
    shareTools([], createShare())
    expect(idea).toEqual(before)
  })
})
