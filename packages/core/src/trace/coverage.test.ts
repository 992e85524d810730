import { describe, expect, it } from 'vitest'
import type { Graph, GraphNode } from '../idea/graph-types.ts'
import { coverageOf } from './coverage.ts'
import type { TraceEvent } from './trace-event.ts'

const node = (name: string, tools: readonly string[]): GraphNode => ({
  id: `idea:${name}`,
  kind: 'idea',
  name,
  input: null,
  output: null,
  tools: tools.map((tool) => ({ name: tool, mode: 'latent', modules: [], approval: false })),
  problems: 0,
})
const edge = (from: string, tool: string, to: string): Graph['edges'][number] => ({
  id: `idea:${from}/${tool}/idea:${to}`,
  from: `idea:${from}`,
  tool,
  to: `idea:${to}`,
  imports: [],
  importsMode: 'provisioned',
  resolve: 'runtime',
})
const GRAPH: Graph = {
  nodes: [node('editor', ['ask', 'count']), node('writer', ['search', 'draft', 'back']), node('critic', ['judge'])],
  edges: [edge('editor', 'ask', 'writer'), edge('writer', 'back', 'editor')],
  problems: [],
}
const event = (type: string, span: string, data: object): TraceEvent => ({ type, span, data }) as unknown as TraceEvent // the fold reads nothing else
const call = (span: string, tool: string, hasStarted = true): TraceEvent[] => [
  event('call.proposed', span, { tool }),
  ...(hasStarted ? [event('call.started', span, {})] : []),
]
const RUN = [
  event('run.created', '', { idea: 'idea://editor' }),
  event('request.started', 'request/0', { idea: 'editor' }),
  ...call('request/0/call/0', 'ask'),
  event('request.started', 'request/0/call/0/request/0', { idea: 'idea://writer' }),
  ...call('request/0/call/0/request/0/call/0', 'search'),
  ...call('request/0/call/0/request/0/call/1', 'search'),
  ...call('request/0/call/0/request/0/call/2', 'draft', false),
]

describe('the coverage of a Run', () => {
  it('counts each Tool once, names those that no Call of began, and follows Modules around a circle', () => {
    expect(coverageOf(RUN, GRAPH)).toEqual({
      ran: [
        { idea: 'editor', tool: 'ask' },
        { idea: 'writer', tool: 'search' },
      ],
      missed: [
        { idea: 'editor', tool: 'count' },
        { idea: 'writer', tool: 'draft' },
        { idea: 'writer', tool: 'back' },
      ],
      unreached: ['critic'],
    })
  })

  it('of a Run of an Idea that is gone misses nothing', () => {
    const gone = [event('run.created', '', { idea: 'idea://gone' })]
    expect(coverageOf(gone, GRAPH)).toEqual({ ran: [], missed: [], unreached: [] })
  })
})
