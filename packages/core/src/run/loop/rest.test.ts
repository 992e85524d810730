import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import { sha256Text } from '../../schema/hash.ts'
import { createExecutor } from '../operate/executor.ts'
import { DONE } from '../../../testing/test-idea.ts'
import { createTestWorld, type Script } from '../../../testing/test-run.ts'

const IDEA = {
  context: [
    { type: 'text', text: 'Work.' },
    { type: 'state', schema: { type: 'object' }, state: {} },
    {
      type: 'tool',
      tool: { echo: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] } },
    },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

/** A Run whose first answer calls `echo` with this, in a host that has turns and in one that has none. */
const runs = async (value: string, chunk?: number) => {
  const script: Script = (_, count) => (count === 0 ? { calls: [{ _tool: 'echo', value }], output: null } : DONE)
  const play = async (hasTurns: boolean) => {
    const world = createTestWorld({
      ideas: { idea: IDEA },
      activities: { echo: ({ value }) => value ?? null },
      script,
      chunk,
    })
    let rests = 0
    const rest = (): Promise<void> => {
      rests++
      return new Promise((resolve) => void setImmediate(resolve))
    }
    const executor = createExecutor({ ...world.deps, ...(hasTurns && { rest }) })
    const { id } = await executor.start({ idea: 'idea' })
    const { status } = await executor.settled(id)
    const events = await world.journal.read(id, { hydrate: true })
    return { status, rests, events: decisions(events), replay: await executor.replay(id) }
  }
  return { resting: await play(true), other: await play(false) }
}

/** The decision; a Call and the end of its answer run in parallel, so either may be first. */
const decisions = (events: readonly JournalEvent[]): readonly string[] =>
  events.map(({ key, data }) => `${key} ${sha256Text(JSON.stringify(data))}`).toSorted()

describe('Work on what is large is cut into turns of the host', () => {
  test('for a Call, its result and the Request after it, with the same record', async () => {
    const { resting, other } = await runs('x'.repeat(100_000))
    expect(resting).toMatchObject({ status: 'completed', replay: { identical: true } })
    expect(resting.rests).toBeGreaterThan(8)
    expect(resting.events).toEqual(other.events)
  })

  test('for an answer in thousands of pieces', async () => {
    const { resting, other } = await runs('x'.repeat(2_000), 1)
    expect(resting.rests).toBeGreaterThan(2)
    expect(resting.events).toEqual(other.events)
  })

  test('and never for what is small', async () => {
    const { resting, other } = await runs('x')
    expect(resting.rests).toBe(0)
    expect(resting.events).toEqual(other.events)
  })
})
