import type { EventData, JournalEvent } from '../../../journal/events.ts'
import { EnsembleError } from '../../../schema/ensemble-error.ts'
import { hashJson } from '../../../schema/hash.ts'
import type { Json } from '../../../schema/json.ts'
import { checkInput } from '../check-input.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { boundBy } from '../../record/binding-edit.ts'
import { storeEditedIdea } from './edited-idea.ts'
import { createPins } from '../../record/pins.ts'
import { refuseImported } from '../../record/refuse-imported.ts'
import type { ForkEdit } from '../../record/reuse.ts'
import { runCreated, type RunCreated } from '../../record/run-created.ts'

/** Where a fork leaves its source, and with what changed (docs/contract/api.md, fork). */
export interface ForkOptions {
  /** A seq of the source; without an edit, what was complete there is kept. */
  readonly at: number
  readonly edit?: ForkEdit
  /** Default: `unchanged` with an edit, `prefix` without. */
  readonly reuse?: 'unchanged' | 'prefix'
}

/** The first event of a fork, with its own chain and its parent (docs/contract/protocol.md#the-journal, fork). */
export async function forkedEvent(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  options: ForkOptions,
): Promise<RunCreated> {
  const first = source[0]
  if (first?.type !== 'run.created') throw new EnsembleError('run.unknown', 'There is no such run to fork.')
  refuseImported(first.data, first.run)
  const { at, edit } = options
  if (!Number.isInteger(at) || at < 1 || at > source.length)
    throw new EnsembleError('fork.at', `Event ${at} does not exist: the run has events 1 to ${source.length}.`)
  checkEdit(source, edit)
  const reuse = options.reuse ?? (edit ? 'unchanged' : 'prefix')
  // A fork has its own trace, and one Run's permissions don't extend to the next.
  const { continues, traceparent: _, allowEffects: _allowed, ...data } = first.data
  return runCreated(deps, {
    ...(await applyEdit(deps, source, { ...data, pins: allPins(source), ...(continues && { continues }) }, edit)),
    engine: deps.engine,
    fork: { run: first.run, at, reuse, ...(edit && { edit: edit as unknown as Json }) }, // an edit is JSON
  })
}

/** Everything the source pinned, so that the fork meets the same content. */
export function allPins(source: readonly JournalEvent[]): { readonly [address: string]: string } {
  const pins: Record<string, string> = {}
  for (const event of source) {
    if (event.type === 'run.created' || event.type === 'module.entered') Object.assign(pins, event.data.pins)
    if (event.type === 'module.entered' && event.data.address !== 'anonymous')
      pins[event.data.address] = event.data.hash
  }
  return pins
}

function checkEdit(source: readonly JournalEvent[], edit: ForkEdit | undefined): void {
  if (!edit || !('key' in edit)) return
  const [span = ''] = edit.key.split('#')
  if (!source.some((event) => event.span === span))
    throw new EnsembleError('fork.key', `The run has nothing recorded under ${edit.key}, so it cannot be edited there.`)
  if (edit.type === 'answer' ? !OF_REQUEST.test(span) : !OF_CALL.test(span))
    throw new EnsembleError(
      'fork.key',
      edit.type === 'answer'
        ? `Only a Request has an answer. ${span} isn't a Request.`
        : `Only a Call has parameters and a result. ${span} isn't a Call.`,
    )
}

/** The events that end a span (docs/contract/protocol.md#the-journal). */
const OF_REQUEST = /(?:^|\/)request\/\d+$/
const OF_CALL = /\/call\/\d+$/

async function applyEdit(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  data: EventData['run.created'],
  edit: ForkEdit | undefined,
): Promise<EventData['run.created']> {
  switch (edit?.type) {
    case 'input': {
      const pin = createPins({ journal: deps.journal, ideas: deps.ideas, recorded: source.slice(0, 1), store: false })
      if (data.continues === undefined) checkInput(deps, await pin(data.idea, undefined), edit.input)
      return { ...data, input: edit.input, seed: hashJson([edit.input, data.config.seed ?? null]) }
    }
    case 'model':
      return { ...data, model: deps.models(edit.model).name, config: { ...data.config, model: edit.model } }
    case 'idea': {
      const { address, loaded } = await storeEditedIdea(deps, edit.address, edit.content)
      return { ...data, pins: { ...data.pins, [address]: loaded.hash } }
    }
    case 'binding':
      return { ...data, bindings: await boundBy(deps, source, data, edit) }
    default:
      return data
  }
}
