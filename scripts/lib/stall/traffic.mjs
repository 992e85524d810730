// Large and legal input other than schemas: values, answers, lists, files. Each drives the real server.
import { join } from 'node:path'

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {import('./endpoint.mjs').Answer} Answer */
/** @typedef {import('./endpoint.mjs').Pieces} Pieces */
/** @typedef {{ readonly name: string, readonly schema: unknown, readonly value: unknown }} Shape */
/** @typedef {(answered: number) => { answer: Answer, pieces: Pieces }} Script what the endpoint says, by the answers before */
/** @typedef {readonly [name: string, drive: () => Promise<string | number>]} Traffic resolves to how it ended */

/** @template T @param {number} count @param {(index: number) => T} make */
export const many = (count, make) => Array.from({ length: count }, (_, index) => make(index))

/** @type {Shape} */
const TEXT = { name: 'one text', schema: { type: 'string' }, value: 'word '.repeat(190_000) }
/** @type {readonly Shape[]} values of almost 1,000,000 characters as JSON, the most that one Call may carry */
export const SHAPES = [
  TEXT,
  { name: 'one text of another script', schema: { type: 'string' }, value: 'слово '.repeat(160_000) },
  { name: 'one text of lines', schema: { type: 'string' }, value: 'line\n\t"x"\n'.repeat(62_000) },
  { name: '140,000 numbers', schema: { type: 'array', items: { type: 'number' } }, value: many(140_000, (n) => n) },
  {
    name: '38,000 objects',
    schema: { type: 'array', items: { type: 'object' } },
    value: many(38_000, (n) => ({ a: n, b: 'of two' })),
  },
  {
    name: 'an object of 40,000 names',
    schema: { type: 'object' },
    value: Object.fromEntries(many(40_000, (n) => [`name ${n}`, 'a value'])),
  },
]
/** Parameters that no Tool declares, 870 KB of them. */
export const UNKNOWN = Object.fromEntries(many(80_000, (n) => [`k${n}`, 0]))

/** One of the shapes above, if each costs the same. */
const USUAL = SHAPES.filter(({ name }) => name === 'one text' || name === '38,000 objects')

/** An Idea whose only Tool takes the shape and does nothing, hands it to an Activity, or gives it to the state. @param {Shape} shape */
export const ideaOf = ({ schema }) => ({
  context: [
    { type: 'text', text: 'Take what comes.' },
    { type: 'state', schema: { type: 'object' }, state: {} },
    {
      type: 'tool',
      tool: {
        take: { type: 'object', description: 'Takes it.', properties: { value: schema }, required: ['value'] },
        echo: {
          type: 'object',
          description: 'Gives it back.',
          properties: { value: schema, _output: schema },
          required: ['value'],
        },
        give: { type: 'object', description: 'Gives much.' },
        keep: {
          type: 'object',
          description: 'Keeps it in the state.',
          properties: { _outputPath: { const: '†state.kept' }, value: schema, _output: schema },
          required: ['value'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { done: schema }, required: ['done'] },
})

/**
 * The endpoint's first answer, and when it is done. @param {Answer} first @param {Pieces} pieces @param {unknown} done
 * @returns {Script}
 */
const script = (first, pieces, done) => (answered) =>
  answered === 0 ? { answer: first, pieces } : { answer: { output: { done } }, pieces: 'at once' }

const mcpServer = (/** @type {number} */ properties) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, 'mcp-server.mjs'), String(properties)],
})

/** The files that a workspace needs for all of this. */
export const FILES = {
  'activities/stall.js': [
    'export const echo = ({ value }) => value',
    'export const keep = ({ value }) => value',
    'const large = Array.from({ length: 150_000 }, (_, n) => ({ a: n, b: "of two" }))',
    'export const give = () => large',
  ].join('\n'),
  'mcp.json': { mcpServers: { many: mcpServer(30), huge: mcpServer(200) } },
}

/** @param {Server} server @param {(next: Script) => void} tell what the endpoint answers from now on */
export const createRunner = ({ ask, ended }, tell) => {
  let names = 0
  let last = ''
  return {
    /** The last run. */
    last: () => last,
    /** Resolves to how it ended. @param {object} idea @param {Record<string, unknown>} options @param {Script} next */
    run: async (idea, options, next) => {
      tell(next)
      const name = `traffic${names++}`
      const saved = await ask('PUT', `/api/ideas/${name}`, idea, { 'if-none-match': '*' })
      const started = await ask('POST', '/api/runs', { idea: name, model: 'told', ...options })
      if (started.status !== 202) return `${saved.status} ${started.status} ${started.text.slice(0, 200)}`
      last = JSON.parse(started.text).id
      const end = await ended(last)
      await ask('DELETE', `/api/ideas/${name}`)
      return end
    },
  }
}

/** @typedef {ReturnType<typeof createRunner>} Runner */

