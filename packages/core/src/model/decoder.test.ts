import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Composition } from '../request/composition.ts'
import { createDecoder, decodeRaw } from './decoder.ts'
import type { ModelDelta } from './model.ts'
import type { RawAnswer, RawCall } from './wire.ts'
import { compositionOf } from './test-composition.ts'

const withTools = compositionOf(['ping', 'greet'], { type: 'object' })
const textOnly = compositionOf([], null)
const toolsAndText = compositionOf(['ping'], null)

const pieces = (text: string): ModelDelta[] => [...text].map((character) => ({ type: 'text', text: character }))

/** With the text that an answer writes when it is asked for, so that comparing sees it. */
const plain = ({ calls, outputText, problem, raw, length }: RawAnswer): RawAnswer => ({
  calls,
  outputText,
  problem,
  raw,
  length,
})

/** Calls as they were emitted while streaming, and the answer. */
const decode = (
  composition: Composition,
  deltas: readonly ModelDelta[],
  wire: 'structured' | 'tools' = 'structured',
) => {
  const decoder = createDecoder(wire, composition)
  const streamed: RawCall[] = []
  for (const delta of deltas) streamed.push(...decoder.push(delta))
  streamed.push(...decoder.push({ type: 'finish', reason: 'stop' }))
  return { streamed, answer: plain(decoder.end(true)) }
}
const answer = (text: string, composition = withTools): RawAnswer =>
  decode(composition, [{ type: 'text', text }]).answer

