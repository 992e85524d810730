import type { JournalEvent } from '@ensemble/core'
import { expect, test } from 'vitest'
import { createEventLines } from './event-line.ts'

const SHARED = { v: 1, seq: 1, prev: '', run: 'r', key: '', at: '', parent: null, span: '' } as const
const proposed = (call: string, tool: string): JournalEvent => ({
  ...SHARED,
  type: 'call.proposed',
  data: { call, tool, parameters: {}, meta: {}, raw: '' },
})
const completed = (call: string, ms: number): JournalEvent => ({
  ...SHARED,
  type: 'call.completed',
  data: { call, result: null, ms },
})

test('lines of parallel Calls name their Call', () => {
  const toLine = createEventLines()
  for (const event of [proposed('a', 'draw'), proposed('b', 'play'), proposed('c', 'draw')])
    expect(toLine(event)).toBeUndefined()
  expect([completed('c', 1), completed('b', 2), completed('a', 3)].map(toLine)).toEqual([
    'draw #2 done in 1 ms',
    'play done in 2 ms',
    'draw done in 3 ms',
  ])
})

test('each line has its time since the start and the Calls around it, however many run side by side', () => {
  const toLine = createEventLines()
  const at = (second: number, span: string, event: object): JournalEvent =>
    ({ ...SHARED, span, at: new Date(second * 1000).toISOString(), ...event }) as unknown as JournalEvent // as each type has it
  const propose = (span: string, tool: string) => ({ type: 'call.proposed', data: { call: span, tool } })
  const lead = 'request/0/call/0'
  const pad = 'request/0/call/1'
  const enter = (call: string) => ({ type: 'module.entered', data: { call, address: 'idea://sound-designer' } })
  const lines = [
    at(0, '', { type: 'run.created', data: { idea: 'idea://composer', model: 'm', profile: 'p' } }),
    at(1, lead, propose(lead, 'lead')),
    at(1, pad, propose(pad, 'pad')),
    at(1, lead, enter(lead)),
    at(1.5, pad, enter(pad)),
    at(2, `${lead}/request/0/call/0`, propose(`${lead}/request/0/call/0`, 'play')),
    at(2, `${pad}/request/0/call/0`, propose(`${pad}/request/0/call/0`, 'play')),
    at(3, `${pad}/request/0/call/0`, {
      type: 'artifact.created',
      data: { call: `${pad}/request/0/call/0`, name: '0123456789abcdef-pad.wav', type: 'audio/wav', bytes: 1 },
    }),
    at(4, `${pad}/request/0/call/0`, {
      type: 'call.completed',
      data: { call: `${pad}/request/0/call/0`, result: 1, ms: 2000 },
    }),
  ]
  expect(lines.flatMap((line) => toLine(line) ?? [])).toEqual([
    'idea://composer (m, profile p) r',
    '   1.0 s  lead → sound-designer',
    '   1.5 s  pad → sound-designer',
    '   4.0 s    pad › play #2 done in 2.0 s, made pad.wav',
  ])
})

test('an ended Call says how it was executed: what took no time was latent or quick', () => {
  const toLine = createEventLines()
  const started = (call: string, mode: 'latent' | 'explicit'): JournalEvent => ({
    ...SHARED,
    type: 'call.started',
    data: { call, mode, attempt: 1, inputs: '', resolved: {} },
  })
  const events = [proposed('a', 'draw'), proposed('b', 'play'), started('a', 'latent'), started('b', 'explicit')]
  for (const event of events) toLine(event)
  expect([completed('a', 0), completed('b', 0)].map(toLine)).toEqual([
    'draw (latent) done in 0 ms',
    'play (explicit) done in 0 ms',
  ])
})

test('one is one line', () => {
  const usage = { inputTokens: 9, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false }
  const toLine = createEventLines()
  const data = {
    raw: '',
    finish: 'stop',
    calls: 1,
    output: null,
    usage,
    ms: 5,
    firstTokenMs: 1,
    queueMs: 0,
    pieces: [],
  }
  expect(toLine({ ...SHARED, type: 'request.completed', data })).toBe(': the model answered 1 call, 1 token, 5 ms')
})

test('an answer with neither a Call nor an output is shown: it is why the model is asked again', () => {
  const usage = { inputTokens: 9, outputTokens: 4, cachedTokens: 0, reasoningTokens: 0, estimated: false }
  const times = { ms: 3, firstTokenMs: 1, queueMs: 0, pieces: [] }
  const data = { raw: '```json\n{}', finish: 'stop', calls: 0, output: null, usage, ...times }
  const answered: JournalEvent = { ...SHARED, type: 'request.completed', data }
  expect(createEventLines()(answered)).toBe(': the model answered in text: "```json\\n{}", 4 tokens, 3 ms')
})

test('errors and waiting people are shown with their Call', () => {
  const toLine = createEventLines()
  const at = (span: string, event: object): JournalEvent => ({ ...SHARED, span, ...event }) as unknown as JournalEvent // as each type has it
  const span = 'request/0/call/0'
  const error = { code: 'x', message: 'The disk is full.' }
  const lines = [
    at('', { type: 'run.created', data: { idea: 'idea://main', model: 'm', profile: 'offline' } }),
    at('request/0', { type: 'request.failed', data: { code: 'model.down', message: 'It is away.' } }),
    at(span, { type: 'call.rejected', data: { call: 'a', tool: 'draw', error } }),
    at(span, { type: 'call.rejected', data: { call: 'b', error } }),
    at(span, { type: 'call.proposed', data: { call: 'a', tool: 'draw' } }),
    at(span, { type: 'approval.requested', data: { call: 'a', why: 'approval' } }),
    at(span, {
      type: 'artifact.created',
      data: { call: 'a', name: '0123456789abcdef-song.wav', type: 'audio/wav', bytes: 1 },
    }),
    at(span, { type: 'call.failed', data: { call: 'a', error } }),
    at(span, { type: 'call.failed', data: { call: 'unknown', error } }),
    at(span, { type: 'state.written', data: { call: 'a' } }),
  ].map(toLine)
  expect(lines).toEqual([
    'idea://main (m, profile offline) r',
    'main: the Request failed: model.down: It is away.',
    'draw refused: The disk is full.',
    'a call refused: The disk is full.',
    undefined,
    'draw waits for a person (approval)',
    undefined,
    'draw failed: The disk is full.',
    'unknown failed: The disk is full.',
    undefined,
  ])
})

test('a long answer that isn’t a solution is cut', () => {
  const usage = { inputTokens: 9, outputTokens: 4, cachedTokens: 0, reasoningTokens: 0, estimated: false }
  const rest = { finish: 'stop', calls: 0, output: null, usage, ms: 3, firstTokenMs: 1, queueMs: 0, pieces: [] }
  const lineOf = (raw: string): string | undefined =>
    createEventLines()({ ...SHARED, type: 'request.completed', data: { ...rest, raw } })
  expect(lineOf('x'.repeat(60))).toContain(`"${'x'.repeat(60)}"`)
  expect(lineOf('x'.repeat(61))).toContain(`"${'x'.repeat(60)}…"`)
})