/** Each shape as arguments, result, state and output. @param {Runner} runner @returns {readonly Traffic[]} */
const largeValues = ({ run }) => {
  /** @param {string} tool @param {Shape} shape @param {Pieces} pieces @param {'structured' | 'tools'} wire */
  const called = (tool, shape, pieces, wire) =>
    run(
      { ...ideaOf(shape), config: { wire } },
      {},
      script(
        { calls: [{ tool, parameters: { value: shape.value } }] },
        pieces,
        shape.name.startsWith('one') ? '' : Array.isArray(shape.value) ? [] : {},
      ),
    )

  return [
    ...SHAPES.flatMap((shape) => [
      /** @type {Traffic} */ ([`arguments: ${shape.name}`, () => called('take', shape, 'at once', 'structured')]),
      /** @type {Traffic} */ ([`arguments and result: ${shape.name}`, () => called('echo', shape, 'at once', 'tools')]),
    ]),
    ...USUAL.flatMap((shape) => [
      /** @type {Traffic} */ ([
        `arguments in pieces of 20: ${shape.name}`,
        () => called('take', shape, 20, 'structured'),
      ]),
      /** @type {Traffic} */ ([
        `arguments in pieces of 20, wire tools: ${shape.name}`,
        () => called('take', shape, 20, 'tools'),
      ]),
      /** @type {Traffic} */ ([
        `arguments, not streamed: ${shape.name}`,
        () => called('take', shape, 'not streamed', 'structured'),
      ]),
      /** @type {Traffic} */ ([
        `a result kept in the state: ${shape.name}`,
        () => called('keep', shape, 'at once', 'structured'),
      ]),
      /** @type {Traffic} */ ([
        `an output: ${shape.name}`,
        () => run(ideaOf(shape), {}, () => ({ answer: { output: { done: shape.value } }, pieces: 'at once' })),
      ]),
    ]),
    .../** @type {const} */ (['structured', 'tools']).map(
      (wire) =>
        /** @type {Traffic} */ ([
          `arguments: 80,000 unknown parameters, wire ${wire}`,
          () =>
            run(
              { ...ideaOf(TEXT), config: { wire } },
              {},
              script({ calls: [{ tool: 'echo', parameters: { value: 'x', ...UNKNOWN } }] }, 'at once', ''),
            ),
        ]),
    ),
  ]
}

/** Many Calls in one answer. @param {Runner} runner @returns {readonly Traffic[]} */
const manyCalls = ({ run }) => {
  /** @param {number} count @param {string} tool */
  const calls = (count, tool) => many(count, (n) => ({ tool, parameters: { value: String(n) } }))

  return [
    [
      '128 Calls of 8 KB',
      () =>
        run(
          ideaOf(TEXT),
          {},
          script(
            { calls: many(128, () => ({ tool: 'echo', parameters: { value: 'word '.repeat(1600) } })) },
            'at once',
            '',
          ),
        ),
    ],
    [
      '1,000 Calls in one answer',
      () =>
        run(
          ideaOf(TEXT),
          { config: { limits: { callsPerTurn: 1000 } } },
          script({ calls: calls(1000, 'echo') }, 'at once', ''),
        ),
    ],
    [
      '20,000 Calls in one answer',
      () => run(ideaOf(TEXT), {}, script({ calls: calls(20_000, 'take') }, 'at once', '')),
    ],
    [
      '20,000 Calls in one answer, wire tools',
      () =>
        run(
          { ...ideaOf(TEXT), config: { wire: 'tools' } },
          {},
          script({ calls: calls(20_000, 'take') }, 'at once', ''),
        ),
    ],
    ['20,000 Calls in pieces', () => run(ideaOf(TEXT), {}, script({ calls: calls(20_000, 'nothing') }, 100, ''))],
  ]
}

/** Large results, references, answers and inputs. @param {Runner} runner @returns {readonly Traffic[]} */
const largeRest = ({ run }) => [
  [
    'a result of 4 MB',
    () => run(ideaOf(TEXT), {}, script({ calls: [{ tool: 'give', parameters: {} }] }, 'at once', '')),
  ],
  [
    '16 Calls that refer to a value of 1 MB',
    () =>
      run(ideaOf(TEXT), { config: { limits: { tokens: 1e8 } } }, (answered) => ({
        answer:
          [
            { calls: [{ tool: 'keep', parameters: { value: TEXT.value } }] },
            { calls: many(16, () => ({ tool: 'echo', parameters: { value: '†state.kept' } })) },
            { output: { done: '' } },
          ][answered] ?? {},
        pieces: 'at once',
      })),
  ],
  .../** @type {const} */ (['at once', 'not streamed', 100_000]).map(
    (pieces) =>
      /** @type {Traffic} */ ([
        `an answer of 60 MB, ${typeof pieces === 'number' ? 'in pieces' : pieces}`,
        () => run(ideaOf(TEXT), {}, () => ({ answer: { output: { done: 'x'.repeat(60_000_000) } }, pieces })),
      ]),
  ),
  [
    'a run with an input of 600 KB',
    () =>
      run(
        { context: [{ type: 'input', schema: { type: 'object' } }] },
        { input: { text: 'word '.repeat(120_000) } },
        () => ({ answer: { output: 'done' }, pieces: 'at once' }),
      ),
  ],
]

/** @param {Runner} runner @returns {readonly Traffic[]} */
export const createTraffic = (runner) => [...largeValues(runner), ...manyCalls(runner), ...largeRest(runner)]
