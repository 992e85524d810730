import { describe, expect, it } from 'vitest'
import { CREATED, type Fact, started, traceOf } from '../../../../../packages/core/src/trace/test-trace.ts'
import { spanLabel } from './span-label.ts'

const call = (index: number, tool: string, parameters: unknown): Fact => ({
  type: 'call.proposed',
  span: `request/0/call/${index}`,
  data: { call: String(index), tool, parameters, meta: { _tool: tool }, raw: '{}' },
})

const labels = (...calls: readonly (readonly [string, unknown])[]): readonly string[] => {
  const log = traceOf([CREATED, started('request/0'), ...calls.map(([tool, given], at) => call(at, tool, given))])
  return log.spans.inOrder.map(({ latest }) => spanLabel(log, latest)).slice(2)
}

describe("a Call's label", () => {
  it('numbers the Calls of one Tool in an answer and shows the first text of each', () => {
    expect(
      labels(
        ['judge', { line: 3, text: 'spam' }],
        ['title', { text: 'Low Water' }],
        ['judge', { line: 4, text: 'fine' }],
      ),
    ).toEqual(['#1 · "spam"', '· "Low Water"', '#2 · "fine"'])
  })

  it('shows a number or yes and no where there is no text, and nothing for values with members', () => {
    expect(labels(['a', { bars: 16 }], ['b', { loud: false }], ['c', { parts: ['bass'] }], ['d', {}])).toEqual([
      '· 16',
      '· false',
      '',
      '',
    ])
  })

  it('puts a long text on one line and cuts it', () => {
    expect(labels(['a', { text: `one\n  two ${'x'.repeat(90)}` }])).toEqual([`· "one two ${'x'.repeat(51)}…"`])
  })

  it('shows the value of a reference once the Call has started with it', () => {
    const start = (index: number, resolved: unknown): Fact => ({
      type: 'call.started',
      span: `request/0/call/${index}`,
      data: { call: String(index), mode: 'explicit', attempt: 1, inputs: '', resolved },
    })
    const facts = [
      CREATED,
      started('request/0'),
      call(0, 'write', { brief: '†input.brief' }),
      call(1, 'sing', { brief: '†input.brief', line: 'la' }),
    ]
    const labelsOf = (...more: readonly Fact[]): readonly string[] => {
      const log = traceOf([...facts, ...more])
      return log.spans.inOrder.map(({ latest }) => spanLabel(log, latest)).slice(2)
    }
    expect(labelsOf()).toEqual(['· "†input.brief"', '· "la"'])
    expect(labelsOf(start(0, { brief: 'a merry jig' }))).toEqual(['· "a merry jig"', '· "la"'])
    expect(labelsOf(start(0, { $body: 'ab'.repeat(32), bytes: 9000 }))).toEqual(['· "†input.brief"', '· "la"'])
  })

  it('leaves out arguments that are stored apart', () => {
    expect(labels(['a', { $body: 'ab'.repeat(32), bytes: 9000 }])).toEqual([''])
  })
})
