import { parseAddress } from '../../idea/address.ts'
import { contextTools } from '../../idea/context-tools.ts'
import type { EventData, JournalEvent } from '../../journal/events.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import { canonicalJson } from '../../schema/hash.ts'
import type { Json } from '../../schema/json.ts'
import { normaliseTool } from '../../tool/normalise.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import { createPins } from './pins.ts'

/** Another does the work of a Tool: `tool` is `TOOL` for every Idea or `IDEA/TOOL`; `activity` is a name, or `""` for latent. */
export interface BindingEdit {
  readonly type: 'binding'
  readonly tool: string
  readonly activity: string
}
type Started = EventData['request.started']

/** The Tool that is bound, and the Idea it is bound for. */
const placeOf = ({ tool }: BindingEdit): { readonly idea: string | undefined; readonly name: string } => {
  const at = tool.indexOf('/')
  return at < 0 ? { idea: undefined, name: tool } : { idea: tool.slice(0, at), name: tool.slice(at + 1) }
}

const isIn = (idea: string | undefined, address: string): boolean => {
  const parsed = parseAddress(address)
  return idea === undefined || (parsed.type === 'idea' && parsed.name === idea)
}

const refused = (message: string): EnsembleError => new EnsembleError('fork.binding', message)

/** The bindings of a fork in which another does the work of one Tool. Throws EnsembleError `fork.binding`. */
export async function boundBy(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  { bindings }: Pick<EventData['run.created'], 'bindings'>,
  edit: BindingEdit,
): Promise<{ readonly [tool: string]: string }> {
  const { idea, name } = placeOf(edit)
  const { activity } = edit
  if (activity !== '' && deps.activity(activity) === undefined)
    throw refused(`There is no Activity called ${activity}. Name one that is registered, or "" for latent.`)
  const holders = holdersOf(source, edit)
  if (holders.length === 0)
    throw refused(`No Request of the run had a Tool ${name}${idea === undefined ? '' : ` of the Idea ${idea}`}.`)
  const pin = createPins({ journal: deps.journal, ideas: deps.ideas, recorded: source, store: false })
  for (const address of holders) {
    if (parseAddress(address).type === 'anonymous') continue
    const { idea: content, tools } = await pin(address, undefined)
    const schema = contextTools(content.context, tools).tools.find((tool) => tool.name === name)?.schema
    if (schema !== undefined && normaliseTool(name, schema).tool.activity !== undefined)
      throw refused(
        `The Tool ${name} of ${address} names its Activity itself (_activity), which no binding changes. Fork with an edited Idea instead.`,
      )
  }
  // A binding for every Idea would lose to one for a single Idea.
  const others = Object.entries(bindings).filter(([key]) => idea !== undefined || !key.endsWith(`/${name}`))
  return { ...Object.fromEntries(others), [edit.tool]: activity }
}

const holdersOf = (source: readonly JournalEvent[], edit: BindingEdit): readonly string[] => {
  const { idea, name } = placeOf(edit)
  const holders = source.flatMap((event) =>
    event.type === 'request.started' &&
    isIn(idea, event.data.idea) &&
    event.data.tools.some((tool) => tool.name === name)
      ? [event.data.idea]
      : [],
  )
  return [...new Set(holders)]
}

/** The parts of a record that another binding of one Tool reaches. */
export interface Rebound {
  /** Whether another did the work of this Call. */
  isRebound(span: string): boolean
  /** Whether a Request below this span had the Tool. */
  isBelow(prefix: string): boolean
  /** Whether the recorded answer fits the new question: only the Tool's worker differs, and no Call needs `_output`. */
  keepsAnswer(recorded: Started, asked: Started): boolean
}

export function reboundCalls(events: readonly JournalEvent[], edit: BindingEdit): Rebound {
  const { idea, name } = placeOf(edit)
  const requests = new Set<string>()
  const proposed = new Set<string>()
  const byTheSame = new Set<string>()
  for (const event of events) {
    if (
      event.type === 'request.started' &&
      isIn(idea, event.data.idea) &&
      event.data.tools.some((tool) => tool.name === name)
    )
      requests.add(event.span)
    if (event.type === 'call.proposed' && event.data.tool === name && requests.has(event.parent ?? ''))
      proposed.add(event.span)
    if (event.type === 'call.started' && (event.data.activity ?? '') === edit.activity) byTheSame.add(event.span)
  }
  return {
    isRebound: (span) => proposed.has(span) && !byTheSame.has(span),
    isBelow: (prefix) => [...requests].some((span) => span.startsWith(prefix)),
    keepsAnswer: (recorded, asked) =>
      edit.activity !== '' &&
      isIn(idea, asked.idea) &&
      recorded.tools.some((tool) => tool.name === name) &&
      question(recorded, name) === question(asked, name),
  }
}

/** All that was asked, but for the one Tool's part of the schema: the same Ideas are pinned in both Runs. */
const question = ({ idea, turn, model, wire, strict, messages, tools }: Started, name: string): string =>
  canonicalJson({
    idea,
    turn,
    model,
    wire,
    strict,
    messages,
    tools: tools
      .filter((tool) => tool.name !== name)
      .map(({ name: other, mode, activity = '' }) => [other, mode, activity]),
  } as unknown as Json) // what an event holds is JSON
