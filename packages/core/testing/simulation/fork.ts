import type { JournalEvent } from '../../src/journal/events.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { BlastRadius } from '../../src/run/operate/fork/blast-radius.ts'
import type { ForkOptions } from '../../src/run/operate/fork/fork.ts'
import type { ForkEdit } from '../../src/run/record/reuse.ts'
import { drive, during } from './drive.ts'
import { judgeRun } from './judge.ts'
import type { SimulatedWorld } from './world.ts'

/**
 * A fork at a random event, mostly with an edit, through faults: it must keep every law and its preview, and leave its
 * source alone.
 */
export async function forkAndCheck(world: SimulatedWorld, source: string): Promise<readonly string[]> {
  const { journal, random } = world
  const events = await journal.read(source, { hydrate: true })
  const before = JSON.stringify(await journal.read(source))
  const options = drawFork(world, events)
  let radius: BlastRadius | undefined
  await during(world, world.boot({ faultless: true, effectless: true }), async ({ executor }) => {
    radius = await executor.blastRadius(source, options)
  })
  const { id } = await drive(world, async (executor) => (await executor.fork(source, options)).id)
  // A refused edit: of a key that isn't a Call's, of an invalid Idea.
  if (id === '') return []
  const problems = [...(await judgeRun(world, id))]
  if (JSON.stringify(await journal.read(source)) !== before) problems.push('it changed its source')
  if (radius && !world.isFickle) problems.push(...unforetold(radius, await journal.read(id)))
  if (random.chance(0.3)) problems.push(...(await forkAndCheck(world, id)))
  const edit = options.edit ? ` with ${JSON.stringify(options.edit).slice(0, 200)}` : ''
  return problems.map((text) => `fork ${id} of ${source} at ${options.at}${edit}: ${text}`)
}

/** Where a fork did otherwise than its blast radius said. */
function unforetold(radius: BlastRadius, events: readonly JournalEvent[]): readonly string[] {
  const made = new Map(events.map((event) => [event.key, event]))
  const isMade = (key: string): boolean => made.has(key)
  const isLive = (key: string): boolean => {
    const event = made.get(key)
    return event !== undefined && !isKept(event)
  }
  return [
    ...radius.kept.filter(isLive).map((key) => `it ran ${key} again, which was to be kept`),
    ...radius.reruns
      .filter((key) => isMade(key) && !isLive(key))
      .map((key) => `it kept ${key}, which was to run again`),
    ...radius.unreached.filter(isMade).map((key) => `it came by ${key}, which was to be unreached`),
  ]
}

/** A person's text replaces the kept fact. */
const isKept = ({ data }: JournalEvent): boolean => 'source' in data || 'edited' in data

function drawFork({ random, graph }: SimulatedWorld, events: readonly JournalEvent[]): ForkOptions {
  const at = random.int(1, events.length)
  if (random.chance(0.4)) return { at }
  const keysOf = (...types: readonly string[]): readonly string[] =>
    events.filter(({ type }) => types.includes(type)).map(({ key }) => key)
  const requests = keysOf('request.completed', 'request.failed')
  const calls = keysOf('call.proposed', 'call.completed')
  const edits: readonly (() => ForkEdit)[] = [
    () => ({ type: 'input', input: random.pick<Json>([{ n: 7 }, { n: 1, mood: 'sea' }]) }),
    () => ({ type: 'model', model: 'another' }),
    () => ({ type: 'idea', ...editedIdea(random.pick([...graph.ideas])) }),
    ...(requests.length > 0
      ? [
          (): ForkEdit => ({ type: 'answer', key: random.pick(requests), raw: random.pick(rawAnswers(events)) }),
          (): ForkEdit => ({
            type: 'answer',
            key: random.pick(requests),
            solution: { calls: [], output: random.pick<Json>([{ n: 1 }, 'Готово', null]) },
          }),
        ]
      : []),
    ...(calls.length > 0
      ? [
          (): ForkEdit => ({
            type: 'result',
            key: random.pick(calls),
            result: random.pick<Json>([5, { n: 1 }, 'done', null, { mood: 'good' }]),
          }),
          (): ForkEdit => ({
            type: 'call',
            key: random.pick(calls),
            parameters: random.pick<JsonObject>([
              { n: 8 },
              { text: 'sea', n: 2 },
              { n: 'wrong' },
              { text: 'a', n: '†state.a' },
            ]),
          }),
        ]
      : []),
  ]
  const reuse = random.pick([undefined, undefined, 'unchanged', 'prefix'] as const)
  return { at, edit: random.pick(edits)(), ...(reuse && { reuse }) }
}

const rawAnswers = (events: readonly JournalEvent[]): readonly string[] => [
  '{"calls":[],"output":null}',
  'no JSON',
  ...events.flatMap((event) => (event.type === 'request.completed' ? [String(event.data.raw)] : [])),
]

function editedIdea([name, text]: readonly [string, string]): { readonly address: string; readonly content: Json } {
  const idea = JSON.parse(text) as { readonly context: readonly Json[] } // as graphs write it
  return {
    address: `idea://${name}`,
    content: { ...idea, context: [{ type: 'text', text: 'Do that.' }, ...idea.context.slice(1)] },
  }
}
