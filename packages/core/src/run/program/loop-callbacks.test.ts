import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../journal/events.ts'
import { needsApproval } from '../../activity/activity.ts'
import { createRegistry } from './agent.ts'
import type { LoopApproval, LoopDecision } from './loop-callbacks.ts'
import { createScriptedModel } from '../../../testing/test-run.ts'

const deploy = {
  type: 'object',
  description: 'Выкладывает версию.',
  properties: {
    _approval: { const: 'required' },
    version: { type: 'string' },
    _output: { type: 'string' },
  },
  required: ['version'],
} as const
const question = { type: 'text', role: 'user', text: 'Выложи версию 2.1.' } as const

const createDeployment = () => {
  const { Tool, Activity, Agent } = createRegistry({ deploy })
  const ran: string[] = []
  Activity.register('deploy', async ({ version }) => {
    ran.push(version)
    return `выложена ${version}`
  })
  const model = createScriptedModel(
    ({ messages }) => {
      const last = JSON.stringify(messages.at(-1))
      if (!messages.some(({ role }) => role === 'assistant'))
        return { calls: ['2.1', '2.2'].map((version) => ({ _tool: 'deploy', version })), output: null }
      return { calls: [], output: last }
    },
    { chunk: 12 },
  )
  return { Tool, Agent, Activity, ran, model }
}

describe('Agent.Loop asks its caller about a Call that needs a person', () => {
  const decided = async (approve: (call: LoopApproval) => LoopDecision | Promise<LoopDecision>) => {
    const { Agent, ran, model } = createDeployment()
    const { output, events } = await Agent.Loop({}, { type: 'string' }, [question], { model, approve })
    const decisions = events.flatMap((event) => (event.type === 'approval.decided' ? [event.data] : []))
    return { ran, output, decisions, events }
  }

  test('each once, with what would run; approved ones run', async () => {
    const told: LoopApproval[] = []
    const { ran, decisions } = await decided((call) => {
      told.push(call)
      return 'approve'
    })
    expect(told.map(({ tool, why, parameters }) => [tool, why, parameters])).toEqual([
      ['deploy', 'approval', { version: '2.1' }],
      ['deploy', 'approval', { version: '2.2' }],
    ])
    expect(ran).toEqual(['2.1', '2.2'])
    expect(decisions).toMatchObject([
      { decision: 'approve', by: 'the program' },
      { decision: 'approve', by: 'the program' },
    ])
  })

  test('which may refuse with a reason, put other parameters in place, or answer, and take its time', async () => {
    const { ran, output, decisions } = await decided(async ({ parameters }) => {
      await new Promise((resolve) => setImmediate(resolve))
      return parameters['version'] === '2.1'
        ? { decision: 'refuse', reason: 'Сегодня пятница.', by: 'Анна' }
        : { decision: 'edit', call: { version: '2.2.1' } }
    })
    expect(ran).toEqual(['2.2.1'])
    expect(output).toContain('2.2.1')
    expect(decisions).toMatchObject([
      { decision: 'refuse', by: 'Анна', reason: 'Сегодня пятница.' },
      { decision: 'edit' },
    ])
    expect((await decided(() => ({ decision: 'answer', result: 'уже выложена' }))).ran).toEqual([])
  })

  test('also where an Activity asks, with its reason', async () => {
    const { Agent, Activity, model } = createDeployment()
    Activity.remove('deploy')
    Activity.register('deploy', async ({ version }, { approved }) => {
      if (!approved) throw needsApproval(`Версия ${version} удаляет данные.`)
      return 'готово'
    })
    const reasons: unknown[] = []
    const approve = ({ reason }: LoopApproval): LoopDecision => {
      reasons.push(reason)
      return 'approve'
    }
    await Agent.Loop({}, { type: 'string' }, [question], { model, approve })
    expect(reasons).toContain('Версия 2.1 удаляет данные.')
  })

  test('and ends with what the callback throws, or where it decides nothing that holds', async () => {
    const refused = (approve: () => unknown) => decided(approve as () => LoopDecision) // as a program without types gives it
    await expect(
      refused(() => {
        throw new RangeError('Никого нет дома.')
      }),
    ).rejects.toThrow(new RangeError('Никого нет дома.'))
    await expect(refused(() => Promise.reject(new Error('Отказ сети.')))).rejects.toThrow('Отказ сети.')
    await expect(refused(() => undefined)).rejects.toThrow('approve decided nothing on deploy')
    await expect(refused(() => 'yes')).rejects.toThrow("return 'approve', 'refuse'")
    await expect(refused(() => ({ decision: 'edit', call: { version: 7 } }))).rejects.toMatchObject({
      code: 'approval.invalid',
    })
  })

  test('and without a callback says how to give one', async () => {
    const { Agent, ran, model } = createDeployment()
    await expect(Agent.Loop({}, undefined, [question], { model })).rejects.toMatchObject({
      code: 'run.waiting',
      message: expect.stringContaining('pass { approve:') as string,
    })
    expect(ran).toEqual([])
  })

  test('a Loop that is cancelled while its caller thinks ends', async () => {
    const { Agent, model } = createDeployment()
    const stopping = new AbortController()
    const approve = (): Promise<never> => {
      stopping.abort()
      return new Promise(() => {})
    }
    const loop = Agent.Loop({}, undefined, [question], { model, approve, signal: stopping.signal })
    await expect(loop).rejects.toMatchObject({ code: 'run.cancelled' })
  })
})

