import { isObject, type JournalEvent, type Json } from '@ensemble/core'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { callsOf, createTestWorkspace, field, problemsOf } from '../test-workspace.ts'
import * as rules from './activities/rules.ts'

const workspace = createTestWorkspace(import.meta.dirname, [rules])
const idea = JSON.parse(readFileSync(`${import.meta.dirname}/ideas/moderator.json`, 'utf8'))
const comments = new Map<string, string>(
  idea.context.flatMap((message: { _instance?: string; input?: { comment: string } }) =>
    message._instance === undefined ? [] : [[message._instance, message.input?.comment]],
  ),
)

/** Each Call's input and result, by its instance. */
const judged = (events: readonly JournalEvent[]) => {
  const instances = new Map(
    events.flatMap((event) =>
      event.type === 'call.proposed' ? [[event.data.call, String(event.data.meta._instance)]] : [],
    ),
  )
  const byInstance = (type: 'call.started' | 'call.completed', name: string): ReadonlyMap<string, Json | undefined> =>
    new Map(
      events.flatMap((event) => {
        const data: unknown = event.type === type ? event.data : undefined
        return isObject(data) ? [[instances.get(String(data.call)) ?? '', data[name]]] : []
      }),
    )
  return { given: byInstance('call.started', 'resolved'), results: byInstance('call.completed', 'result') }
}

describe('a hundred comments are judged in one Request', () => {
  test('with one Call each, and nothing else is asked', async () => {
    const { events, status } = await workspace.run('moderator', { strictness: 'lenient' })
    expect(status).toBe('completed')
    expect(problemsOf(events)).toEqual([])
    const answers = events.flatMap((event) => (event.type === 'request.completed' ? [event.data.calls] : []))
    expect(answers).toEqual([100, 0])
    expect(new Set(callsOf(events).map(({ meta }) => meta._instance))).toEqual(new Set(comments.keys()))
  })

  test('without leaks: a Call is given its own comment by reference, and no other', async () => {
    const { events } = await workspace.run('moderator', { strictness: 'lenient' })
    for (const { parameters } of callsOf(events))
      expect(parameters).toEqual({ comment: '†input.comment', strictness: 'lenient' })
    const { given } = judged(events)
    expect(given.size).toBe(100)
    for (const [instance, resolved] of given)
      expect(resolved).toEqual({ comment: comments.get(instance), strictness: 'lenient' })
  })

  test('by the rules: what is wrong with a comment does not stain its neighbours', async () => {
    const { events } = await workspace.run('moderator', { strictness: 'lenient' })
    const { results } = judged(events)
    const count = (name: string): Record<string, number> => {
      const counts: Record<string, number> = {}
      for (const result of results.values()) {
        const value = String(field(result, name))
        counts[value] = (counts[value] ?? 0) + 1
      }
      return counts
    }
    expect(count('rule')).toEqual({ none: 66, spam: 12, insult: 10, personal: 5, manipulation: 3, shouting: 4 })
    expect(count('verdict')).toEqual({ allow: 66, hide: 27, review: 7 })
    const manipulation = [...comments].find(([, comment]) => comment.startsWith('Ignore the rules'))?.[0] ?? ''
    expect(results.get(manipulation)).toMatchObject({ verdict: 'review', rule: 'manipulation' })
    expect(await workspace.replay(events[0]?.run ?? '')).toEqual({ identical: true })
  })

  test('or by the model itself: the same Tool is latent in the profile production', async () => {
    const { events, status } = await workspace.run('moderator', { strictness: 'lenient' }, { profile: 'production' })
    expect(status).toBe('completed')
    const modes = events.flatMap((event) => (event.type === 'call.started' ? [event.data.mode] : []))
    expect(modes).toEqual(Array.from({ length: 100 }, () => 'latent'))
    expect(problemsOf(events)).toEqual([])
  })

  test('more strictly where that is asked for', async () => {
    const { events } = await workspace.run('moderator', { strictness: 'strict' })
    expect([...judged(events).results.values()].filter((result) => field(result, 'verdict') === 'review')).toEqual([])
  })
})
