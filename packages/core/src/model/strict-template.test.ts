import { describe, expect, it, test } from 'vitest'
import type { Message } from '../idea/message.ts'
import type { ChatMessage } from './model.ts'
import { renderMessages } from './render-messages.ts'
import { templateRefusal } from './test-strict-template.ts'

const options = { inlineBytes: 2048 } as const
const WIRES = ['structured', 'tools', 'json'] as const
const render = (context: readonly Message[]): readonly ChatMessage[] => renderMessages(context, 'structured', options)

const turn: readonly Message[] = [
  { type: 'calls', calls: [{ id: 'a1b2c3d4e', tool: 'ping', call: { host: 'x' } }] },
  { type: 'result', call: 'a1b2c3d4e', tool: 'ping', result: 'ok' },
]

describe('A strict chat template', () => {
  test.each<readonly [string, readonly ChatMessage[]]>([
    ['a system message alone', [{ role: 'system', content: 'Greet.' }]],
    [
      'a system message after the user’s',
      [
        { role: 'user', content: 'Hello.' },
        { role: 'system', content: 'Greet.' },
      ],
    ],
    [
      'a call whose id is no nine alphanumerics',
      [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_0_0', type: 'function' }] },
      ],
    ],
  ])('refuses %s', (_, messages) => {
    expect(templateRefusal(messages)).toBeDefined()
  })
})

describe('System texts', () => {
  it('stand together before everything else, wherever the Idea has them', () => {
    expect(
      render([
        { type: 'text', text: 'Ты оператор.' },
        { type: 'input', input: { host: 'x' } },
        { type: 'text', text: 'Отвечай кратко.' },
      ]),
    ).toMatchObject([{ role: 'system', content: 'Ты оператор.\n\nОтвечай кратко.' }, { role: 'user' }])
  })

  it('are sent as the user’s where no user speaks first, in later turns, too', () => {
    const alone: readonly Message[] = [{ type: 'text', text: 'Tell a story.' }]
    const asUser = { role: 'user', content: 'Tell a story.' }
    expect(render(alone)).toEqual([asUser])
    expect(render([...alone, ...turn])[0]).toEqual(asUser)
  })

  it('follow the instruction of JSON mode in the same message', () => {
    const context: readonly Message[] = [
      { type: 'text', text: 'Be brief.' },
      { type: 'input', input: 1 },
    ]
    expect(renderMessages(context, 'json', { ...options, instruction: 'Answer in JSON.' })[0]).toEqual({
      role: 'system',
      content: 'Answer in JSON.\n\nBe brief.',
    })
  })
})

test.each(WIRES)('a strict template takes texts of every role, blocks and turns in any order on %s', (wire) => {
  const parts: readonly (readonly Message[])[] = [
    [{ type: 'text', text: 'Системный текст.' }],
    [{ type: 'text', role: 'user', text: 'Вопрос?' }],
    [{ type: 'input', input: { a: 1 } }],
    turn,
  ]
  for (const one of parts)
    for (const two of parts)
      for (const three of parts) {
        if (one === turn || (one === parts[0] && [two, three].every((part) => part === turn))) continue
        const refusal = templateRefusal(renderMessages([...one, ...two, ...three], wire, options))
        expect(refusal, JSON.stringify([one, two, three])).toBeUndefined()
      }
})
