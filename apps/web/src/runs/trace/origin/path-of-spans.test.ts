import { createTraceLog } from '@ensemble/core/trace'
import { describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../../../packages/core/src/trace/test-journal.ts'
import { pathOfSpans } from './path-of-spans.ts'

describe('the way of a value on the graph', () => {
  const log = createTraceLog(createTestJournal(7, { trouble: 0 }))
  const inner = log.spans.inOrder
    .map(({ latest }) => latest)
    .find(({ parent, id }) => parent !== null && id.split('/').length > 6)

  it('has the delegations into every Module around a span', () => {
    const { nodes, edges } = pathOfSpans(log, [inner?.id ?? ''])
    const around = log.spans.inOrder
      .map(({ latest }) => latest)
      .filter(({ module, id }) => module !== undefined && inner?.id.startsWith(`${id}/`))
    expect(around.length).toBeGreaterThan(0)
    for (const { idea, tool, module } of around) {
      expect(edges).toContain(`idea:${idea}/${tool}/idea:${module}`)
      expect(nodes).toContain(`idea:${module}`)
    }
    expect(nodes).toContain('idea:producer')
  })

  it('is empty without spans', () => {
    expect(pathOfSpans(log, []).nodes.size).toBe(0)
  })
})