describe('the structured decoder', () => {
  it('gives each call as soon as its closing brace is there, exactly as written', () => {
    const decoder = createDecoder('structured', withTools)
    expect(decoder.push({ type: 'text', text: '{"calls": [ {"_tool":"ping", "n": 1.0}' })).toEqual([
      { index: 0, text: '{"_tool":"ping", "n": 1.0}' },
    ])
    expect(decoder.push({ type: 'text', text: ',{"_tool":"gr' })).toEqual([])
    expect(decoder.push({ type: 'text', text: 'eet"}],"output":null}' })).toEqual([
      { index: 1, text: '{"_tool":"greet"}' },
    ])
    expect(decoder.end(true)).toMatchObject({ outputText: undefined })
    expect(decoder.end(true).problem).toBeUndefined()
  })

  it('reads the output next to calls, before them and without them', () => {
    expect(answer('{"calls":[],"output":{"a":"}"}}').outputText).toBe('{"a":"}"}')
    expect(answer('{"output": -1.5 }')).toMatchObject({ outputText: '-1.5' })
    expect(answer('{"output": -1.5 }').problem).toBeUndefined()
    expect(answer('{"calls":[{"_tool":"ping"}]}').problem).toBeUndefined()
    expect(answer('{"output":"x","calls":[{"_tool":"ping"}]}')).toMatchObject({
      outputText: '"x"',
      calls: [{ index: 0, text: '{"_tool":"ping"}' }],
    })
  })

  it('leaves the judging of a call to the checker', () => {
    expect(answer('{"calls":[7,"x",{"a":NaN}]}').calls.map(({ text }) => text)).toEqual(['7', '"x"', '{"a":NaN}'])
  })

  it.each([
    ['leading prose', 'Sure! {"calls":[],"output":1}', /does not begin/],
    ['a code fence', '```json\n{"calls":[]}\n```', /code fence/],
    ['an unfinished object', '{"calls":[{"_tool":"ping"}]', /middle/],
    ['a missing comma', '{"calls":[{} {}],"output":1}', /expected "," or "\]"/],
    ['crossed brackets', '{"calls":[{"a":[1}]}],"output":1}', /expected "\]"/],
    ['text after the object', '{"output":1} done', /text follows/],
    ['a name that appears twice', '{"output":1,"output":2}', /stands twice/],
    ['calls that aren’t an array', '{"calls":{},"output":1}', /not an array/],
    ['another object', '{"name":"ping"}', /neither/],
  ])('reports %s', (_name, text, message) => {
    expect(answer(text).problem).toMatchObject({ code: 'json.invalid', message: expect.stringMatching(message) })
  })

  it('says that an answer with neither calls nor output is empty', () => {
    for (const text of ['', ' \n', '{"calls":[],"output":null}']) {
      expect(answer(text).problem?.code).toBe('answer.empty')
    }
  })

  it('takes text for the output of an Idea without schema', () => {
    expect(answer('Hello {"calls":1}', textOnly).outputText).toBe('"Hello {\\"calls\\":1}"')
    expect(answer('Hello', toolsAndText)).toMatchObject({ outputText: '"Hello"', calls: [] })
    expect(answer('{"a":1}', toolsAndText).outputText).toBe('"{\\"a\\":1}"')
    expect(answer('{"calls":[{"_tool":"ping"}],"output":null}', toolsAndText).calls).toHaveLength(1)
    expect(answer('Here: {"calls":[{"_tool":"ping"}]}', toolsAndText).problem?.code).toBe('json.invalid')
  })

  it('takes an envelope for one wherever something may be called or the output has a schema, and nowhere else', () => {
    const envelope = '{"calls":[],"output":{"a":1}}'
    expect(answer(envelope, compositionOf([], { type: 'object' })).outputText).toBe('{"a":1}')
    expect(answer(envelope, toolsAndText).outputText).toBe('{"a":1}')
    expect(answer(envelope, textOnly).outputText).toBe(JSON.stringify(envelope))
    expect(answer('no envelope', compositionOf([], { type: 'object' })).problem?.code).toBe('json.invalid')
  })

  it('reads what is stored as the text that it was, though it looks like the message of the other wire', () => {
    const raw = '{"content":"{\\"calls\\":[],\\"output\\":{}}"}'
    expect(plain(decodeRaw('structured', withTools, raw, true))).toEqual(answer(raw))
    expect(answer(raw).problem?.code).toBe('json.invalid')
  })

  it('takes 10,000 calls and says that there are more', () => {
    const many = (count: number): string =>
      `{"calls":[${'{"_tool":"ping"},'.repeat(count - 1)}{"_tool":"ping"}],"output":null}`
    expect(answer(many(10_000)).problem).toBeUndefined()
    const { calls, problem } = answer(many(10_001))
    expect(calls).toHaveLength(10_000)
    expect(problem?.message).toMatch('it holds more than 10000 calls')
  })

  it('keeps the calls and no output of a stream that was cut', () => {
    const raw = '{"calls":[{"_tool":"ping"},{"_tool":"gr'
    expect(decodeRaw('structured', withTools, raw, false)).toEqual({
      calls: [{ index: 0, text: '{"_tool":"ping"}' }],
      outputText: undefined,
      raw,
      length: raw.length,
    })
  })

  it('gives the same for any chunking, and for the recorded text', () => {
    const texts = fc.oneof(
      fc
        .record({ calls: fc.array(fc.jsonValue()), output: fc.jsonValue() })
        .map((value) => JSON.stringify(value, null, 1)),
      fc.string(),
      fc.stringMatching(/^[{}[\]",:\\ a1]{0,40}$/).map((text) => `{"calls":[${text}`),
    )
    fc.assert(
      fc.property(texts, fc.array(fc.nat(60)), (text, cuts) => {
        const chunks: ModelDelta[] = []
        let rest = text
        for (const cut of cuts) {
          chunks.push({ type: 'text', text: rest.slice(0, cut) })
          rest = rest.slice(cut)
        }
        chunks.push({ type: 'text', text: rest })
        const whole = decode(withTools, [{ type: 'text', text }])
        expect(decode(withTools, chunks)).toEqual(whole)
        expect(decode(withTools, pieces(text))).toEqual(whole)
        expect(plain(decodeRaw('structured', withTools, text, true))).toEqual(whole.answer)
        expect(whole.streamed).toEqual(whole.answer.calls)
      }),
    )
  })

  it('cuts an envelope of any JSON values into exactly those values', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (calls, output) => {
        const { answer } = decode(withTools, pieces(JSON.stringify({ calls, output })))
        expect(answer.calls.map(({ text }) => text)).toEqual(calls.map((call) => JSON.stringify(call)))
        expect(answer.outputText).toBe(output === null ? undefined : JSON.stringify(output))
      }),
    )
  })
})

