import type { Json, JsonObject } from '../../schema/json.ts'
import { readAsked } from './asked.ts'
import { callCandidates, existingPaths, lastSegment, type Candidate, type ReadablePath } from './context-values.ts'
import { fillCall } from './fill-call.ts'
import { fillOutput } from './fill-output.ts'
import type { PastCall, SeenBlock } from './read-conversation.ts'
import type { SeenRequest, SeenTool } from './read-request.ts'
import { fateOf, type LeftOut } from './repair.ts'
import { propertiesOf } from './schema-view.ts'
import { askedText, selectTools } from './select-tools.ts'
import { outputSchemaOf, wireTools, type ToolWiring } from './tool-needs.ts'
import { contentWords, tokensOf } from './words.ts'

export interface PlannedCall {
  readonly tool: string
  /** Meta fields and parameters in the order of the Tool's schema. */
  readonly call: JsonObject
}

/** One answer: Calls while there is something to do, then the output. */
export interface Plan {
  readonly calls: readonly PlannedCall[]
  /** Text where the request has no output schema. */
  readonly output?: Json
}

/** One world of docs/contract/protocol.md#instances: what a Call of an instance may see, and what it did so far. */
interface World {
  readonly instance: string | undefined
  readonly blocks: readonly SeenBlock[]
  readonly past: readonly PastCall[]
}

/**
 * The simulated model's answer (docs/contract/protocol.md#the-simulated-model, When). Pure: the same request and seed,
 * the same answer.
 */
export const planAnswer = (request: SeenRequest, seed: string): Plan => {
  const leftOut: LeftOut[] = []
  const planned = worldsOf(request).map((world) => planWorld(request, world, seed, leftOut))
  const calls = request.tools.flatMap((tool) =>
    planned.flatMap((world) => {
      const call = world.get(tool)
      return call === undefined ? [] : [{ tool: tool.name, call }]
    }),
  )
  return calls.length > 0 ? { calls } : { calls, output: fillOutput(request, seed, leftOut) }
}

const worldsOf = (request: SeenRequest): readonly World[] => {
  const instances = new Set(request.blocks.flatMap(({ instance }) => (instance === undefined ? [] : [instance])))
  const isInstanced = request.tools.some((tool) => propertiesOf(tool.schema)._instance !== undefined)
  if (instances.size === 0 || !isInstanced) return [{ instance: undefined, blocks: request.blocks, past: request.past }]
  return [...instances].map((instance) => ({
    instance,
    blocks: request.blocks.filter((block) => block.instance === undefined || block.instance === instance),
    past: request.past.filter(({ call }) => call._instance === instance),
  }))
}

const planWorld = (
  request: SeenRequest,
  world: World,
  seed: string,
  leftOut: LeftOut[],
): ReadonlyMap<SeenTool, JsonObject> => {
  const worldSeed = world.instance === undefined ? seed : `${seed}/${world.instance}`
  const given = callCandidates(world.blocks, [])
  const text = askedText(request, world.blocks)
  const wiring = wireTools(request.tools, world.blocks, withoutState(world.blocks), text, worldSeed)
  const asked = readAsked(
    text,
    request.tools.map(({ name }) => name),
  )
  const barred = contentWords(asked.barred)
  const set = new Set(tokensOf(asked.barred))
  const said = tokensOf(text)
  const selection = selectTools(request, asked, world.blocks, wiring, given, (left) => leftOut.push(left))
  const candidates = callCandidates(world.blocks, world.past)

  const open = [...selection.keys()].filter((tool) => {
    const fate = fateOf(tool, world.past)
    if (fate.type === 'left out') leftOut.push({ tool: tool.name, why: fate.why })
    return fate.type === 'open'
  })
  const existing = existingPaths(world.blocks)
  const going = unblocked(open, wiring, existing)
  const filled = new Map<SeenTool, JsonObject>()
  for (const tool of going) {
    const readable = [...existing, ...promisedPaths(tool, going, wiring)]
    filled.set(
      tool,
      fillCall(tool, {
        seed: worldSeed,
        candidates,
        isLowered: request.isLowered,
        references: hasReferences(request) ? readable : [],
        subject: contentWords(asked.text),
        barred,
        echo: text,
        said: [...said.filter((token) => !set.has(token)), ...said.filter((token) => set.has(token))],
        reasons: selection.get(tool) ?? [],
        outputPath: wiring.get(tool)?.outputPath,
        instance: world.instance,
        previous: world.past.findLast((call) => call.tool === tool.name && call.error !== undefined),
      }),
    )
  }
  return filled
}

/** The state is what Tools write, so a parameter that waits for it is not supplied by it before it is there. */
const withoutState = (blocks: readonly SeenBlock[]): readonly Candidate[] =>
  callCandidates(
    blocks.filter(({ kind }) => kind !== 'state'),
    [],
  )

const hasReferences = ({ blocks }: SeenRequest): boolean => blocks.some(({ kind }) => kind !== 'data')

/** The open Tools whose references exist or come from this answer. Grown from nothing: cycles never start. */
const unblocked = (
  open: readonly SeenTool[],
  wiring: ReadonlyMap<SeenTool, ToolWiring>,
  existing: readonly ReadablePath[],
): readonly SeenTool[] => {
  const going: SeenTool[] = []
  const isReadable = (need: string): boolean =>
    existing.some(({ name }) => name === need) ||
    going.some((tool) => wiring.get(tool)?.writes.some((path) => lastSegment(path) === need))
  const next = (): SeenTool | undefined =>
    open.find((tool) => !going.includes(tool) && (wiring.get(tool)?.needs ?? []).every(isReadable))
  for (let tool = next(); tool !== undefined; tool = next()) going.push(tool)
  return going
}

/** The future writes of Calls that don't wait for `tool`. */
const promisedPaths = (
  tool: SeenTool,
  going: readonly SeenTool[],
  wiring: ReadonlyMap<SeenTool, ToolWiring>,
): readonly ReadablePath[] =>
  going.slice(0, going.indexOf(tool)).flatMap((other) => {
    const schema = outputSchemaOf(other)
    return (wiring.get(other)?.writes ?? []).map((path) => ({
      text: path,
      name: lastSegment(path),
      ...(schema === undefined ? {} : { schema }),
    }))
  })
