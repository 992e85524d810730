// Large work next to a live run: values to check, files to save, lists of Tools, recorded runs.
import { many, SHAPES, UNKNOWN, ideaOf } from './traffic.mjs'

/** @typedef {import('./traffic.mjs').Traffic} Traffic */

/** An Idea near the most that a file of the workspace may weigh. */
const HEAVY_IDEA = {
  context: [
    ...many(40, (n) => ({
      type: 'text',
      text: `Paragraph ${n}. ${'Words that explain the work to do. '.repeat(300)}`,
    })),
    {
      type: 'tool',
      tool: Object.fromEntries(many(100, (n) => [`tool${n}`, { type: 'object', description: `Tool ${n}.` }])),
    },
  ],
}

let made = 0
/** An Idea of a thousand Tools, none of which was seen before. */
const manyTools = () => ({
  context: [
    { type: 'text', text: `Choose among a thousand. ${made++}` },
    {
      type: 'tool',
      tool: Object.fromEntries(
        many(1000, (n) => [
          `tool${n}`,
          {
            type: 'object',
            description: `Does number ${n} of a thousand things, of which ${made} were made before.`,
            properties: {
              subject: { type: 'string', minLength: 1, description: 'What it is done to.' },
              count: { type: 'integer', minimum: 1, description: 'How often.' },
            },
            required: ['subject'],
          },
        ]),
      ),
    },
  ],
})

const smallIdea = (/** @type {number} */ n) => ({
  title: `Idea ${n}`,
  description: 'One of hundreds.',
  context: [
    {
      type: 'input',
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          many(30, (p) => [`property_${p}`, { type: 'string', minLength: p, description: 'One of thirty.' }]),
        ),
      },
    },
  ],
  schema: { type: 'object', properties: { answer: { type: 'string' } } },
})

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {ReturnType<typeof import('./traffic.mjs').createRunner>} Runner */

/** One number for all, so that no two files are called alike. */
let names = 0
const NEW = { 'if-none-match': '*' }

/** @param {Server} server */
const statusOf =
  ({ ask }) =>
  /** @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] */
  async (method, path, body, headers) =>
    (await ask(method, path, body, headers)).status

/** Calls to check and Requests to compose. @param {Server} server @returns {readonly Traffic[]} */
const checksAndCompositions = (server) => {
  const status = statusOf(server)
  /** @param {unknown} value */
  const check = (value) => status('POST', '/api/check', { tool: { properties: { value: {} } }, calls: [value] })

  return [
    ...SHAPES.flatMap(({ name, value }) => [
      /** @type {Traffic} */ ([`POST /api/check: ${name}`, () => check({ value })]),
      /** @type {Traffic} */ ([`POST /api/check, as text: ${name}`, () => check(JSON.stringify({ value }))]),
    ]),
    ['POST /api/check: 80,000 unknown parameters', () => check(UNKNOWN)],
    ['POST /api/check, as text: 80,000 unknown parameters', () => check(JSON.stringify(UNKNOWN))],
    .../** @type {const} */ ([undefined, 'tools']).flatMap((wire) =>
      [false, true].map(
        (strict) =>
          /** @type {Traffic} */ ([
            `composing 1,000 Tools, ${wire ?? 'structured'}, ${strict ? 'strict' : 'not strict'}`,
            () => status('POST', '/api/compose', { idea: manyTools(), strict, ...(wire && { wire }) }),
          ]),
      ),
    ),
  ]
}

/** Ideas to save. @param {Server} server @param {Runner} runner @returns {readonly Traffic[]} */
const savedIdeas = (server, runner) => {
  const { ask } = server
  const status = statusOf(server)
  return [
    [
      'composing 1,000 Tools in a run',
      () => runner.run(manyTools(), {}, () => ({ answer: { output: 'done' }, pieces: 'at once' })),
    ],
    [
      'saving, readiness and graph of an Idea of 1,000 Tools',
      async () => {
        const name = `many${names++}`
        const saved = await status('PUT', `/api/ideas/${name}`, manyTools(), NEW)
        await ask('GET', `/api/ideas/${name}/readiness`)
        await ask('GET', '/api/graph')
        await ask('DELETE', `/api/ideas/${name}`)
        return saved
      },
    ],
    [
      'saving, readiness and graph of an Idea of 500 KB',
      async () => {
        const name = `heavy${names++}`
        const saved = await status('PUT', `/api/ideas/${name}`, HEAVY_IDEA, NEW)
        await ask('GET', `/api/ideas/${name}/readiness`)
        await ask('GET', '/api/graph')
        await ask('GET', '/api/ideas?texts=all')
        await ask('DELETE', `/api/ideas/${name}`)
        return saved
      },
    ],
    [
      'saving an Idea of 1 MB',
      () =>
        status(
          'PUT',
          `/api/ideas/heavy${names++}`,
          { context: [{ type: 'text', text: 'word '.repeat(200_000) }] },
          NEW,
        ),
    ],
    [
      'ten Ideas of 500 KB changed at once',
      async () => {
        const base = (names += 10)
        const files = many(10, (n) => `ideas/heavy${base + n}.json`)
        const text = JSON.stringify(HEAVY_IDEA)
        const saved = await status('POST', '/api/workspace/edits', {
          edits: files.map((file) => ({ file, ifMatch: null, text })),
        })
        for (const file of files) await ask('DELETE', `/api/${file.slice(0, -5)}`)
        return saved
      },
    ],
  ]
}