describe('the tools decoder', () => {
  const call = (index: number, argumentsDelta: string, name?: string): ModelDelta => ({
    type: 'call',
    index,
    argumentsDelta,
    ...(name === undefined ? {} : { name, id: `call_${index}` }),
  })

  it('takes a call as complete when the next one begins, and the last at the finish', () => {
    const decoder = createDecoder('tools', withTools)
    expect(decoder.push(call(0, '{"a"', 'ping'))).toEqual([])
    expect(decoder.push(call(0, ':1}'))).toEqual([])
    expect(decoder.push(call(1, '', 'greet'))).toEqual([{ index: 0, tool: 'ping', text: '{"a":1}' }])
    expect(decoder.push({ type: 'finish', reason: 'tool_calls' })).toEqual([{ index: 1, tool: 'greet', text: '{}' }])
    expect(plain(decoder.end(true))).toEqual({
      calls: [
        { index: 0, tool: 'ping', text: '{"a":1}' },
        { index: 1, tool: 'greet', text: '{}' },
      ],
      outputText: undefined,
      raw: '{"role":"assistant","content":null,"tool_calls":[{"id":"call_0","type":"function","function":{"name":"ping","arguments":"{\\"a\\":1}"}},{"id":"call_1","type":"function","function":{"name":"greet","arguments":""}}]}',
      length: '{"a":1}'.length,
    })
  })

  it('reads what names an earlier call and holds nothing as nothing, wherever it comes', () => {
    const texts = fc.array(fc.array(fc.constantFrom('{"a":', '1}', '{', '}', 'x'), { maxLength: 4 }), { maxLength: 4 })
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.nat(3)), (written, earlier) => {
        const ordered = written.flatMap((parts, index) => [
          call(index, '', 'ping'),
          ...parts.map((part) => call(index, part)),
        ])
        const strewn = ordered.flatMap((delta) => {
          const [{ value: index }] = [earlier.next()]
          return delta.type === 'call' && index < delta.index ? [delta, call(index, '')] : [delta]
        })
        expect(decode(withTools, strewn, 'tools')).toEqual(decode(withTools, ordered, 'tools'))
      }),
    )
  })

  it('gives back from what is stored the calls that were streamed, in whatever order their pieces came', () => {
    const pieces = fc.array(fc.tuple(fc.nat(3), fc.constantFrom('{"a":1}', '{', '}', '')), { maxLength: 12 })
    fc.assert(
      fc.property(pieces, fc.boolean(), (given, complete) => {
        const decoder = createDecoder('tools', withTools)
        for (const [index, text] of given) decoder.push(call(index, text, 'ping'))
        if (complete) decoder.push({ type: 'finish', reason: 'stop' })
        const whole = plain(decoder.end(complete))
        expect(plain(decodeRaw('tools', withTools, whole.raw, complete))).toEqual(whole)
      }),
    )
  })

  it('takes 10,000 calls and says that there are more', () => {
    const deltas = Array.from({ length: 10_001 }, (_, index) => call(index, '{}', 'ping'))
    const { streamed, answer: whole } = decode(withTools, deltas, 'tools')
    expect(streamed).toHaveLength(10_000)
    expect(whole.problem?.message).toMatch('it holds more than 10000 calls')
    expect(plain(decodeRaw('tools', withTools, whole.raw, true))).toEqual(whole)
  })

  it('knows a call by its index, whatever numbers the endpoint gives', () => {
    const deltas = [call(3, '{"a"', 'ping'), call(3, ':1}'), call(0, '{"b"', 'greet'), call(0, ':2}')]
    const { streamed, answer: whole } = decode(withTools, deltas, 'tools')
    expect(streamed).toEqual([
      { index: 0, tool: 'ping', text: '{"a":1}' },
      { index: 1, tool: 'greet', text: '{"b":2}' },
    ])
    expect(whole.problem).toBeUndefined()
    expect(plain(decodeRaw('tools', withTools, whole.raw, true))).toEqual(whole)
  })

  it('ignores parts of a call that come after the next one began, and reports it', () => {
    const deltas = [call(0, '{"a":1}', 'ping'), call(1, '{"b":', 'greet'), call(0, ' '), call(1, '2}')]
    const { streamed, answer: whole } = decode(withTools, deltas, 'tools')
    expect(streamed[0]).toEqual({ index: 0, tool: 'ping', text: '{"a":1}' })
    expect(whole.problem).toMatchObject({ code: 'json.invalid' })
    expect(whole.problem?.message).toContain('call 1 goes on after the next one began')
  })

  it('takes the first id and name of a call that repeats them, or gives them late', () => {
    const late: ModelDelta = { type: 'call', index: 0, id: 'late', name: 'greet', argumentsDelta: '' }
    const first = decode(withTools, [call(0, '{}', 'ping'), late], 'tools').answer
    expect(first.calls).toEqual([{ index: 0, tool: 'ping', text: '{}' }])
    expect(first.raw).toContain('"call_0"')
    const only = decode(withTools, [call(0, '{}'), late, call(0, ' ')], 'tools').answer
    expect(only.calls).toEqual([{ index: 0, tool: 'greet', text: '{} ' }])
    expect(only.raw).toContain('"late"')
  })

  it('takes arguments of nothing but space for none', () => {
    expect(decode(withTools, [call(0, ' \n', 'ping')], 'tools').streamed).toEqual([
      { index: 0, tool: 'ping', text: '{}' },
    ])
  })

  it('leaves out the call that a cut stream left open', () => {
    const decoder = createDecoder('tools', withTools)
    decoder.push(call(0, '{}', 'ping'))
    decoder.push(call(1, '{"half', 'greet'))
    const cut = plain(decoder.end(false))
    expect(cut.calls).toEqual([{ index: 0, tool: 'ping', text: '{}' }])
    expect(plain(decodeRaw('tools', withTools, cut.raw, false))).toEqual(cut)
    const whole = '{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"ping","arguments":"{}"}}]}'
    expect(decodeRaw('tools', withTools, whole, false).calls).toEqual([{ index: 0, tool: 'ping', text: '{}' }])
  })

  it('takes no output from an answer that gives two by final_output', () => {
    const two = decode(
      withTools,
      [call(0, '{"a":1}', 'final_output'), call(1, '{"a":2}', 'final_output')],
      'tools',
    ).answer
    expect(two.problem?.message).toContain('final_output is called twice')
    expect(decodeRaw('tools', withTools, two.raw, true).problem).toEqual(two.problem)
  })

  it('reads the output from the text, from final_output, and unwrapped if it isn’t an object', () => {
    const number = compositionOf(['ping'], { type: 'number' })
    expect(decode(withTools, [{ type: 'text', text: ' {"a":1}\n' }], 'tools').answer.outputText).toBe('{"a":1}')
    expect(decode(number, [{ type: 'text', text: '{"output": 7 }' }], 'tools').answer.outputText).toBe('7')
    expect(decode(number, [call(0, '{"output":7}', 'final_output')], 'tools').answer).toMatchObject({
      calls: [],
      outputText: '7',
    })
  })

  it('takes one final_output for the output, whole where it is an object, and a null for none', () => {
    const one = decode(withTools, [call(0, '{"output":{"a":1}}', 'final_output')], 'tools').answer
    expect([one.outputText, one.problem]).toEqual(['{"output":{"a":1}}', undefined])
    const text: ModelDelta = { type: 'text', text: '{"output":{"a":1}}' }
    expect(decode(withTools, [text], 'tools').answer.outputText).toBe('{"output":{"a":1}}')
    const none = decode(withTools, [{ type: 'text', text: ' null ' }, call(0, '{}', 'ping')], 'tools').answer
    expect([none.outputText, none.problem]).toEqual([undefined, undefined])
    expect(decode(withTools, [{ type: 'text', text: 'null' }], 'tools').answer.problem?.code).toBe('answer.empty')
  })

  it('takes JSON next to calls as the output, but not from a cut answer, nor space alone', () => {
    const output: ModelDelta = { type: 'text', text: '{"a":1}' }
    const both = decode(withTools, [output, call(0, '{}', 'ping')], 'tools').answer
    expect([both.outputText, both.calls.length, both.problem]).toEqual(['{"a":1}', 1, undefined])
    const decoder = createDecoder('tools', withTools)
    decoder.push(output)
    expect(plain(decoder.end(false))).toMatchObject({ outputText: undefined, problem: undefined })
    expect(plain(createDecoder('tools', withTools).end(false)).problem).toBeUndefined()
    expect(decode(toolsAndText, [{ type: 'text', text: ' \n' }], 'tools').answer.problem?.code).toBe('answer.empty')
  })

  it('reads what a person wrote in the place of a stored answer: a message like it, or text', () => {
    const read = (raw: string, composition = withTools) => plain(decodeRaw('tools', composition, raw, true))
    const said = (content: string) => decode(withTools, [{ type: 'text', text: content }], 'tools').answer
    expect(read('{"a":1}')).toMatchObject({ calls: [], outputText: '{"a":1}', problem: undefined })
    expect(read('"content"', compositionOf(['ping'], { type: 'string' })).outputText).toBe('"content"')
    for (const text of ['7', '[{"content":"x"}]', 'no JSON', '{"a"', 'null'])
      expect({ ...read(text), raw: '' }, text).toEqual({ ...said(text), raw: '' })
    expect(read('{"content":"{\\"a\\":1}"}').outputText).toBe('{"a":1}')
    expect(read('{"content":null}').problem?.code).toBe('answer.empty')
    // A value that isn't a call doesn't count; missing members are empty.
    const calls = '[5,{"function":5},{"function":{"arguments":"{}"}},{"function":{"name":"ping"}},null]'
    expect(read(`{"tool_calls":${calls}}`).calls).toEqual([
      { index: 0, tool: '', text: '{}' },
      { index: 1, tool: 'ping', text: '{}' },
    ])
    expect(read('{"tool_calls":{"function":{"name":"ping"}}}').problem?.code).toBe('answer.empty')
    expect(read('{"content":"","problem":5}').problem?.code).toBe('answer.empty')
  })

  it('unwraps an output that isn’t an object, and keeps text that only looks wrapped', () => {
    const numbers = compositionOf(['ping'], { type: 'array' })
    const output = (text: string) => decode(numbers, [{ type: 'text', text }], 'tools').answer
    expect(output(' {"output":[7]} ')).toMatchObject({ outputText: '[7]', problem: undefined })
    expect(output('[7]')).toMatchObject({ outputText: '[7]', problem: undefined })
    expect(output('{"other":[7]}').outputText).toBe('{"other":[7]}')
    expect(output('{"output":[7]').outputText).toBe('{"output":[7]')
    expect(output('{"output":null}').problem?.code).toBe('answer.empty')
  })

  it('treats text next to calls as talk, and text alone as the output of an Idea without schema', () => {
    const talk: ModelDelta = { type: 'text', text: 'Let me look.' }
    expect(decode(withTools, [talk, call(0, '{}', 'ping')], 'tools').answer).toMatchObject({ outputText: undefined })
    expect(decode(toolsAndText, [talk, call(0, '{}', 'ping')], 'tools').answer.outputText).toBeUndefined()
    expect(decode(toolsAndText, [talk], 'tools').answer.outputText).toBe('"Let me look."')
    expect(decode(withTools, [talk], 'tools').answer.problem?.code).toBe('json.invalid')
    expect(decode(withTools, [], 'tools').answer.problem?.code).toBe('answer.empty')
  })

  it('gives the same for any chunking, and for the recorded message', () => {
    const answers = fc.record({
      content: fc.oneof(fc.constant(''), fc.string()),
      calls: fc.array(fc.tuple(fc.constantFrom('ping', 'greet', 'final_output'), fc.string()), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(answers, ({ content, calls }) => {
        const head: ModelDelta[] = [{ type: 'text', text: content }]
        const whole = decode(withTools, [...head, ...calls.map(([name, text], i) => call(i, text, name))], 'tools')
        const cut = calls.flatMap(([name, text], i) => [call(i, '', name), ...[...text].map((c) => call(i, c))])
        expect(decode(withTools, [...pieces(content), ...cut], 'tools')).toEqual(whole)
        expect(plain(decodeRaw('tools', withTools, whole.answer.raw, true))).toEqual(whole.answer)
        expect(whole.streamed).toEqual(whole.answer.calls)
      }),
    )
  })
})
