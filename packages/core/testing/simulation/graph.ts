import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { Random } from './random.ts'
import { LEAF_TOOLS, moduleTool, type PoolTool } from './tools.ts'

/** A workspace of one simulation: Ideas that enter one another, in files as people write them. */
export interface SimulatedGraph {
  readonly ideas: ReadonlyMap<string, string>
  readonly root: string
  readonly input: Json
  readonly tools: ReadonlyMap<string, PoolTool>
}

const SCHEMAS: readonly (JsonObject | undefined)[] = [
  { type: 'object', properties: { n: { type: 'integer' }, note: { type: 'string' } }, required: ['n'] },
  { type: ['object', 'null'], properties: { n: { type: 'integer' } } },
  { type: 'string' },
  undefined,
]

const NAMES = ['root', 'middle', 'leaf'] as const

/** Root, middle and leaf; a Module may also enter its own Idea, so that depth is limited by the limit alone. */
export function createGraph(random: Random): SimulatedGraph {
  const tools = new Map<string, PoolTool>()
  const ideas = new Map<string, string>()
  for (const [level, name] of NAMES.entries()) {
    const targets = [...NAMES.slice(level + 1).map((target) => `idea://${target}`), 'anonymous', `idea://${name}`]
    const modules = random
      .some(targets, level === 0 ? 0.45 : 0.25)
      .map((address) => moduleTool(`enter_${address.replace(/\W+/g, '_')}`, address, random))
    const own = [...random.some(LEAF_TOOLS, level === 0 ? 0.4 : 0.2), ...modules]
    for (const tool of own) tools.set(tool.name, tool)
    ideas.set(name, JSON.stringify(createIdea(own, random)))
  }
  return {
    ideas,
    tools,
    root: 'root',
    input: random.pick<Json>([{ n: 3 }, { n: 1, mood: 'sea' }, { n: 2, big: 'x'.repeat(5000) }]),
  }
}

function createIdea(tools: readonly PoolTool[], random: Random): JsonObject {
  const schema = random.pick(SCHEMAS)
  const instances = random.chance(0.15) ? ['one', 'two'] : []
  const context: JsonObject[] = [
    { type: 'text', text: 'Do it.' },
    { type: 'input', schema: { type: 'object', properties: { n: { type: 'integer' } } }, input: { n: 3 } },
    ...(random.chance(0.7) ? [{ type: 'state', state: random.pick<JsonObject>([{}, { a: 1 }, { a: 'text' }]) }] : []),
    ...instances.map((id) => ({ type: 'data', kind: 'notes', data: { id }, _instance: id })),
    ...(random.chance(0.3) ? [{ type: 'data', kind: 'notes', data: ['note'] }] : []),
    ...(tools.length > 0
      ? [{ type: 'tool', tool: Object.fromEntries(tools.map((tool) => [tool.name, tool.schema])) }]
      : []),
  ]
  return {
    config: {
      ...(random.chance(0.3) && { wire: 'tools' }),
      limits: {
        turns: random.int(2, 5),
        invalidTurns: random.int(1, 3),
        callsPerTurn: random.pick([2, 5, 128]),
        calls: random.pick([6, 30, 1000]),
        depth: random.int(1, 3),
        repeatedCalls: random.int(1, 4),
        ...(random.chance(0.1) && { callMs: 1500 }),
        ...(random.chance(0.05) && { tokens: random.int(10, 100) }),
        ...(random.chance(0.05) && { wallMs: random.int(20, 3000) }),
      },
    },
    context,
    ...(schema && { schema }),
  }
}
