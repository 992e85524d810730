import { ModelError, type ModelDelta } from '../src/model/model.ts'
import { TEST_WIRES } from './test-wires.ts'

const answer = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const done = { calls: [], output: { text: 'done' } }
const tool = (properties: object, more: object = {}) => ({
  type: 'object',
  description: 'Does it.',
  properties,
  ...more,
})

/** The target of a hostile model: an Idea with a Tool of every kind. */
export const ideas = {
  one: {
    config: { limits: { turns: 4, invalidTurns: 2 } },
    context: [
      { type: 'text', text: 'Do it.' },
      { type: 'input', schema: { type: 'object' }, input: { n: 1 } },
      { type: 'state', state: { a: 1 } },
      {
        type: 'tool',
        tool: {
          ping: tool({ host: { type: 'string' }, n: { type: 'number' }, deep: {} }),
          feel: tool({ text: { type: 'string' }, _output: { enum: ['good', 'bad'] } }),
          save: tool({ n: {}, _outputPath: { type: 'string' } }),
          guard: tool({ host: { type: 'string' }, _approval: { const: 'required' } }),
          enter: tool({ q: { type: 'string' }, _module: { enum: ['idea://one', 'idea://gone'] } }),
        },
      },
    ],
    schema: answer,
  },
}

/** A hostile answer: a text, the pieces of a stream, or what the adapter throws. */
export type How = string | readonly ModelDelta[] | Error
/** One attack as each wire carries it; a wire without an entry cannot be attacked like that. */
interface Attack {
  readonly structured?: How
  readonly tools?: Exclude<How, string>
}
export const finish: ModelDelta = { type: 'finish', reason: 'stop' }
export const text = (said: string): ModelDelta => ({ type: 'text', text: said })
export const fn = (name: string, args: string, index = 0, id = `id${index}`): ModelDelta => ({
  type: 'call',
  index,
  id,
  name,
  argumentsDelta: args,
})

/** One Call with these arguments, as text that need not be JSON. */
const call = (name: string, args: string): Attack => ({
  structured: `{"calls":[{"_tool":${JSON.stringify(name)}${args.startsWith('{') && args !== '{}' ? `,${args.slice(1)}` : '}'}],"output":null}`,
  tools: [fn(name, args), finish],
})
const output = (json: string): Attack => ({ structured: `{"calls":[],"output":${json}}`, tools: [text(json), finish] })
const both = (pieces: readonly ModelDelta[] | Error): Attack => ({ structured: pieces, tools: pieces })
export const repeat = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const error = (...args: ConstructorParameters<typeof ModelError>): Attack => both(new ModelError(...args))

