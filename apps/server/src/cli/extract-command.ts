import { EnsembleError, type JournalEvent } from '@ensemble/core'
import { nameFrom, toolNameFrom } from '@ensemble/core/editor'
import type { MadeIdea, PlannedIdea } from '../http/answers.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { eventsOf } from './events-of.ts'
import { findRunId } from './find-run.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'
import { withClient } from './with-client.ts'

export interface ExtractArguments extends Pick<Flags, 'workspace'> {
  /** Its id, or an end of it. */
  readonly run: string
  /** Spans, or names of Tools that were called once. */
  readonly calls: readonly string[]
  /** The title of the new Idea. */
  readonly as?: string
  readonly tool?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** The Call that a word names. Throws EnsembleError `usage` if it names none or several. */
const spanOf = (events: readonly JournalEvent[], word: string): string => {
  const made = events.filter((event) => event.type === 'call.proposed')
  if (made.some(({ span }) => span === word)) return word
  const named = made.filter((event) => event.data.tool === word).map(({ span }) => span)
  const [only] = named
  if (only === undefined)
    throw new EnsembleError(
      'usage',
      `The run has no Call ${printableLine(word)}: name a Tool that was called, or a span such as request/0/call/1.`,
    )
  if (named.length > 1)
    throw new EnsembleError('usage', `${word} was called ${named.length} times. Name one: ${named.join(', ')}.`)
  return only
}

const MOST_CHARACTERS = 60

const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return printableLine(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)
}

const list = (title: string, items: readonly string[] | undefined): void => {
  if (items !== undefined && items.length > 0) print(`${title} ${items.map(printableLine).join(', ')}`)
}

/** Nothing is written: what a person decides by. */
const tellPlan = (plan: PlannedIdea, tool: string): void => {
  const [idea, caller] = plan.files
  print(`${idea?.file ?? ''}  new: ${printableLine(plan.title)}, with ${plan.tools.map(printableLine).join(', ')}`)
  if (caller !== undefined) print(`${caller.file}  ${tool} replaces ${plan.replaced?.join(', ') || 'no Tool'}`)
  print(`cases/${plan.case}.json  the record as its first case`)
  for (const { name, example, from } of plan.inputs) {
    const filled = from === 'imports' ? 'imported' : from.length === 0 ? '' : `→ ${from.join(', ')}`
    print(`  input ${printableLine(name)}: ${short(example)} ${printableLine(filled)}`.trimEnd())
  }
  list(`  ${tool} imports`, plan.imports)
  list(`  ${tool} writes`, plan.writes)
  list('  Filled from the result of an earlier Call:', plan.copied)
  list(`  These texts of ${plan.caller ?? ''} name a Tool that moves; change them:`, plan.namedIn)
  list("  Their Activities can't see the caller's state any more, unless they import it:", plan.unseen)
  if (plan.tool !== undefined && caller === undefined)
    print("  The Idea that made the Calls has no file here, so it doesn't change.")
}

const tellMade = (made: MadeIdea, tool: string): void => {
  print(`ideas/${made.idea}.json  new`)
  if (made.caller != null) print(`ideas/${made.caller}.json  now calls ${tool}`)
  if (made.case === null) print(`${made.run}  its run did not complete by itself, so it has no case yet`)
  else print(`cases/${made.case}.json  its first case; \`ensemble replay ${made.case}\` checks it against the files`)
}

/** One Call that ran a Module is extracted as it is; any others are lifted together. */
const fromOf = (events: readonly JournalEvent[], spans: readonly string[]) => {
  const [span = ''] = spans
  const ranModule = events.some((event) => event.type === 'module.entered' && event.span === span)
  return spans.length === 1 && ranModule ? { span } : { calls: spans }
}

const planOf = async (client: Client, flags: ExtractArguments) => {
  const run = await findRunId(client, flags.run)
  const events = await eventsOf(client, run)
  const spans = [...new Set(flags.calls.map((word) => spanOf(events, word)))]
  const words = flags.as ?? ''
  const name = nameFrom(words)
  if (name === '')
    throw new EnsembleError('usage', `--as needs a name with letters in it, not ${printableLine(words) || 'nothing'}.`)
  const tool = flags.tool ?? toolNameFrom(name)
  const body = { ...fromOf(events, spans), name, ...(words !== name && { title: words.trim() }), tool }
  return { run, tool, body }
}

/** Makes Calls of a recorded Run their own Idea (docs/contract/api.md, extract). Resolves to the exit code. */
export const extractCommand = async (flags: ExtractArguments): Promise<number> => {
  const { dryRun = false, json = false } = flags
  if (flags.calls.length === 0) throw new EnsembleError('usage', 'Name at least one Call after the run.')
  return withClient(flags, async (client) => {
    const { run, tool, body } = await planOf(client, flags)
    const answer = await client.call('POST', '/api/runs/{id}/extract', { path: { id: run }, body: { ...body, dryRun } })
    if ('refusal' in answer) throw new EnsembleError(answer.refusal.code, answer.refusal.message)
    if (json) print(JSON.stringify(answer, null, 2))
    else if ('files' in answer) tellPlan(answer, tool)
    else tellMade(answer, tool)
    return 0
  })
}
