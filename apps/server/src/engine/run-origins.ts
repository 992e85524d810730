import { EnsembleError, type Json, type JsonObject, type Message, type Sha256, isObject } from '@ensemble/core'
import {
  criticalCalls,
  originsIn,
  parsePlace,
  recordedLoops,
  traceBack,
  traceOnward,
  type CriticalCall,
  type Origins,
  type RecordedLoops,
  type UntrustedMarks,
  type ValueMaker,
  type ValuePlace,
  type ValueStep,
  type ValueTrace,
} from '@ensemble/core/trace'
import type { WorkspaceJournal } from './workspace-journal.ts'

/** One step as a person reads it. */
export interface ShownStep extends ValueStep {
  readonly maker?: ValueMaker
  /** The address of the Idea whose Loop holds it, and the Tool of a Call. */
  readonly idea: string
  readonly tool?: string
  /** The start of its JSON. */
  readonly value?: string
}

/** Where a recorded value came from, and what it reached. */
export interface ShownOrigins {
  readonly run: string
  readonly from: ShownTrace
  readonly reached: ShownTrace
  /** Later values were compared for equality only: the Run holds too many texts. */
  readonly isCut: boolean
}
type ShownTrace = Omit<ValueTrace, 'steps'> & { readonly steps: readonly ShownStep[] }

const SHOWN_CHARACTERS = 160

interface ReadRun {
  readonly recorded: RecordedLoops
  readonly origins: Origins
  /** The Tools of a pinned Idea as the Run had them. */
  toolsOf(idea: Sha256): ReadonlyMap<string, JsonObject>
}

/** The origins of all values in a Run, from its record alone. */
export const readRun = async (journal: WorkspaceJournal, run: string): Promise<ReadRun> => {
  const events = await journal.read(run, { hydrate: true })
  const hashes = new Set<Sha256>()
  for (const event of events) {
    if (event.type === 'run.created') for (const hash of Object.values(event.data.pins)) hashes.add(hash)
    if (event.type === 'module.entered') hashes.add(event.data.hash)
  }
  const pins = new Map<Sha256, Pinned>()
  for (const hash of hashes) {
    const bytes = hash === '' ? undefined : await journal.bodies.get(hash)
    // A pin's body is `{ idea, tools }`, as the executor wrote it.
    if (bytes !== undefined) pins.set(hash, JSON.parse(new TextDecoder().decode(bytes)) as Pinned)
  }
  const recorded = recordedLoops(events)
  return {
    recorded,
    origins: originsIn(recorded, (hash) => pins.get(hash)?.idea?.context),
    toolsOf: (hash) => toolsIn(pins.get(hash)),
  }
}

interface Pinned {
  readonly idea?: { readonly context?: readonly Message[] }
  readonly tools?: Readonly<Record<string, JsonObject>>
}

const toolsIn = ({ idea, tools = {} }: Pinned = {}): ReadonlyMap<string, JsonObject> =>
  new Map([
    ...Object.entries(tools),
    ...(idea?.context ?? []).flatMap((message) =>
      message.type === 'tool' ? Object.entries(message.tool).filter(([, tool]) => tool['$ref'] === undefined) : [],
    ),
  ])

/** The way of one value. Throws EnsembleError `value.unknown` where the Run holds none there. */
export const showOrigins = async (journal: WorkspaceJournal, run: string, asked: string): Promise<ShownOrigins> => {
  const place = parsePlace(asked)
  if (place === undefined)
    throw new EnsembleError(
      'value.unknown',
      `"${asked}" names no value. Write a span, then input or result, then a JSON Pointer: request/0/call/1/input#/city.`,
    )
  const { origins } = await readRun(journal, run)
  if (origins.valueOf(place) === undefined)
    throw new EnsembleError(
      'value.unknown',
      `Run ${run} holds no value at ${asked}. ensemble export ${run} --to markdown shows what it holds.`,
    )
  const show = ({ steps, more }: ValueTrace): ShownTrace => ({ steps: steps.map((step) => shown(origins, step)), more })
  return {
    run,
    from: show(traceBack(origins, place)),
    reached: show(traceOnward(origins, place)),
    isCut: origins.isCut,
  }
}

const shown = (origins: Origins, step: ValueStep): ShownStep => {
  const maker = origins.makerOf(step.place)
  const value = preview(origins, step.place)
  return { ...step, ...origins.ownerOf(step.place), ...(maker && { maker }), ...(value !== undefined && { value }) }
}

const preview = (origins: Origins, place: ValuePlace): string | undefined => {
  const value: Json | undefined = origins.valueOf(place)
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** The Calls of a Run that a person confirms or that must not run twice, and the untrusted values behind them. */
export interface ShownUntrusted extends UntrustedMarks {
  readonly run: string
  readonly calls: readonly (CriticalCall & { readonly idea: string; readonly value?: string })[]
  readonly isCut: boolean
}

/** Reads whether untrusted values are behind a Run's critical Calls. */
export const showUntrusted = async (
  journal: WorkspaceJournal,
  run: string,
  marks: UntrustedMarks,
): Promise<ShownUntrusted> => {
  const { recorded, origins, toolsOf } = await readRun(journal, run)
  const calls = criticalCalls(recorded, origins, marks, ({ loop, tool }) => {
    const idea = recorded.loops.get(loop)?.idea
    return isGuarded(idea === undefined ? undefined : toolsOf(idea).get(tool))
  })
  return {
    run,
    ...marks,
    calls: calls.map((call) => {
      const value = call.from && preview(origins, call.from)
      const { idea } = origins.ownerOf({ span: call.span, part: 'input', pointer: '' })
      return { ...call, idea, ...(value !== undefined && { value }) }
    }),
    isCut: origins.isCut,
  }
}

/** Whether a Tool, as its author wrote it, asks a person or must not run twice. */
const isGuarded = (tool: JsonObject | undefined): boolean => {
  const written = (name: string): Json | undefined =>
    tool?.[name] ?? (isObject(tool?.['properties']) ? tool['properties'][name] : undefined)
  const idempotent = written('_idempotent')
  return (
    written('_approval') !== undefined ||
    idempotent === false ||
    (isObject(idempotent) && idempotent['const'] === false)
  )
}
