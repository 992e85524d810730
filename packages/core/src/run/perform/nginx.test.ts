import { expect, test } from 'vitest'
import type { ModelDelta } from '../../model/model.ts'
import { createRegistry } from '../program/agent.ts'
import { createScriptedModel } from '../../../testing/test-run.ts'

const SYSTEM = `You watch over a server.

Example
user: is redis up?
assistant: check_service_status {"service":"redis"}
tool: active
assistant: redis is running.`
const SERVICE = { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] } as const

/** Nine alphanumerics of the hash of `request/0/call/0`. */
const CALL = 'asxc5ebxx'

/** Two answers as an endpoint streams them: the call, then the text. */
const ANSWERS: readonly (readonly ModelDelta[])[] = [
  [
    { type: 'call', index: 0, id: 'call_abc', name: 'check_service_status', argumentsDelta: '{"service":' },
    { type: 'call', index: 0, argumentsDelta: '"nginx"}' },
    { type: 'finish', reason: 'tool_calls' },
  ],
  [
    { type: 'text', text: 'nginx работает.' },
    { type: 'finish', reason: 'stop' },
  ],
]

test('the two-turn exchange about nginx is, as it runs, the well-known messages[] to the byte', async () => {
  const { Tool, Activity, Agent } = createRegistry()
  Tool.register('check_service_status', { ...SERVICE, description: 'Tells whether a service runs.' })
  Activity.register('check_service_status', ({ service }: { service: string }) =>
    service === 'nginx' ? 'active (running)' : 'unknown',
  )
  const model = createScriptedModel((_, turn) => ({ pieces: ANSWERS[turn] ?? [] }), {
    capabilities: { structured: false, tools: true },
  })
  const { output } = await Agent.Loop(
    {},
    undefined,
    [
      { type: 'text', text: SYSTEM },
      { type: 'text', role: 'user', text: 'проверь статус nginx' },
    ],
    { model },
  )
  const asked = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: 'проверь статус nginx' },
  ]
  const called = [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: CALL,
          type: 'function',
          function: { name: 'check_service_status', arguments: '{"service":"nginx"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: CALL, content: 'active (running)' },
  ]
  expect(output).toBe('nginx работает.')
  expect(model.asked.map(({ messages }) => JSON.stringify(messages))).toEqual(
    [asked, [...asked, ...called]].map((messages) => JSON.stringify(messages)),
  )
  // The Tools are in every turn, and never in a message.
  for (const { tools, messages } of model.asked) {
    expect(tools).toMatchObject([{ type: 'function', function: { name: 'check_service_status' } }])
    expect(JSON.stringify(messages)).not.toContain('Tells whether')
  }
})
