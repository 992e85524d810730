import type { JournalEvent } from '@ensemble/core'
import { createTraceLog, spanDetail, type SpanDetail } from '@ensemble/core/trace'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readBody, readStored } from '../../platform/api/run-client.ts'
import { editOf, kindsOf, textOf } from './edits.ts'

vi.mock('../../platform/api/run-client.ts', { spy: true })
afterEach(() => void vi.resetAllMocks())

const CALL = 'request/0/call/0'
const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false }

/** A Run whose one Call was answered by a Module, as far as it is read here. */
const LOG = createTraceLog(
  [
    {
      type: 'run.created',
      span: '',
      data: { idea: 'idea://lead', input: { n: 1 }, model: 'small', pins: { 'idea://lead': 'h-lead' } },
    },
    {
      type: 'request.started',
      span: 'request/0',
      data: { idea: 'idea://lead', model: 'small', messages: [], schema: null },
    },
    { type: 'request.completed', span: 'request/0', data: { usage, ms: 1, output: null, raw: '{"calls":[]}' } },
    { type: 'call.proposed', span: CALL, data: { tool: 'ask', parameters: { q: 'why' }, meta: {}, raw: '{}' } },
    { type: 'call.started', span: CALL, data: { mode: 'module', activity: null } },
    {
      type: 'module.entered',
      span: CALL,
      data: { address: 'idea://poet', idea: 'idea://poet', hash: 'h-poet', input: {} },
    },
    {
      type: 'request.started',
      span: `${CALL}/request/0`,
      data: { idea: 'idea://lead', model: 'small', messages: [], schema: null },
    },
    { type: 'call.completed', span: CALL, data: { result: { a: 'because' }, ms: 1 } },
    // As far as it is read here.
  ].map(
    (event, index) =>
      ({ run: 'run', seq: index + 1, at: '2026-01-01T00:00:00.000Z', ...event }) as unknown as JournalEvent,
  ), // as above
)
const detailOf = (span: string): SpanDetail => {
  const detail = spanDetail(LOG, span)
  if (detail === undefined) throw new Error(`no span ${span}`)
  return detail
}

describe('what can be changed before a Run forks', () => {
  it('is what began the Run, what the model answered, what a Call was given and came to', () => {
    expect(kindsOf(detailOf(''))).toEqual(['input', 'model', 'idea'])
    expect(kindsOf(detailOf('request/0'))).toEqual(['answer', 'idea'])
    expect(kindsOf(detailOf(CALL))).toEqual(['result', 'call', 'binding'])
    const detail = detailOf(CALL)
    expect(kindsOf({ ...detail, result: undefined } as unknown as SpanDetail)).toEqual(['call', 'binding']) // one that came to nothing
    const failed = { ...detail, span: { ...detail.span, status: 'failed' }, result: undefined } as unknown as SpanDetail // as above
    expect(kindsOf(failed)).toEqual(['result', 'call', 'binding'])
  })

  it('is read as text: JSON, but for an answer and the name of a model', async () => {
    const read = (span: string, kind: Parameters<typeof textOf>[3]) => textOf('run', LOG, detailOf(span), kind)
    expect(JSON.parse(await read('', 'input'))).toEqual({ n: 1 })
    expect(await read('', 'model')).toBe('small')
    expect(await read('request/0', 'answer')).toBe('{"calls":[]}')
    expect(JSON.parse(await read(CALL, 'call'))).toEqual({ q: 'why' })
    expect(JSON.parse(await read(CALL, 'result'))).toEqual({ a: 'because' })
    expect(readStored).toHaveBeenCalled()
  })

  it('is the Idea as it was pinned: that of the Run, or of the Module around a Request', async () => {
    vi.mocked(readBody).mockImplementation(async (_run, hash) => ({ idea: { title: hash }, tools: {} }))
    expect(JSON.parse(await textOf('run', LOG, detailOf('request/0'), 'idea'))).toEqual({ title: 'h-lead' })
    expect(JSON.parse(await textOf('run', LOG, detailOf(`${CALL}/request/0`), 'idea'))).toEqual({ title: 'h-poet' })
  })
})

describe('the edit of a text', () => {
  const edit = (span: string, kind: Parameters<typeof editOf>[2], text: string) =>
    editOf(LOG, detailOf(span), kind, text)

  it('names the place it is about', () => {
    expect(edit('', 'input', '{"n":2}')).toEqual({ type: 'input', input: { n: 2 } })
    expect(edit('', 'model', ' large \n')).toEqual({ type: 'model', model: 'large' })
    expect(edit('request/0', 'answer', 'as { it is')).toEqual({ type: 'answer', key: 'request/0', raw: 'as { it is' })
    expect(edit(CALL, 'call', '{"q":1}')).toEqual({ type: 'call', key: CALL, parameters: { q: 1 } })
    expect(edit(CALL, 'result', 'null')).toEqual({ type: 'result', key: CALL, result: null })
    expect(edit(CALL, 'binding', ' poetry\n')).toEqual({ type: 'binding', tool: 'lead/ask', activity: 'poetry' })
    const content = { context: [] }
    expect(edit('', 'idea', '{"context":[]}')).toEqual({ type: 'idea', address: 'idea://lead', content })
    expect(edit(`${CALL}/request/0`, 'idea', '{"context":[]}')).toEqual({
      type: 'idea',
      address: 'idea://poet',
      content,
    })
  })

  it('is absent if the text had to be JSON', () => {
    for (const [span, kind] of [
      ['', 'input'],
      ['', 'idea'],
      [CALL, 'call'],
      [CALL, 'result'],
    ] as const)
      expect(() => edit(span, kind, '{')).toThrow(SyntaxError)
  })
})
