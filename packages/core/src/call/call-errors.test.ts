import { describe, expect, it } from 'vitest'
import { CALL_ERROR_CODES } from './call-error.ts'
import { callError, listNames, unknownTool } from './call-errors.ts'

describe('a CallError', () => {
  it('holds only what is known', () => {
    expect(callError('json.invalid', 'x')).toStrictEqual({ code: 'json.invalid', message: 'x', retryable: true })
    expect(callError('arguments.invalid', 'x', { path: '/a', names: ['b'], retryable: false })).toEqual({
      code: 'arguments.invalid',
      message: 'x',
      path: '/a',
      names: ['b'],
      retryable: false,
    })
  })

  it('says by its code whether another Call can succeed in this Run', () => {
    expect(CALL_ERROR_CODES.filter((code) => !callError(code, '').retryable)).toEqual([
      'approval.refused',
      'activity.missing',
      'activity.interrupted',
      'module.unresolved',
      'module.mergeConflict',
      'limit.depth',
      'limit.repeatedCalls',
      'call.cancelled',
    ])
  })

  it('about an unknown Tool lists the valid names, cut where there are too many', () => {
    expect(unknownTool('plai', ['play', 'rate']).message).toBe(
      'There is no tool "plai". Did you mean "play"? Valid names: play, rate.',
    )
    expect(unknownTool('weather', ['play']).message).toBe('There is no tool "weather". Valid names: play.')
    expect(unknownTool('x', []).message).toContain('no tools are available')
    expect(unknownTool('x'.repeat(10_000), ['play']).message.length).toBeLessThan(200)
    const named = (length: number): readonly string[] => Array.from({ length }, (_, index) => `t${index}`)
    expect(listNames(named(50))).toMatch(/t39 and 10 more$/)
    expect(listNames(named(40))).toMatch(/, t39$/)
  })
})