/** Many tools of MCP servers, and many Ideas. @param {Server} server @returns {readonly Traffic[]} */
const manyToolsAndIdeas = (server) => {
  const { ask } = server
  const status = statusOf(server)
  /** @type {Promise<unknown> | undefined} */
  let hundreds
  const withHundredsOfIdeas = () =>
    (hundreds ??= (async () => {
      for (let n = 0; n < 300; n += 50)
        await ask('POST', '/api/workspace/edits', {
          edits: many(50, (m) => ({
            file: `ideas/many${n + m}.json`,
            ifMatch: null,
            text: JSON.stringify(smallIdea(n + m)),
          })),
        })
    })())
  const mcpServer = async (/** @type {string} */ name) => {
    await ask('POST', `/api/mcp/servers/${name}/stop`, {})
    const started = await status('POST', `/api/mcp/servers/${name}/start`, {})
    await ask('GET', `/api/mcp/servers/${name}/tools`)
    return started
  }
  const mcp = (/** @type {string} */ method, params = {}) =>
    status('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, { accept: 'application/json, text/event-stream' })

  return [
    ['an MCP server of 500 tools (1.6 MB): start and list', () => mcpServer('many')],
    ['an MCP server of 500 tools (9 MB): refused', () => mcpServer('huge')],
    ['the graph of 300 Ideas', async () => (await withHundredsOfIdeas(), status('GET', '/api/graph'))],
    [
      'a change among 300 Ideas',
      async () => (await withHundredsOfIdeas(), status('PUT', `/api/ideas/many${names++}x`, smallIdea(0), NEW)),
    ],
    ['MCP tools/list of 300 Ideas', async () => (await withHundredsOfIdeas(), mcp('tools/list'))],
  ]
}

/** A large recorded run: read, replayed, forked, exported, imported. @param {Server} server @param {Runner} runner @returns {readonly Traffic[]} */
const largeRun = (server, runner) => {
  const { ask } = server
  const status = statusOf(server)
  let big = ''
  let exported = ''
  /** A Call of a megabyte with its result, then 12 turns of 120 small ones that have both before them: 3,200 events, 37 MB as they are exported. */
  const bigRun = async () => {
    const [shape] = SHAPES.filter(({ name }) => name === '38,000 objects')
    if (shape === undefined || big !== '') return big
    const small = (/** @type {number} */ turn) =>
      many(120, (n) => ({ tool: 'echo', parameters: { value: [{ turn, n }] } }))
    const value = (/** @type {number} */ turn) => [{ turn }, .../** @type {unknown[]} */ (shape.value)]
    await runner.run(ideaOf(shape), { config: { limits: { tokens: 1e8 } } }, (answered) => ({
      answer:
        answered < 1
          ? { calls: [{ tool: 'echo', parameters: { value: value(answered) } }] }
          : answered < 13
            ? { calls: small(answered) }
            : { output: { done: [] } },
      pieces: 'at once',
    }))
    big = runner.last()
    return big
  }
  /** @param {string} path */
  const ofBigRun = async (path) => `/api/runs/${await bigRun()}${path}`

  return [
    ['events of a large run', async () => status('GET', await ofBigRun('/events'))],
    [
      'events of a large run, as JSON',
      async () => status('GET', await ofBigRun('/events'), undefined, { accept: 'application/json' }),
    ],
    ['replay of a large run', async () => (await ask('POST', await ofBigRun('/replay'), {})).text],
    ['what a fork of it keeps', async () => status('POST', await ofBigRun('/fork'), { at: 5, dryRun: true })],
    [
      'a fork of it',
      async () => {
        const { text } = await ask('POST', await ofBigRun('/fork'), { at: 5 })
        return server.ended(JSON.parse(text).id)
      },
    ],
    ['its Calls', async () => (await bigRun(), status('GET', '/api/tools/echo/calls?limit=1000'))],
    ['its export for OpenTelemetry', async () => status('GET', await ofBigRun('/otlp'))],
    [
      'export of a large run',
      async () => {
        const { status: answered, text } = await ask('GET', await ofBigRun('/export'))
        exported = text
        return answered
      },
    ],
    ['export of it as a page', async () => status('GET', await ofBigRun('/export?format=html'))],
    [
      'import of it, there already',
      async () => {
        exported ||= (await ask('GET', await ofBigRun('/export'))).text
        await server.longestStall()
        return status('POST', '/api/runs/import', exported)
      },
    ],
    [
      'deleting and importing it',
      async () => {
        await ask('DELETE', await ofBigRun(''))
        return status('POST', '/api/runs/import', exported)
      },
    ],
  ]
}

/** @param {Server} server @param {Runner} runner @returns {readonly Traffic[]} */
export const createOtherTraffic = (server, runner) => [
  ...checksAndCompositions(server),
  ...savedIdeas(server, runner),
  ...manyToolsAndIdeas(server),
  ...largeRun(server, runner),
]
