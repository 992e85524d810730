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
      'a call whose id isn’t nine alphanumerics',
      [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_0_0', type: 'function' }] },
      ],
    ],
    [
      'two messages of a user in a row',
      [
        { role: 'user', content: 'Hello.' },
        { role: 'user', content: 'Are you there?' },
      ],
    ],
    [
      'two answers in a row',
      [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'assistant', content: 'What now?' },
      ],
    ],
  ])('refuses %s', (_, messages) => {
    expect(templateRefusal(messages)).toBeDefined()
  })
})

test('What one side says in a row is one message, with its files behind its texts', () => {
  const file = { $artifact: 'a.png', type: 'image/png', bytes: 1, sha256: 'x', $data: 'AA==' }
  expect(
    render([
      { type: 'text', role: 'user', text: 'Первый вопрос.' },
      { type: 'text', role: 'user', text: 'Второй вопрос.' },
      { type: 'input', input: { a: 1 } },
      { type: 'data', kind: 'file', data: file },
      { type: 'text', role: 'assistant', text: 'Минуту.' },
      { type: 'text', role: 'assistant', text: 'Вот.' },
      { type: 'text', role: 'user', text: 'Спасибо.' },
    ]),
  ).toMatchObject([
    { role: 'user', content: expect.stringMatching(/^Первый вопрос\.\n\nВторой вопрос\.\n\n# input\n/u) },
    { role: 'assistant', content: 'Минуту.\n\nВот.' },
    { role: 'user', content: 'Спасибо.' },
  ])
})

describe('System texts', () => {
  it('come together before everything else, wherever the Idea has them', () => {
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

const isSystem = (part: readonly Message[]): boolean => part[0]?.type === 'text' && part[0].role === undefined
const isAnswer = (part: readonly Message[]): boolean =>
  part === turn || (part[0]?.type === 'text' && part[0].role === 'assistant')

/** An author began with an answer, or put one before the first turn of a Loop: no template takes that. */
const isAnswerFirst = (parts: readonly (readonly Message[])[]): boolean => {
  const said = parts.filter((part) => !isSystem(part))
  const isBeforeTurn = said.some((part, index) => part !== turn && isAnswer(part) && said[index + 1] === turn)
  return isBeforeTurn || (said[0] !== undefined && isAnswer(said[0]))
}

test.each(WIRES)('a strict template takes texts of every role, blocks and turns in any order on %s', (wire) => {
  const parts: readonly (readonly Message[])[] = [
    [{ type: 'text', text: 'Системный текст.' }],
    [{ type: 'text', role: 'user', text: 'Вопрос?' }],
    [{ type: 'input', input: { a: 1 } }],
    [{ type: 'text', role: 'assistant', text: 'Да.' }],
    turn,
  ]
  for (const one of parts)
    for (const two of parts)
      for (const three of parts) {
        if (isAnswerFirst([one, two, three])) continue
        const refusal = templateRefusal(renderMessages([...one, ...two, ...three], wire, options))
        expect(refusal, JSON.stringify([one, two, three])).toBeUndefined()
      }
})
