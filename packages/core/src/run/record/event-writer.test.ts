import { describe, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '../../../testing/test-run.ts'
import type { NewEvent } from '../../journal/events.ts'
import type { Journal } from '../../journal/journal.ts'
import { createMemoryJournal } from '../../journal/memory-journal.ts'

const TURNS = 12
const tool = (more: object = {}) => ({
  type: 'object',
  properties: { n: { type: 'integer' }, ...more },
  required: ['n'],
})
const schema = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] }

/** A Journal on a disk: each append is its own commit, which takes a moment. */
const onDisk = (commits: (readonly NewEvent[])[]): Journal => {
  const journal = createMemoryJournal()
  return {
    ...journal,
    gathers: true,
    append: async (lease, events) => {
      await new Promise((resolve) => setImmediate(resolve))
      await journal.append(lease, events)
      commits.push(events)
    },
  }
}
const typesIn = (events: readonly NewEvent[]): string => events.map(({ type }) => type).join(' ')

/** One Call of a Tool in each of `TURNS` turns. */
const worldOf = (commits: (readonly NewEvent[])[], work: () => Promise<string>, idempotent = true): TestWorld =>
  createTestWorld({
    ideas: {
      a: {
        context: [
          { type: 'text', text: 'Work.' },
          { type: 'tool', tool: { look: tool() } },
        ],
        schema,
      },
    },
    activities: { look: { run: work, options: { idempotent } } },
    journal: onDisk(commits),
    script: (_, count) =>
      count < TURNS ? { calls: [{ _tool: 'look', n: count }], output: null } : { calls: [], output: { done: true } },
  })

describe('a Run on a disk', () => {
  test('commits twice in a turn: before its Activity begins, and before its model is asked', async () => {
    const commits: (readonly NewEvent[])[] = []
    const world = worldOf(commits, async () => 'seen')
    const { status } = await world.run()
    expect(status).toBe('completed')
    expect(commits.length).toBeLessThanOrEqual(2 * TURNS + 2)
    const [, , third = [], fourth = []] = commits
    expect(typesIn(third)).toMatch(/call\.completed request\.started$/)
    expect(typesIn(fourth)).toBe('call.proposed call.started')
  })

  test('has every fact of before on the disk when an Activity begins or a model is asked', async () => {
    const commits: (readonly NewEvent[])[] = []
    const seen: string[] = []
    const last = (): string => commits.at(-1)?.at(-1)?.type ?? ''
    const world = worldOf(commits, async () => {
      seen.push(last())
      return 'seen'
    })
    const { ask } = world.model
    world.model.ask = (...asked) => {
      seen.push(last())
      return ask(...asked)
    }
    await world.run()
    expect(new Set(seen)).toEqual(new Set(['request.started', 'call.started']))
  })

  test('records what a slow Activity waits behind without waiting for it', async () => {
    const commits: (readonly NewEvent[])[] = []
    const world = worldOf(commits, async () => {
      for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve))
      return typesIn(commits.flat()).includes('request.completed') ? 'there' : 'missing'
    })
    const { events } = await world.run()
    const results = events.flatMap((event) => (event.type === 'call.completed' ? [event.data.result] : []))
    expect(new Set(results)).toEqual(new Set(['there']))
  })

  test('keeps a result at once whose Activity must not run twice', async () => {
    const commits: (readonly NewEvent[])[] = []
    const world = worldOf(commits, async () => 'paid', false)
    await world.run()
    const ends = commits.filter((events) => typesIn(events).includes('call.completed'))
    expect(ends.length).toBe(TURNS)
    for (const events of ends) expect(events.at(-1)?.type).toBe('call.completed')
  })
})
