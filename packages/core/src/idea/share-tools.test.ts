import { describe, expect, it } from 'vitest'
import { deriveGraph } from './graph.ts'
import { createShare, shareTools } from './share-tools.ts'
import { type ParsedWorkspace, createWorkspaceReader } from './workspace.ts'
import type { JsonObject } from '../schema/json.ts'
import { atOnce } from '../schema/turns.ts'
import { normaliseTool } from '../tool/normalise.ts'

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
    expect([share('t', one), share('t', other), share('t', { ...one })]).toEqual([one, other, one])
    expect(Object.keys(share('t', { ...other }))).toEqual(['title', 'type'])
  })

  it('are no longer looked for where thousands were all different', () => {
    const share = createShare()
    for (let n = 0; n < 5000; n++) share('t', { minProperties: n })
    const again = { minProperties: 0 }
    expect(share('t', again)).toBe(again)
  })

  it('that only their words tell apart share their parameters, and each keeps its words', () => {
    const files = filesOf([
      ['one', ideaWith({ look })],
      ['two', ideaWith({ look: { ...look, description: 'Looks at a town.' } })],
      ['three', ideaWith({ see: { ...look, description: 'Sees a town.' } })],
      ['four', ideaWith({ look: { ...look, description: '' } })],
    ])
    const read = atOnce(createWorkspaceReader()(files))
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) =>
      Object.entries(toolsIn(read, name)).map(([tool, schema]) => normaliseTool(tool, schema as JsonObject)),
    )
    expect(two?.[0]?.tool.parameters).toBe(one?.[0]?.tool.parameters)
    expect(four?.[0]?.tool.parameters).toBe(one?.[0]?.tool.parameters)
    for (const { tool } of [one, two, three, four].flatMap((found) => found ?? []))
      expect(tool).toEqual(normaliseTool(tool.name, structuredClone(tool.source)).tool)
  })

  it('have the problems of their own words', () => {
    const long = { ...look, description: 'wide '.repeat(40_000) }
    const { problems } = deriveGraph(
      filesOf([
        ['one', ideaWith({ look })],
        ['two', ideaWith({ look: { ...look, description: 'Look' } })],
        ['three', ideaWith({ look: long })],
        ['four', ideaWith({ look: { ...look, description: 7 } })],
      ]),
    )
    const told = problems.filter(({ tool }) => tool === 'look').map(({ idea, code }) => [idea, code])
    expect(told.filter(([, code]) => code !== 'lint.parameterUndocumented' && code !== 'lint.noRequired')).toEqual([
      ['three', 'tool.schema'],
      ['four', 'tool.schema'],
      ['one', 'lint.descriptionVague'],
      ['two', 'lint.descriptionVague'],
      ['four', 'lint.descriptionMissing'],
    ])
    expect(told.filter(([, code]) => code === 'lint.parameterUndocumented')).toHaveLength(4)
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
