import { EnsembleError, type OpenApproval } from '@ensemble/core'
import { afterEach, expect, test, vi } from 'vitest'
import { clientOf } from '../testing/client-of.ts'
import { approveAtPrompt } from './approve-at-prompt.ts'
import { PLAIN } from './terminal.ts'

afterEach(() => void vi.restoreAllMocks())

test('what a model or an Activity writes can hide nothing of what a person is asked to approve', async () => {
  const told: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void told.push(String(text)))
  const answer = vi.fn(() => ({}))
  const hide = '\u001b[8m\u001b[5A\u001b[0J\u009b2K\r'
  const approval: OpenApproval = {
    run: 'run',
    callId: 'call',
    span: 'request/0/call/0',
    callers: ['idea://cashier'],
    tool: 'refund',
    parameters: { to: `\u202e${hide}mallory`, sum: 9000 },
    hash: 'hash',
    question: 1,
    why: 'approval',
    since: '2026-11-21T19:00:00.000Z',
    reasoning: `harmless${hide}\n? refund 1 waits for you`,
    reason: hide,
  }
  await approveAtPrompt(
    clientOf(answer),
    approval,
    { ask: async () => 'a', style: PLAIN },
    new AbortController().signal,
  )
  const shown = told.join('\n')
  expect(shown.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\u202a-\u202e]*$/u)
  expect(shown).toContain('"sum": 9000')
  expect(shown).toContain('\\u202e\\u001b[8m')
  // A forged line is indented under its parent.
  expect(shown).not.toMatch(/^\? refund 1/m)
  expect(answer).toHaveBeenCalledOnce()
})

const APPROVAL: OpenApproval = {
  run: 'run/1',
  callId: 'call',
  span: 'request/0/call/0',
  callers: [],
  tool: 'refund',
  parameters: { sum: 1 },
  hash: 'hash',
  question: 1,
  why: 'approval',
  since: '2026-11-21T19:00:00.000Z',
}

/** The decision for these input lines, and the output the person saw; `decide` is the server. */
const decide = async (
  lines: readonly string[],
  server: (body: unknown) => void = () => undefined,
  approval = APPROVAL,
) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const decided: unknown[] = []
  const client = clientOf(({ path, body }) => {
    expect(path).toBe('/api/runs/run%2F1/approvals/call')
    decided.push(body)
    server(body)
  })
  const left = [...lines]
  const ask = async (): Promise<string> => left.shift() ?? expect.unreachable('no more input')
  await approveAtPrompt(client, approval, { ask, style: PLAIN }, new AbortController().signal)
  expect(left).toEqual([])
  return { decided, told: told.mock.calls.flat().join('\n') }
}

test.each([
  [['a'], { decision: 'approve' }],
  [[' YES '], { decision: 'approve' }],
  [['r', ''], { decision: 'refuse' }],
  [['no', ' not today '], { decision: 'refuse', reason: 'not today' }],
  [['h', '{"paid":1}'], { decision: 'answer', result: { paid: 1 } }],
  [['answer', 'paid by hand'], { decision: 'answer', result: 'paid by hand' }],
  [['e', '{"sum":2}'], { decision: 'edit', call: { sum: 2 } }],
])('a person who says %j decides it, for the very arguments that were shown', async (lines, decision) => {
  expect((await decide(lines)).decided).toEqual([{ ...decision, hash: 'hash', question: 1 }])
})

test('unknown words are asked for again, and so are parameters that aren’t an object', async () => {
  expect((await decide(['perhaps', '', 'e', 'no object', 'e', '[1]', 'a'])).decided).toEqual([
    { decision: 'approve', hash: 'hash', question: 1 },
  ])
  const twice = '{"sum":1,"sum":9}'
  expect((await decide(['e', twice, 'h', twice, 'h', 'as text'])).decided).toEqual([
    { decision: 'answer', result: 'as text', hash: 'hash', question: 1 },
  ])
})

test('a decision that the server refuses is shown and asked for again; one made elsewhere ends the question', async () => {
  let refusals = 0
  const picky = (): void => {
    if (refusals++ === 0) throw new EnsembleError('arguments.invalid', 'The sum is too large.')
  }
  const { decided, told } = await decide(['e', '{"sum":9}', 'a'], picky)
  expect(decided).toHaveLength(2)
  expect(told).toContain('The sum is too large.')
  for (const code of ['approval.decided', 'approval.unknown']) {
    const late = (): never => {
      throw new EnsembleError(code, 'Somebody else was first.')
    }
    expect((await decide(['a'], late)).told).toContain('Somebody else was first.')
  }
})

test('what goes wrong otherwise ends the question', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = { call: () => Promise.reject(new Error('broken')) }
  const terminal = { ask: async () => 'a', style: PLAIN }
  await expect(approveAtPrompt(broken, APPROVAL, terminal, new AbortController().signal)).rejects.toThrow('broken')
})

test('a question of the model is answered in words, whatever they look like, or not at all', async () => {
  const asked: OpenApproval = { ...APPROVAL, why: 'question', tool: 'ask_person', parameters: { question: 'Куда?' } }
  const { decided, told } = await decide([' 42 '], undefined, asked)
  expect(decided).toMatchObject([{ decision: 'answer', result: '42' }])
  expect(told).toContain('Куда?')
  expect((await decide([''], undefined, asked)).decided).toMatchObject([{ decision: 'refuse' }])
})
