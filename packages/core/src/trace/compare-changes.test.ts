import { describe, expect, it } from 'vitest'
import { GENESIS } from '../journal/journal.ts'
import { type Change, compareTraces } from './compare.ts'
import { CREATED, type Fact, started, traceOf } from './test-trace.ts'

const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false }
const completed = (span: string, output: unknown): Fact => ({
  type: 'request.completed',
  span,
  data: { raw: '', finish: 'stop', calls: 0, output, usage, ms: 5, firstTokenMs: 1, queueMs: 0, pieces: [] },
})
const call = (span: string, n: number, end: Fact['data'], type: Fact['type'] = 'call.completed'): readonly Fact[] => [
  { type: 'call.proposed', span, data: { call: span, tool: 'bass', parameters: { n }, meta: {}, raw: '{}' } },
  { type: 'call.started', span, data: { call: span, mode: 'explicit', attempt: 1, inputs: GENESIS, resolved: { n } } },
  { type, span, data: { call: span, ...(end as object) } },
]
const result = (value: unknown): Fact['data'] => ({ result: value, ms: 5 })

/** Path and changes of every span in which two Runs part. */
const changed = (ours: readonly Fact[], theirs: readonly Fact[]): Readonly<Record<string, readonly Change[]>> => {
  const { rows } = compareTraces(traceOf([CREATED, ...ours]), traceOf([CREATED, ...theirs]))
  return Object.fromEntries(
    rows.filter(({ changes }) => changes.length > 0).map(({ path, changes }) => [path, changes]),
  )
}
const firstOf = (ours: readonly Fact[], theirs: readonly Fact[]): string | undefined =>
  compareTraces(traceOf([CREATED, ...ours]), traceOf([CREATED, ...theirs])).first?.path

const asking = (content: string): Fact => started('request/0', { messages: [{ role: 'user', content }] })
const offering = (name: string): Fact => started('request/0', { tools: [{ name, mode: 'latent' }] })

describe('two Requests part', () => {
  it('in what the first of a Loop was asked and offered', () => {
    expect(changed([asking('a')], [asking('b')])).toEqual({ 'request/0': ['prompt'] })
    expect(changed([offering('bass')], [offering('lead')])).toEqual({ 'request/0': ['tools'] })
    expect(changed([started('request/0')], [started('request/0', { schema: true })])).toEqual({
      'request/0': ['tools'],
    })
    expect(changed([asking('a')], [asking('a')])).toEqual({})
  })

  it('in their answers, but not in what followed from the turns before', () => {
    const later = (content: string): Fact => started('request/1', { messages: [{ role: 'user', content }] })
    const turns = (said: string, output: unknown): readonly Fact[] => [
      started('request/0'),
      completed('request/0', null),
      later(said),
      completed('request/1', output),
    ]
    expect(changed(turns('a', 'song'), turns('b', 'song'))).toEqual({})
    expect(changed(turns('a', 'song'), turns('a', 'poem'))).toEqual({ 'request/1': ['answer'] })
  })
})

describe('two Calls part', () => {
  const one = (end: Fact['data'], type?: Fact['type']): readonly Fact[] => [
    started('request/0'),
    ...call('request/0/call/0', 1, end, type),
  ]

  it('in how they ended', () => {
    const failed = one(
      { error: { code: 'activity.failed', message: 'no', retryable: true }, attempt: 1, ms: 5 },
      'call.failed',
    )
    expect(changed(one(result('a')), failed)).toEqual({ 'request/0/call/bass:0': ['status', 'result'] })
    expect(changed(one(result('a')), one(result('b')))).toEqual({ 'request/0/call/bass:0': ['result'] })
  })

  it('in the files that their results name, whose sizes may differ with them', () => {
    const file = (name: string, bytes: number) => ({ $artifact: `${name.repeat(16)}-a.wav`, type: 'audio/wav', bytes })
    expect(changed(one(result(file('1', 5))), one(result(file('2', 6))))).toEqual({
      'request/0/call/bass:0': ['files'],
    })
  })

  it('in separately stored results, by their hashes', () => {
    const apart = (digit: string) => result({ $body: digit.repeat(64), bytes: 5000 })
    expect(changed(one(apart('1')), one(apart('2')))).toEqual({ 'request/0/call/bass:0': ['result'] })
    expect(changed(one(apart('1')), one(result('a')))).toEqual({ 'request/0/call/bass:0': ['result'] })
    expect(changed(one(result('a')), one(apart('1')))).toEqual({ 'request/0/call/bass:0': ['result'] })
  })

  it('in their results where only one of them is a file', () => {
    const file = { $artifact: `${'1'.repeat(16)}-a.wav`, type: 'audio/wav', bytes: 5 }
    expect(changed(one(result(file)), one(result('a')))).toEqual({ 'request/0/call/bass:0': ['result'] })
    expect(changed(one(result({ ...file, bytes: 6 })), one(result(file)))).toEqual({
      'request/0/call/bass:0': ['result'],
    })
  })
})

describe('what made two Runs part', () => {
  const module = 'request/0/call/0'
  const entered: Fact = {
    type: 'module.entered',
    span: module,
    data: { call: module, address: 'idea://band', hash: GENESIS, imports: [], passed: [], withheld: [] },
  }
  /** A module with two Calls in it: what went into it and each, and what came out. */
  const nested = (given: number, inner: readonly [n: number, value: string][], value: string): readonly Fact[] => {
    const [proposed, begun, ended] = call(module, given, result(value))
    const calls = inner.flatMap(([n, came], index) => call(`${module}/request/0/call/${index}`, n, result(came)))
    // The Run's result shows it, too, but never caused it.
    const completes: Fact = { type: 'run.completed', span: '', data: { output: value } }
    return [
      started('request/0'),
      proposed,
      begun,
      entered,
      started(`${module}/request/0`),
      ...calls,
      ended,
      completes,
    ].filter((fact) => fact !== undefined)
  }
  const inModule = 'request/0/call/bass:0/request/0/call'

  it('is the first Call in a module that went otherwise, not the module whose result shows it', () => {
    const ours = nested(
      1,
      [
        [1, 'a'],
        [2, 'b'],
      ],
      'ab',
    )
    expect(
      firstOf(
        ours,
        nested(
          1,
          [
            [1, 'a'],
            [2, 'c'],
          ],
          'ac',
        ),
      ),
    ).toBe(`${inModule}/bass:1`)
    expect(
      firstOf(
        ours,
        nested(
          1,
          [
            [1, 'c'],
            [2, 'c'],
          ],
          'cc',
        ),
      ),
    ).toBe(`${inModule}/bass:0`)
  })

  it('is the module itself where nothing in it shows why, or where it was given something else', () => {
    const ours = nested(1, [[1, 'a']], 'a')
    expect(firstOf(ours, nested(1, [[1, 'a']], 'c'))).toBe('request/0/call/bass:0')
    expect(firstOf(ours, nested(2, [[1, 'c']], 'c'))).toBe('request/0/call/bass:0')
  })

  it('is the Run where nothing in it parted', () => {
    const ended = (output: string): readonly Fact[] => [
      started('request/0'),
      { type: 'run.completed', span: '', data: { output } },
    ]
    expect(firstOf(ended('a'), ended('b'))).toBe('')
    const further = (output: string): readonly Fact[] => [...ended(output), completed('request/0', output)]
    expect(firstOf(further('a'), further('b'))).toBe('request/0')
  })
})
