import { describe, expect, it } from 'vitest'
import { parseTraceparent, spanIdOf, traceIdOf, traceparentOf } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const GIVEN = `00-${TRACE}-00f067aa0ba902b7-01`

describe('the trace of a Run', () => {
  it("is the caller's where it gave one", () => {
    expect(parseTraceparent(GIVEN)).toEqual({ trace: TRACE, span: '00f067aa0ba902b7', isSampled: true })
    expect(traceparentOf('run-1', 'request/0', GIVEN)).toBe(`00-${TRACE}-${spanIdOf('run-1', 'request/0')}-01`)
    expect(traceparentOf('run-1', '', GIVEN.replace(/01$/, '00')).endsWith('-00')).toBe(true)
  })

  it('else derives from its id, the same each time', () => {
    expect(traceIdOf('run-1')).toBe(traceIdOf('run-1', 'nonsense'))
    expect(traceIdOf('run-1')).not.toBe(traceIdOf('run-2'))
    expect(parseTraceparent(traceparentOf('run-1', ''))).toMatchObject({ trace: traceIdOf('run-1'), isSampled: true })
  })

  it.each([
    ['', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['', `ff-${TRACE}-00f067aa0ba902b7-01`],
    ['', `00-${TRACE}-00f067aa0ba902b7-01-more`],
    ['', GIVEN.toUpperCase()],
    ['', `${GIVEN}\r\nx: y`],
  ])('takes nothing from an invalid traceparent%s: %s', (_, text) => expect(parseTraceparent(text)).toBeUndefined())
})