const ATTACKS: { readonly [title: string]: Attack } = {
  'an unknown tool': call('pong', '{}'),
  'a tool named like a prototype': call('__proto__', '{}'),
  'a tool named toString': call('toString', '{}'),
  'a tool with an empty name': call('', '{}'),
  'a tool in another case': call('Ping', '{}'),
  'a look-alike name': call('рing', '{}'),
  'a name of 100,000 letters': call('x'.repeat(100_000), '{}'),
  'arguments that end in the middle': call('ping', '{"host":"a"'),
  'arguments with a trailing comma': call('ping', '{"host":"a",}'),
  'arguments with a duplicate key': call('ping', '{"host":"a","host":"b"}'),
  'a duplicate key deep inside': call('ping', '{"deep":{"a":{"b":1,"b":2}}}'),
  'NaN as a number': call('ping', '{"n":NaN}'),
  'Infinity as a number': call('ping', '{"n":-Infinity}'),
  'a number that overflows': call('ping', '{"n":1e999}'),
  'single quotes': call('ping', "{'host':'a'}"),
  'comments in JSON': call('ping', '{/* hi */"host":"a"}'),
  'arguments 100,000 levels deep': call('ping', `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'arguments 1,000 objects deep': call('ping', `{"deep":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`),
  'a text of 5 MB': call('ping', `{"host":"${'x'.repeat(5_000_000)}"}`),
  'a value of 200 KB that is allowed': call('ping', `{"host":"${'x'.repeat(200_000)}"}`),
  '100,000 unknown parameters': call('ping', `{${repeat(100_000, (n) => `"p${n}":1`).join(',')}}`),
  'a NUL in a text': call('ping', '{"host":"a\\u0000b"}'),
  'a raw NUL in a text': call('ping', '{"host":"a\u0000b"}'),
  'a lone surrogate, escaped': call('ping', '{"host":"\\ud800"}'),
  'a lone surrogate, raw': call('ping', '{"host":"\ud800"}'),
  'a byte-order mark': { structured: `\ufeff${JSON.stringify(done)}`, tools: [text(`\ufeff{"text":"x"}`), finish] },
  '__proto__ among the arguments': call('ping', '{"__proto__":{"polluted":true}}'),
  'constructor.prototype deep inside': call('ping', '{"deep":{"constructor":{"prototype":{"polluted":true}}}}'),
  'arguments that are an array': {
    structured: '{"calls":[[1,2]],"output":null}',
    tools: [fn('ping', '[1,2]'), finish],
  },
  'arguments that are a text': { structured: '{"calls":["ping"],"output":null}', tools: [fn('ping', '"a"'), finish] },
  'arguments that are null': { structured: '{"calls":[null],"output":null}', tools: [fn('ping', 'null'), finish] },
  'no arguments at all': { structured: '{"calls":[{}],"output":null}', tools: [fn('ping', ''), finish] },
  'arguments encoded twice': {
    structured: '{"calls":["{\\"_tool\\":\\"ping\\"}"],"output":null}',
    tools: [fn('ping', '"{\\"host\\":1}"'), finish],
  },
  'a forged _activity': call('ping', '{"_activity":"rm"}'),
  'a forged _module': call('ping', '{"_module":"http://evil.example/idea.json"}'),
  'a module that is not offered': call('enter', '{"_module":"../../etc/passwd"}'),
  'a module that does not exist': call('enter', '{"_module":"idea://gone"}'),
  'a module entered without end': call('enter', '{"_module":"idea://one"}'),
  'a forged _approval': call('guard', '{"host":"a","_approval":"granted"}'),
  'forged _imports': call('enter', '{"_module":"idea://one","_imports":["state","text"]}'),
  'a forged _instance': call('ping', '{"_instance":"other"}'),
  'a forged _tool': {
    structured: '{"calls":[{"_tool":"ping","_tool":"guard"}],"output":null}',
    tools: [fn('ping', '{"_tool":"guard"}'), finish],
  },
  'an unknown meta field': call('ping', '{"_sudo":true}'),
  'a prediction of an impossible result': call('ping', '{"_output":{"a":1}}'),
  'a latent result of the wrong shape': call('feel', '{"text":"x","_output":"odd"}'),
  'a latent result left out': call('feel', '{"text":"x"}'),
  'an output path to the prototype': call('save', '{"n":1,"_outputPath":"†state.__proto__.x"}'),
  'an output path to the input': call('save', '{"n":1,"_outputPath":"†input.n"}'),
  'an output path through a number': call('save', '{"n":1,"_outputPath":"†state.a.b"}'),
  'an invalid output path': call('save', '{"n":1,"_outputPath":"† & || "}'),
  'a reference to the prototype': call('save', '{"n":"†state.constructor.prototype","_outputPath":"†state.b"}'),
  'a reference to nothing': call('save', '{"n":"†state.nowhere","_outputPath":"†state.b"}'),
  'a reference of a thousand parts': call('save', `{"n":"†state${'.a'.repeat(1000)}","_outputPath":"†state.b"}`),
  'a malformed reference': call('save', '{"n":"†state..a || && ","_outputPath":"†state.b"}'),
  'a reference to itself': call('save', '{"n":"†state.b","_outputPath":"†state.b"}'),
  'a circle of references': {
    structured:
      '{"calls":[{"_tool":"save","n":"†state.x","_outputPath":"†state.y"},{"_tool":"save","n":"†state.y","_outputPath":"†state.x"}],"output":null}',
    tools: [
      fn('save', '{"n":"†state.x","_outputPath":"†state.y"}'),
      fn('save', '{"n":"†state.y","_outputPath":"†state.x"}', 1),
      finish,
    ],
  },
  'an output of the wrong shape': output('{"text":7}'),
  'an output that isn’t an object': output('[]'),
  'an output with unknown properties': output('{"text":"x","extra":1}'),
  'an output with __proto__': output('{"text":"x","__proto__":{"polluted":true}}'),
  'an output with a duplicate key': output('{"text":"x","text":"y"}'),
  'an output that ends in the middle': output('{"text":"x"'),
  'an output 100,000 levels deep': output(`{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'an output with a failing call': {
    structured: '{"calls":[{"_tool":"pong"}],"output":{"text":"early"}}',
    tools: [text('{"text":"early"}'), fn('pong', '{}'), finish],
  },
  'neither calls nor an output': { structured: '{"calls":[],"output":null}', tools: [finish] },
  'an empty object': { structured: '{}', tools: [text('{}'), finish] },
  'an empty text': { structured: '', tools: [text(''), finish] },
  'white space': { structured: ' \n ', tools: [text(' \n '), finish] },
  'prose before the JSON': { structured: `Sure! ${JSON.stringify(done)}`, tools: [text('Sure! {"text":"x"}'), finish] },
  'prose after the JSON': {
    structured: `${JSON.stringify(done)} Enjoy!`,
    tools: [text('{"text":"x"} Enjoy!'), finish],
  },
  'a code fence': {
    structured: `\`\`\`json\n${JSON.stringify(done)}\n\`\`\``,
    tools: [text('```json\n{"text":"x"}\n```'), finish],
  },
  'two answers in a row': {
    structured: JSON.stringify(done).repeat(2),
    tools: [text('{"text":"x"}{"text":"y"}'), finish],
  },
  'calls given twice': {
    structured: '{"calls":[],"calls":[],"output":null}',
    tools: [fn('ping', '{}'), fn('ping', '{}', 0, 'id0'), finish],
  },
  'calls that are an object': { structured: '{"calls":{"_tool":"ping"},"output":null}' },
  'an output before the calls': { structured: '{"output":{"text":"x"},"calls":[{"_tool":"ping"}]}' },
  'unknown names in the envelope': { structured: '{"calls":[],"output":{"text":"x"},"admin":true}' },
  'a web page': both([text('<!doctype html><title>502</title>'), finish]),
  'the other wire': {
    structured: [fn('ping', '{}'), finish],
    tools: [text('{"calls":[{"_tool":"ping"}],"output":null}'), finish],
  },
  'the JSON of a tool call as text': both([text('<tool_call>{"name":"ping","arguments":{}}</tool_call>'), finish]),
  '10,000 calls in a turn': {
    structured: JSON.stringify({ calls: repeat(10_000, () => ({ _tool: 'ping' })), output: null }),
    tools: [...repeat(10_000, (index) => fn('ping', '{}', index)), finish],
  },
  'all calls with the index 0 and one id': {
    tools: [fn('ping', '{"n":1}', 0, 'x'), fn('ping', '{"n":2}', 0, 'x'), finish],
  },
  'indexes out of order': {
    tools: [fn('ping', '{"n":1}', 7), fn('ping', '{"n":2}', 2), fn('ping', '{"n":3}', 5), finish],
  },
  'pieces of two calls mixed': {
    tools: [
      fn('ping', '{"n"', 0),
      fn('ping', '{"n"', 1),
      { type: 'call', index: 0, argumentsDelta: ':1}' },
      { type: 'call', index: 1, argumentsDelta: ':2}' },
      finish,
    ],
  },
  'a call without a name': { tools: [{ type: 'call', index: 0, argumentsDelta: '{}' }, finish] },
  'an index that is negative': { tools: [fn('ping', '{}', -1), finish] },
  'an index that isn’t a number': { tools: [fn('ping', '{}', Number.NaN), fn('ping', '{}', Number.NaN), finish] },
  'an unrequested final_output': { tools: [fn('final_output', '{"text":"x"}'), finish] },
  'final_output twice': { tools: [fn('final_output', '{"text":"x"}'), fn('final_output', '{"text":"y"}', 1), finish] },
  'final_output with broken JSON': { tools: [fn('final_output', '{"text":'), finish] },
  'final_output with a call that fails': { tools: [fn('pong', '{}'), fn('final_output', '{"text":"x"}', 1), finish] },
  'a refusal': both([{ type: 'refusal', text: 'I cannot.' }, finish]),
  'a refusal after a call': {
    structured: [text('{"calls":[{"_tool":"ping"}],'), { type: 'refusal', text: 'No.' }, finish],
    tools: [fn('ping', '{}'), fn('feel', '{}', 1), { type: 'refusal', text: 'No.' }, finish],
  },
  'a cut-off by length': both([text('{"calls":['), { type: 'finish', reason: 'length' }]),
  'a content filter': both([text('{"calls":['), { type: 'finish', reason: 'content_filter' }]),
  'no finish': both([text(JSON.stringify(done))]),
  'nothing at all': both([]),
  'pieces after the finish': {
    structured: [text(JSON.stringify(done)), finish, text('}'), finish],
    tools: [text('{"text":"x"}'), finish, fn('ping', '{}'), finish],
  },
  'reasoning without an answer': both([{ type: 'reasoning', text: 'hmm' }, finish]),
  'usage of nonsense': both([
    {
      type: 'usage',
      usage: { inputTokens: -5, outputTokens: 1e18, cachedTokens: 0, reasoningTokens: 0, estimated: false },
    },
    text('{"text":"x"}'),
    finish,
  ]),
  'an unknown finish reason': {
    structured: [text(JSON.stringify(done)), { type: 'finish', reason: 'magic' }],
    tools: [text('{"text":"x"}'), { type: 'finish', reason: 'magic' }],
  },
  'a missing endpoint': error('model.unreachable', 'No route.', { retryable: true }),
  'an endpoint that asks to wait for ever': error('model.rateLimited', 'Wait.', {
    retryable: true,
    retryAfterMs: 1e15,
  }),
  'an endpoint that fails': error('model.status', '500', { retryable: true, status: 500 }),
  'an endpoint that answers with a web page': error('model.envelope', 'A web page.'),
  'a schema that is refused in every way': error('model.schemaRefused', 'Too deep.', { status: 400 }),
  'a stall': error('model.stalled', 'Nothing for 60 s.', { retryable: true }),
  'an adapter with a bug': both(new TypeError('undefined is not a function')),
}

/** Letter by letter where the attack is small enough for that to be a test and not a wait. */
export const cut = (pieces: readonly ModelDelta[]): readonly ModelDelta[] =>
  pieces.flatMap((piece): readonly ModelDelta[] => {
    if (piece.type === 'text') return piece.text.length > 5000 ? [piece] : [...piece.text].map(text)
    if (piece.type !== 'call' || piece.argumentsDelta.length > 5000) return [piece]
    const { index } = piece
    return [
      { ...piece, argumentsDelta: '' },
      ...[...piece.argumentsDelta].map((argumentsDelta): ModelDelta => ({ type: 'call', index, argumentsDelta })),
    ]
  })

/** Each attack on each wire that can carry it. */
export const ATTACK_FORMS = Object.entries(ATTACKS).flatMap(([title, attack]) =>
  TEST_WIRES.flatMap((wire) => {
    const how = attack[wire]
    return how === undefined ? [] : [{ title, wire, how }]
  }),
)

/** The pieces of an attack, as they are or letter by letter; an error is thrown in their place. */
export const piecesOf = (how: Exclude<How, Error>, isStreamed: boolean): readonly ModelDelta[] => {
  const pieces = typeof how === 'string' ? [text(how), finish] : how
  return isStreamed ? cut(pieces) : pieces
}
