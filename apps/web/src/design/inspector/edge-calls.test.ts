import type { GraphEdge, JournalEvent } from '@ensemble/core'
import { createTraceLog } from '@ensemble/core/trace'
import { describe, expect, it } from 'vitest'
import song from '../../../../../packages/core/fixtures/journals/song.json' with { type: 'json' }
import { callsOfEdge } from './edge-calls.ts'

const log = createTraceLog(song.lines.map((line) => JSON.parse(line) as JournalEvent))
const edge = (from: string, tool: string, to: string): GraphEdge => ({
  id: `idea:${from}/${tool}/idea:${to}`,
  from: `idea:${from}`,
  tool,
  to: `idea:${to}`,
  imports: [],
  importsMode: 'provisioned',
  resolve: 'runtime',
})

describe('what the Calls of an edge handed on in a Run', () => {
  it('is counted by what passed and what was withheld', () => {
    expect(callsOfEdge(log, edge('producer', 'composeSong', 'composer'))).toEqual({
      calls: 1,
      passed: [{ type: 'input', count: 1 }],
      withheld: [
        { type: 'text', count: 1 },
        { type: 'state', count: 1 },
        { type: 'tool', count: 1 },
      ],
    })
    expect(callsOfEdge(log, edge('composer', 'designLead', 'sound-designer'))).toMatchObject({
      calls: 1,
      passed: [{ type: 'state', count: 1 }],
    })
  })

  it('belongs to this edge alone, and to the instant shown', () => {
    expect(callsOfEdge(log, edge('composer', 'composeSong', 'composer'))).toBeUndefined()
    expect(callsOfEdge(log, edge('producer', 'designLead', 'sound-designer'))).toBeUndefined()
    expect(callsOfEdge(log, edge('producer', 'composeSong', 'composer'), 5)).toBeUndefined()
  })
})
