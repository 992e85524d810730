import { EnsembleError, type OpenApproval } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../../testing/client-of.ts'
import { awaitApprovals, keyOf, takeAnswers, toElicitation } from './elicit-approval.ts'

const APPROVAL: OpenApproval = {
  run: 'run-1',
  callId: 'call-1',
  hash: 'h1',
  question: 1,
  key: 'request/0/call/0',
  span: 'request/0/call/0',
  tool: 'restart',
  parameters: { service: 'nginx' },
  why: 'approval',
  since: '2026-11-21T00:00:00.000Z',
} as unknown as OpenApproval // what a question is made of

/** The routes of approvals; `listed` answers each look, `decide` each decision. */
const serverWith = (
  listed: readonly (readonly OpenApproval[])[],
  decide: (body: unknown) => void = () => undefined,
) => {
  const calls: { readonly path: string; readonly body: unknown }[] = []
  let looks = 0
  const api = clientOf(({ method, path, body }) => {
    if (method === 'GET') return listed[Math.min(looks++, listed.length - 1)]
    calls.push({ path, body })
    return decide(body)
  })
  return { api, calls, looks: () => looks }
}
const accept = (content: object) => ({ action: 'accept', content })

describe('the question for an approval to the person at an MCP client', () => {
  it('is asked once it is open, for this run alone', async () => {
    const other = { ...APPROVAL, run: 'run-2' }
    const { api, looks } = serverWith([[], [other], [other, APPROVAL]])
    expect(await awaitApprovals(api, 'run-1')).toEqual([APPROVAL])
    expect(looks()).toBe(3)
  })

  it('says what the Call is, why it needs approval, and whether it may have taken effect already', () => {
    const messageOf = (approval: OpenApproval): string => JSON.stringify(toElicitation(approval))
    expect(messageOf(APPROVAL)).toContain('restart will be called with')
    expect(messageOf(APPROVAL)).toContain('nginx')
    expect(messageOf(APPROVAL)).not.toContain('taken effect')
    expect(messageOf(APPROVAL)).not.toContain("model's reason")
    expect(messageOf({ ...APPROVAL, why: 'decision' })).toContain('It may have taken effect.')
    expect(messageOf({ ...APPROVAL, reasoning: 'It hangs.', reason: 'Not approved.' })).toMatch(
      /Not approved\..*The model's reason: It hangs\./,
    )
  })

  it('is bound to the very arguments that are shown', () => {
    expect(keyOf(APPROVAL)).not.toBe(keyOf({ ...APPROVAL, hash: 'h2' }))
    expect(keyOf(APPROVAL)).not.toBe(keyOf({ ...APPROVAL, question: 2 }))
    expect(keyOf(APPROVAL)).not.toBe(keyOf({ ...APPROVAL, callId: 'call-2' }))
  })
})

const QUESTION = { ...APPROVAL, why: 'question', tool: 'ask_person', parameters: { question: 'Куда?' } } as const

it('a question of the model is asked in its own words, with one field', () => {
  const asked = JSON.stringify(toElicitation(QUESTION))
  expect(asked).toContain('Куда?')
  expect(asked).toContain('"required":["answer"]')
  expect(asked).not.toContain('approve')
})

describe('the answer of that person', () => {
  const take = async (answer: unknown, decide?: (body: unknown) => void) => {
    const { api, calls } = serverWith([[]], decide)
    await takeAnswers(api, 'run/1', { [keyOf(APPROVAL)]: answer })
    return calls
  }

  it('decides the Call of the question, and says why where it is refused', async () => {
    expect(await take(accept({ decision: 'approve', reason: 'yes' }))).toEqual([
      { path: '/api/runs/run%2F1/approvals/call-1', body: { decision: 'approve', hash: 'h1', question: 1 } },
    ])
    expect((await take(accept({ decision: 'refuse', reason: 'not today' })))[0]?.body).toEqual({
      decision: 'refuse',
      hash: 'h1',
      question: 1,
      reason: 'not today',
    })
    expect((await take(accept({ decision: 'refuse', reason: '' })))[0]?.body).toEqual({
      decision: 'refuse',
      hash: 'h1',
      question: 1,
    })
  })

  it('to a question is passed on in their words', async () => {
    expect((await take(accept({ answer: 'Осло' })))[0]?.body).toEqual({
      decision: 'answer',
      result: 'Осло',
      hash: 'h1',
      question: 1,
    })
    expect((await take(accept({ answer: ' ' })))[0]?.body).toMatchObject({ decision: 'refuse' })
  })

  it.each([
    ['dismissed it', { action: 'decline' }],
    ['closed it', { action: 'cancel' }],
    ['approved and dismissed it', { action: 'decline', content: { decision: 'approve' } }],
    ['wrote something else', accept({ decision: 'perhaps' })],
    ['wrote nothing', accept({})],
  ])('that %s is a refusal', async (_what, answer) => {
    expect((await take(answer))[0]?.body).toEqual({ decision: 'refuse', hash: 'h1', question: 1 })
  })

  it.each(['approval.decided', 'approval.unknown', 'arguments.changed', 'run.ended'])(
    'that comes too late (%s) changes nothing and isn’t an error',
    async (code) => {
      const late = (): never => {
        throw new EnsembleError(code, 'Too late.')
      }
      await expect(take(accept({ decision: 'approve' }), late)).resolves.toHaveLength(1)
    },
  )

  it('that cannot reach the run is reported', async () => {
    const away = (): never => {
      throw new EnsembleError('server.away', 'It does not answer.')
    }
    await expect(take(accept({ decision: 'approve' }), away)).rejects.toThrow('does not answer')
    const broken = { ...serverWith([[]]).api, call: () => Promise.reject(new Error('broken')) }
    const answers = { [keyOf(APPROVAL)]: accept({ decision: 'approve' }) }
    await expect(takeAnswers(broken, 'run/1', answers)).rejects.toThrow('broken')
  })
})
