import type { JsonObject } from '../../src/schema/json.ts'
import type { Random } from './random.ts'

/** One Tool of the pool, with how a model that means well fills it. */
export interface PoolTool {
  readonly name: string
  readonly schema: JsonObject
  readonly fill: (random: Random) => JsonObject
}

const PATHS = [
  '†state.a',
  '†state.b',
  '†state.c.d',
  '†state.a || †state.b',
  '†state.a && †state.b',
  '†input.n',
  '†state',
]
const tool = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  description: 'One of the pool.',
  properties,
  required,
})
const integer = { type: 'integer' }
const word = (random: Random): string => random.pick(['sea', 'Привет', '🙂', 'a"b\\c', ''])
const number = (random: Random): number => random.int(0, 9)
const numberOrPath = (random: Random) => (random.chance(0.4) ? random.pick(PATHS) : number(random))

/** The Tools that graphs are made of: every mode and every gate once. Their validators are compiled once for all seeds. */
export const LEAF_TOOLS: readonly PoolTool[] = [
  {
    name: 'echo',
    schema: tool({ text: { type: 'string' }, n: integer }, ['text']),
    fill: (random) => ({ text: word(random), ...(random.chance(0.5) && { n: numberOrPath(random) }) }),
  },
  {
    name: 'store',
    schema: tool({ n: integer, _outputPath: { type: 'string' } }, ['n']),
    fill: (random) => ({ n: numberOrPath(random), _outputPath: random.pick(PATHS.slice(0, 5)) }),
  },
  { name: 'think', schema: tool({ thought: { type: 'string' } }), fill: (random) => ({ thought: word(random) }) },
  {
    name: 'guess',
    schema: tool({
      text: { type: 'string' },
      _output: { type: 'object', properties: { mood: { enum: ['good', 'bad'] } }, required: ['mood'] },
    }),
    fill: (random) => ({
      text: word(random),
      ...(random.chance(0.8) && { _output: { mood: random.pick(['good', 'bad', 'odd']) } }),
    }),
  },
  {
    name: 'risky',
    schema: tool({ n: integer, _approval: { const: 'required' } }, ['n']),
    fill: (random) => ({ n: numberOrPath(random) }),
  },
  {
    name: 'careful',
    schema: tool({ n: integer, _approval: { const: { when: { properties: { n: { minimum: 5 } } } } } }, ['n']),
    fill: (random) => ({ n: number(random) }),
  },
  {
    name: 'once',
    schema: tool({ n: integer, _idempotent: { const: false } }, ['n']),
    fill: (random) => ({ n: number(random) }),
  },
  { name: 'shaky', schema: tool({ n: integer }), fill: (random) => ({ n: number(random) }) },
  { name: 'asks', schema: tool({ n: integer }), fill: (random) => ({ n: number(random) }) },
  {
    name: 'draw',
    schema: tool({ size: integer, _output: { type: 'object' }, _outputPath: { const: '†state.picture' } }, ['size']),
    fill: (random) => ({ size: random.pick([1, 6000]) }),
  },
]

/** The Activities behind them; `think` and `guess` are latent. */
export const ACTIVITIES = ['echo', 'store', 'risky', 'careful', 'once', 'shaky', 'asks', 'draw'] as const

/** A Tool that enters another Idea; `imports` in each of the two written forms. */
export const moduleTool = (name: string, address: string, random: Random): PoolTool => ({
  name,
  schema: tool(
    {
      n: integer,
      text: { type: 'string' },
      _module: { const: address },
      ...random.pick<JsonObject>([
        {},
        { _imports: { const: ['state', 'data:notes'] } },
        { _imports: { type: 'array', items: { enum: ['input', 'text', 'state:a'] } } },
      ]),
      ...(address === 'anonymous' && { _output: { type: 'object', properties: { n: integer }, required: ['n'] } }),
      ...(random.chance(0.3) && { _outputPath: { const: '†state.b' } }),
    },
    [],
  ),
  fill: (inner) => ({ text: word(inner), ...(inner.chance(0.5) && { n: numberOrPath(inner) }) }),
})