describe('Agent.Loop tells its caller what happens', () => {
  test('every recorded event in order, with large values in place, and live what only streams', async () => {
    const { Agent, Activity, model } = createDeployment()
    const long = 'выложено '.repeat(1000)
    Activity.remove('deploy')
    Activity.register('deploy', () => long)
    const told: StreamEvent[] = []
    const onEvent = (event: StreamEvent): void => void told.push(event)
    const { events } = await Agent.Loop({}, { type: 'string' }, [question], {
      model,
      approve: () => 'approve',
      onEvent,
    })
    const recorded = told.filter(({ seq }) => seq !== null)
    expect(recorded).toEqual(events)
    expect(recorded.at(-1)?.type).toBe('run.completed')
    expect(told.some(({ type }) => type === 'request.delta')).toBe(true)
    expect(JSON.stringify(recorded)).toContain(long)
  })

  test('up to its end where it fails, and not at all where it does not begin', async () => {
    const { Agent } = createDeployment()
    const told: string[] = []
    const onEvent = ({ type }: StreamEvent): void => void told.push(type)
    const model = createScriptedModel(() => new Error('обрыв связи'))
    await expect(Agent.Loop({}, undefined, [question], { model, onEvent })).rejects.toThrow()
    expect(told.at(-1)).toBe('run.failed')
    told.length = 0
    await expect(Agent.Loop({ model: 'нет' }, undefined, [question], { onEvent })).rejects.toThrow()
    expect(told).toEqual([])
  })

  test('and ends with what the callback throws', async () => {
    const { Agent, ran, model } = createDeployment()
    const onEvent = ({ type }: StreamEvent): void => {
      if (type === 'run.created') throw new Error('Диск полон.')
    }
    await expect(Agent.Loop({}, undefined, [question], { model, onEvent })).rejects.toThrow('Диск полон.')
    expect(ran).toEqual([])
  })
})

test('The host’s part is Agent.Loop’s as well', async () => {
  const { Agent, Activity, model } = createDeployment()
  Activity.register('rehearse', () => 'репетиция')
  const { events } = await Agent.Loop({}, { type: 'string' }, [question], {
    model,
    approve: () => 'approve',
    onCall: () => ({ _activity: 'rehearse' }),
  })
  expect(events.filter(({ type }) => type === 'call.completed').map(({ data }) => data)).toMatchObject([
    { result: 'репетиция' },
    { result: 'репетиция' },
  ])
})
