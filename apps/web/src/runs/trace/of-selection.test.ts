import { describe, expect, it } from 'vitest'
import { isOfSelection } from './of-selection.ts'

const NODE = (...nodes: string[]) => ({ nodes, tool: null })
const run = { kind: 'run', idea: 'idea://producer' } as const
const request = { kind: 'request', idea: 'composer' } as const
const module = { kind: 'call', idea: 'producer', tool: 'compose', module: 'idea://composer' } as const
const code = { kind: 'call', idea: 'composer', tool: 'mix', activity: 'mixSong' } as const
const remote = { kind: 'call', idea: 'composer', tool: 'read', activity: 'memory__read' } as const
const of = (selection: Parameters<typeof isOfSelection>[1]) =>
  [run, request, module, code, remote].map((span) => isOfSelection(span, selection))

describe('the spans of the selection on the canvas', () => {
  it('of an Idea are its Runs, its Requests, and the Calls that enter it', () => {
    expect(of(NODE('idea:composer'))).toEqual([false, true, true, false, false])
    expect(of(NODE('idea:producer'))).toEqual([true, false, false, false, false])
  })

  it('of an Activity or a server are the Calls that it runs', () => {
    expect(of(NODE('activity:mixSong'))).toEqual([false, false, false, true, false])
    expect(of(NODE('mcp:memory', 'activity:mixSong'))).toEqual([false, false, false, true, true])
  })

  it('of a Tool are the Calls of that Tool in that Idea', () => {
    expect(of({ nodes: [], tool: { node: 'idea:composer', name: 'mix' } })).toEqual([false, false, false, true, false])
    expect(of({ nodes: [], tool: { node: 'idea:producer', name: 'mix' } })).not.toContain(true)
  })

  it('without a selection mark nothing', () => {
    expect(of(NODE())).not.toContain(true)
  })
})
