// The task of every subject, and the endpoint's answers. One place, so that all do the same.

/** @typedef {{ turns: number, calls: number, tools: number, stream: boolean, latencyMs: number }} Shape */

/**
 * `turns` answers with `calls` Calls each, then the text "done"; the request has `tools` tools. `latencyMs` is the
 * model's time. In `nested`, each of three levels calls three of the next before it answers.
 * @type {Readonly<Record<string, Shape>>}
 */
export const SHAPES = {
  sequential: { turns: 20, calls: 1, tools: 2, stream: false, latencyMs: 0 },
  streaming: { turns: 10, calls: 1, tools: 2, stream: true, latencyMs: 0 },
  parallel: { turns: 1, calls: 50, tools: 2, stream: false, latencyMs: 0 },
  parallelStreamed: { turns: 1, calls: 50, tools: 2, stream: true, latencyMs: 0 },
  tools200: { turns: 5, calls: 1, tools: 200, stream: false, latencyMs: 0 },
  tools200First: { turns: 1, calls: 1, tools: 200, stream: false, latencyMs: 0 },
  nested: { turns: 1, calls: 3, tools: 1, stream: false, latencyMs: 0 },
  concurrent: { turns: 5, calls: 1, tools: 2, stream: false, latencyMs: 50 },
  firstCall: { turns: 1, calls: 3, tools: 2, stream: true, latencyMs: 0 },
}

/** Unmeasured runs before the cold ones: a program's first requests. */
export const FIRST = 3

/**
 * The repetitions of a workload in one process: cold ones after the first three, then unmeasured ones, then warm ones; `concurrent` runs
 * all at once. The compiler needs some 10,000 turns until a round's cost is steady; a slower subject is measured after WARM_MS.
 */
export const ROUNDS = {
  sequential: [20, 600, 100],
  streaming: [20, 600, 100],
  parallel: [20, 5000, 100],
  parallelStreamed: [10, 100, 30],
  tools200: [10, 1700, 20],
  tools200First: [0, 0, 1],
  nested: [20, 500, 100],
  concurrent: [100, 1000, 1000],
  firstCall: [0, 3, 9],
}

export const WARM_MS = 20_000

export const DEPTH = 3
/** The text that a Call searches for while it streams: as long as a paragraph that a model writes. */
export const LONG_TEXT = 'The quick brown fox jumps over the lazy dog by the river. '.repeat(10)

const property = (index) =>
  index % 4 === 0
    ? { type: 'integer', description: `Whole number ${index}, from 0.`, minimum: 0 }
    : index % 4 === 1
      ? { type: 'boolean', description: `Whether the option ${index} is on.` }
      : { type: 'string', description: `Text of the field ${index}, in one line.`, maxLength: 2000 }

/** The parameters of tool `index` as a JSON Schema; tool 0 is the one that is called. */
export const parametersOf = (index, count) => {
  if (count < 200)
    return {
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'Number of the record.', minimum: 0 },
        query: { type: 'string', description: 'What is searched for, in words.' },
      },
      required: ['id', 'query'],
      additionalProperties: false,
    }
  const properties = { id: { type: 'integer', minimum: 0 }, query: { type: 'string' } }
  for (let each = 2; each < 20; each++) properties[`field${each}`] = property(each)
  return { type: 'object', properties, required: ['id', 'query'], additionalProperties: false }
}

export const toolName = (index) => (index === 0 ? 'lookup' : `tool_${index}`)
export const toolDescription = (index) =>
  `Finds record kind ${index} by number and words. Use this when a record is asked for.`

/** The work of a tool: nothing that costs time. Counted for the process: a subject's bundle has its own copy of this module. */
export const work = ({ id, query }) => {
  globalThis.executions = (globalThis.executions ?? 0) + 1
  return { id, found: query.length }
}

/** How often a run of this workload executes a tool. */
export const executionsOf = (workload) => {
  const { turns, calls } = SHAPES[workload]
  return workload === 'nested' ? calls ** DEPTH : turns * calls
}

/** The instructions that the endpoint knows a conversation by. */
export const instructions = (workload, level) => `bench:${workload}${level === undefined ? '' : `:${level}`}`
