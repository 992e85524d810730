import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { callsOf, createTestWorkspace, field, problemsOf, resultsOf, toolsOf } from '../test-workspace.ts'
import { search } from './activities/desk/knowledge-base.ts'
import * as support from './activities/support.ts'

const workspace = createTestWorkspace(import.meta.dirname, [support])

describe('a ticket is read, looked up and answered', () => {
  test.each([
    ['T-1040', 'Ada Byron', 'KB-03'],
    ['T-1041', 'Jun Mori', 'KB-05'],
    ['T-1042', 'Ines Duarte', 'KB-01'],
    ['T-1043', 'Oleg Sava', 'KB-02'],
    ['T-1044', 'Mia Lund', 'KB-07'],
    ['T-1045', 'Sam Okoye', 'KB-04'],
  ])('%s of %s by %s', async (ticket, customer, article) => {
    const { output, events, status } = await workspace.run('desk', { id: ticket })
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
    expect(output).toMatchObject({ customer, article })
    const written = readFileSync(`${import.meta.dirname}/data/articles/${article}.md`, 'utf8')
    expect(written).toContain(field(output, 'answer'))
  })

  test('the reply is the model’s own work, in a clean room', async () => {
    const { events } = await workspace.run('desk', { id: 'T-1042' })
    expect(toolsOf(events)).toEqual(['get_ticket', 'find_article', 'write_reply', 'search_kb', 'draft_reply'])
    expect(events.flatMap((event) => (event.type === 'call.started' ? [event.data.mode] : []))).toEqual([
      'explicit',
      'module',
      'explicit',
      'module',
      'latent',
    ])
    expect(callsOf(events).find(({ tool }) => tool === 'write_reply')?.parameters).toEqual({
      ticket: '†state.ticket',
      article: '†state.article',
    })
  })

  test('a missing ticket is reported, and no reply is invented', async () => {
    const { output } = await workspace.run('desk', { id: 'T-9999' })
    expect(output).toMatchObject({ answer: null, note: expect.stringContaining('There is no ticket T-9999') })
  })
})

describe('the knowledge base is searched by full text', () => {
  test('whatever the form of a word', () => {
    expect(search('refunded')[0]?.article).toBe('KB-01')
    expect(search('synchronising my tablets')[0]?.article).toBe('KB-05')
  })
  test('with any characters in the query', () => {
    expect(search('"refund" AND (money* OR NEAR( --')[0]?.article).toBe('KB-01')
    expect(search('***')).toEqual([])
  })
  test('the best first, with a score', async () => {
    const { events } = await workspace.run('desk', { id: 'T-1043' })
    const found = resultsOf(events).find((result) => field(result, 'hits') !== undefined)
    const scores = (field(found, 'hits') as { score: number }[]).map(({ score }) => score) // the hits of search_kb
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
})
