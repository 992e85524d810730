import { describe, expect, test } from 'vitest'
import { createTestWorld } from '../test-run.ts'

const answer = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const tool = (more: object = {}) => ({
  type: 'object',
  description: 'Works.',
  properties: { n: { type: 'integer' }, ...more },
})

function createWorld() {
  const ran: number[] = []
  const world = createTestWorld({
    ideas: {
      outer: {
        context: [
          { type: 'text', text: 'outer' },
          { type: 'tool', tool: { go: tool(), enter: tool({ _module: { const: 'idea://inner' } }) } },
        ],
        schema: answer,
      },
      inner: {
        context: [
          { type: 'text', text: 'inner' },
          { type: 'tool', tool: { go: tool() } },
        ],
        schema: answer,
      },
    },
    activities: {
      go: ({ n }: { n: number }) => {
        ran.push(n)
        if (n < 0) throw new Error('negative')
        return n
      },
    },
    script: (body) => {
      const seen = JSON.stringify(body.messages)
      if (seen.includes('result of go') || seen.includes('result of enter'))
        return { calls: [], output: { text: 'done' } }
      if (seen.includes('negative')) return { calls: [], output: { text: 'saw the error' } }
      if (seen.includes('inner')) return { calls: [{ _tool: 'go', n: 2 }], output: null }
      return {
        calls: [
          { _tool: 'go', n: 1 },
          { _tool: 'enter', n: 0 },
        ],
        output: null,
      }
    },
  })
  return { world, ran }
}

describe('A breakpoint stops a Run before a Call', () => {
  test('on a Tool, at any depth; the person goes on with it', async () => {
    const { world, ran } = createWorld()
    const { id, status } = await world.run(undefined, { breakpoints: [{ tool: 'go', idea: 'inner' }] })
    expect({ status, ran }).toEqual({ status: 'waiting', ran: [1] })
    expect(world.executor.approvals()).toMatchObject([{ why: 'breakpoint', tool: 'go', parameters: { n: 2 } }])
    await world.executor.step(id, 'continue')
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(ran).toEqual([1, 2])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('stepping into a Module stops at its first Call, stepping out goes on past it', async () => {
    const { world, ran } = createWorld()
    const { id } = await world.run(undefined, { breakpoints: [{ tool: 'enter' }] })
    expect(world.executor.approvals()).toMatchObject([{ tool: 'enter' }])
    await world.executor.step(id, 'into')
    expect((await world.executor.settled(id)).status).toBe('waiting')
    expect(world.executor.approvals()).toMatchObject([{ tool: 'go', parameters: { n: 2 } }])
    await world.executor.step(id, 'out')
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(ran).toEqual([1, 2])
  })

  test('on any error a person may answer in the place of the Call that failed', async () => {
    const world = createTestWorld({
      ideas: { one: { context: [{ type: 'tool', tool: { go: tool() } }], schema: answer } },
      activities: {
        go: () => {
          throw new Error('broken')
        },
      },
      script: (body) =>
        JSON.stringify(body.messages).includes('42')
          ? { calls: [], output: { text: 'answered' } }
          : { calls: [{ _tool: 'go', n: 1 }], output: null },
    })
    const { id, status } = await world.run(undefined, { breakpoints: [{ on: 'error' }] })
    expect(status).toBe('waiting')
    const [open] = world.executor.approvals()
    await world.executor.decide(id, open?.callId ?? '', { decision: 'answer', result: 42, by: 'me' })
    expect((await world.executor.settled(id)).output).toEqual({ text: 'answered' })
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})
