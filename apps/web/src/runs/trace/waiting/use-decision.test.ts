import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../platform/api/client.ts'
import { decisionInput, decisionOf, errorsOf } from './use-decision.ts'

describe('a decision on a Call that waits', () => {
  const typed = { parameters: { to: 'ada' }, result: { sent: true }, reason: '  not today ' }

  it('is an approval while the arguments are those of the model, and an edit when one was changed', () => {
    expect(decisionOf('go', false)).toBe('approve')
    expect(decisionOf('go', true)).toBe('edit')
    expect(decisionOf('refuse', true)).toBe('refuse')
  })

  it('sends only what belongs to it', () => {
    expect(decisionInput('approve', typed)).toEqual({ decision: 'approve' })
    expect(decisionInput('edit', typed)).toEqual({ decision: 'edit', call: { to: 'ada' } })
    expect(decisionInput('answer', typed)).toEqual({ decision: 'answer', result: { sent: true } })
    expect(decisionInput('refuse', typed)).toEqual({ decision: 'refuse', reason: 'not today' })
  })

  it('sends an answer of null, and no reason that is only blanks', () => {
    expect(decisionInput('answer', { ...typed, result: null })).toEqual({ decision: 'answer', result: null })
    expect(decisionInput('refuse', { ...typed, reason: ' ' })).toEqual({ decision: 'refuse' })
  })

  it('shows what the server says of each field, or the one sentence it says of all', () => {
    const errors = [{ path: '/to', message: 'to must be an address.' }]
    expect(errorsOf(Object.assign(Object.create(ApiError.prototype), { errors }))).toEqual(errors)
    expect(errorsOf(new Error('The server is away.'))).toEqual([{ path: '', message: 'The server is away.' }])
  })
})
