import { createTraceLog } from '../../trace/trace-log.ts'
import { failedCalls } from '../../trace/failed-calls.ts'
import { describe, expect, test } from 'vitest'
import type { Breakpoint } from '../../journal/events.ts'
import { answer } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'
import { Breakpoints, type StepMode } from './breakpoints.ts'

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
  test('on a Tool, at any depth; the person continues from it', async () => {
    const { world, ran } = createWorld()
    const { id, status } = await world.run(undefined, { breakpoints: [{ tool: 'go', idea: 'inner' }] })
    expect({ status, ran }).toEqual({ status: 'waiting', ran: [1] })
    expect(world.executor.approvals()).toMatchObject([{ why: 'breakpoint', tool: 'go', parameters: { n: 2 } }])
    await world.executor.step(id, 'continue')
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(ran).toEqual([1, 2])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('stepping into a Module stops at its first Call, stepping out continues past it', async () => {
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

  describe('on any error a person may', () => {
    const stopAtBroken = async () => {
      const world = createTestWorld({
        ideas: { one: { context: [{ type: 'tool', tool: { go: tool() } }], schema: answer } },
        activities: {
          go: () => {
            throw new Error('broken')
          },
        },
        script: (body) => {
          const seen = JSON.stringify(body.messages)
          if (seen.includes('42')) return { calls: [], output: { text: 'answered' } }
          if (seen.includes('broken')) return { calls: [], output: { text: 'saw the error' } }
          return { calls: [{ _tool: 'go', n: 1 }], output: null }
        },
      })
      const { id, status } = await world.run(undefined, { breakpoints: [{ on: 'error' }] })
      expect(status).toBe('waiting')
      const [open] = world.executor.approvals()
      expect(open).toMatchObject({ why: 'breakpoint', reason: 'broken' })
      return { world, id, callId: open?.callId ?? '' }
    }

    test('answer in the place of the Call that failed', async () => {
      const { world, id, callId } = await stopAtBroken()
      await world.executor.decide(id, callId, { decision: 'answer', result: 42, by: 'me' })
      expect((await world.executor.settled(id)).output).toEqual({ text: 'answered' })
      const events = await world.journal.read(id)
      expect((await world.journal.runs.get(id))?.failedCalls).toBeUndefined()
      expect(createTraceLog(events).spans.byId.get('request/0/call/0')?.latest).toMatchObject({ status: 'completed' })
      expect(failedCalls(createTraceLog(events))).toBeUndefined()
      expect(events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({ result: 42 })
      expect(await world.executor.replay(id)).toEqual({ identical: true })
    })

    test.each(['approve', 'refuse'] as const)('leave the error as it is: %s', async (decision) => {
      const { world, id, callId } = await stopAtBroken()
      await world.executor.decide(id, callId, { decision, by: 'me' })
      expect((await world.executor.settled(id)).output).toEqual({ text: 'saw the error' })
      const events = await world.journal.read(id)
      expect(events.map(({ type }) => type)).not.toContain('call.completed')
      const named = { span: 'request/0/call/0', code: 'activity.failed' }
      expect((await world.journal.runs.get(id))?.failedCalls).toEqual([named])
      expect(failedCalls(createTraceLog(events))).toMatchObject({ calls: [{ id: named.span }], of: 1 })
      expect(await world.executor.replay(id)).toEqual({ identical: true })
    })
  })

  test('with a Tool and on an error stops only where a Call of that Tool failed, not before it', async () => {
    const { world, ran } = createWorld()
    const { id, status } = await world.run(undefined, { breakpoints: [{ tool: 'go', on: 'error' }] })
    expect({ status, ran }).toEqual({ status: 'completed', ran: [1, 2] })
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})

describe('A breakpoint is met by a Call', () => {
  const call = (span: string, tool = 'go', idea = 'idea://inner') => ({ span, tool, idea })
  const before = (points: readonly Breakpoint[], ...of: Parameters<typeof call>): boolean =>
    new Breakpoints(points).stops(call(...of))
  const after = (points: readonly Breakpoint[], ...of: Parameters<typeof call>): boolean =>
    new Breakpoints(points).stopsAtError(call(...of))
  const SPAN = 'request/0/call/0'

  test('of its Tool and of its Idea, by name or by address; any of several is enough', () => {
    expect(before([{ tool: 'go' }], SPAN)).toBe(true)
    expect(before([{ tool: 'other' }], SPAN)).toBe(false)
    expect(before([{ idea: 'inner' }], SPAN)).toBe(true)
    expect(before([{ idea: 'idea://inner' }], SPAN)).toBe(true)
    expect(before([{ idea: 'outer' }], SPAN)).toBe(false)
    expect(before([{ tool: 'go', idea: 'outer' }], SPAN)).toBe(false)
    expect(before([{ tool: 'other' }, { tool: 'go' }], SPAN)).toBe(true)
    expect(before([{}], SPAN)).toBe(false)
  })

  test('that failed, where it is on errors', () => {
    expect(after([{ on: 'error' }], SPAN)).toBe(true)
    expect(after([{ tool: 'go', on: 'error' }], SPAN)).toBe(true)
    expect(after([{ tool: 'other', on: 'error' }], SPAN)).toBe(false)
    expect(after([{ idea: 'outer', on: 'error' }], SPAN)).toBe(false)
    expect(after([{ tool: 'other' }, { on: 'error' }], SPAN)).toBe(true)
    expect(after([{ tool: 'go' }], SPAN)).toBe(false)
    expect(before([{ on: 'error' }, { tool: 'go', on: 'error' }], SPAN)).toBe(false)
  })

  test('can change while the Run continues', () => {
    const points = new Breakpoints([{ tool: 'go' }])
    points.set([{ tool: 'other' }])
    expect([points.stops(call(SPAN)), points.stops(call(SPAN, 'other'))]).toEqual([false, true])
  })
})

describe('A step from a Call stops', () => {
  const FROM = 'request/1/call/0/request/0/call/0'
  const NEXT = {
    'in the same Loop': 'request/1/call/0/request/1/call/2',
    'in a Module that it enters': `${FROM}/request/0/call/0`,
    'in the Loop around it': 'request/2/call/0',
    'in a sibling Loop': 'request/1/call/1/request/0/call/0',
  }
  const stopsAt = (mode: StepMode): readonly string[] =>
    Object.entries(NEXT).flatMap(([name, span]) => {
      const points = new Breakpoints()
      points.step(mode, FROM)
      return points.stops({ span, tool: 'go', idea: 'idea://any' }) ? [name] : []
    })

  test('over it: at the next of its own Loop, or of one around it', () => {
    expect(stopsAt('over')).toEqual(['in the same Loop', 'in the Loop around it'])
  })

  test('into it: at any', () => {
    expect(stopsAt('into')).toEqual(Object.keys(NEXT))
  })

  test('out of it: at the next of a Loop around it', () => {
    expect(stopsAt('out')).toEqual(['in the Loop around it'])
  })

  test('out of the outermost Loop: nowhere, the Run continues to its end', () => {
    const points = new Breakpoints()
    points.step('out', 'request/0/call/0')
    expect(points.stops({ span: 'request/1/call/0', tool: 'go', idea: 'idea://any' })).toBe(false)
  })

  test('nowhere, to continue', () => {
    expect(stopsAt('continue')).toEqual([])
  })

  test('once, and out of a Loop two within', () => {
    const points = new Breakpoints()
    const call = { span: 'request/1/call/0/request/3/call/0', tool: 'go', idea: 'idea://any' }
    points.step('out', `${FROM}/request/0/call/0`)
    expect([points.stops(call), points.stops(call)]).toEqual([true, false])
  })
})
