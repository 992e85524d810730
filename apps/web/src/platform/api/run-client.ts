import type { DecisionInput, Json, OpenApproval, Run } from '@ensemble/core'
import type { Annotation, Breakpoint, RunStatus, Stored } from '@ensemble/core/journal'
import type { BlastRadius, ForkOptions, ReplayReport } from '@ensemble/core/run'
import type { PriceTable } from '@ensemble/core/model'
import { isBodyRef } from '@ensemble/core/trace'
import { type Answer, addressOf, api } from './api.ts'
import { urlOf } from './client.ts'

export interface RunFilter {
  readonly idea?: string
  readonly status?: RunStatus
  readonly model?: string
  /** ISO times: started at this one or later, or before it. */
  readonly from?: string
  readonly to?: string
  readonly label?: string
  /** Only starred ones. */
  readonly starred?: true
  /** Runs that only tried a Tool alone, too. */
  readonly trials?: true
  /** The code of the error that they failed with. */
  readonly error?: string
  /** Bounds, themselves included; a Run whose measure is not known is left out. */
  readonly minMs?: number
  readonly maxMs?: number
  readonly minCost?: number
  readonly maxCost?: number
  readonly minTokens?: number
  readonly maxTokens?: number
  /** Who scored: `person`, the address of a judge or the name of a list of expectations; with bounds of that score. */
  readonly scoredBy?: string
  readonly minScore?: number
  readonly maxScore?: number
  /** Only those that this scorer has not scored. */
  readonly unscoredBy?: string
  /** A place in the input, `input.brief`, and a text that it holds. */
  readonly path?: string
  readonly value?: string
  /** Words of the content. */
  readonly q?: string
  /** Without a column, by when a Run was recorded; without an order, the newest or most first. */
  readonly sort?:
    'run' | 'idea' | 'status' | 'error' | 'model' | 'started' | 'time' | 'turns' | 'calls' | 'tokens' | 'cost'
  readonly order?: 'asc' | 'desc'
}
export type RunPage = Answer<'GET', '/api/runs'>

/** Newest first; `cursor` is the `next` of the page before. Throws ApiError, as all below. */
export const listRuns = (limit: number, filter: RunFilter = {}, cursor?: string): Promise<RunPage> =>
  api('GET', '/api/runs', { query: { ...filter, limit, ...(cursor !== undefined && { cursor }) } })

/** How many of the Runs that match failed with each code, the most frequent first; a filter by code is left out. */
export const listRunErrors = (filter: RunFilter): Promise<Answer<'GET', '/api/run-errors'>> =>
  api('GET', '/api/run-errors', { query: { ...filter } })

export type Started = Answer<'POST', '/api/runs'>

export const createRun = (body: {
  readonly idea: string
  readonly input: Json
  readonly model?: string
  readonly profile?: string
  readonly continues?: string
  readonly breakpoints?: readonly Breakpoint[]
  readonly allowEffects?: boolean
}): Promise<Started> => api('POST', '/api/runs', { json: body })

export const cancelRun = async (id: string): Promise<void> => {
  await api('POST', '/api/runs/{id}/cancel', { path: { id } })
}

export const deleteRun = async (id: string): Promise<void> => {
  await api('DELETE', '/api/runs/{id}', { path: { id } })
}

/** Replaces a Run's notes; returns the changed Run. */
export const annotateRun = (id: string, annotation: Annotation): Promise<Run> =>
  api('PUT', '/api/runs/{id}/annotation', { path: { id }, json: annotation })

/** Every label that some Run carries. */
export const listLabels = (): Promise<readonly string[]> => api('GET', '/api/labels')

/** A replay's report with the recorded events, the models' answers from the record, and its milliseconds. */
export type ProvenReplay = ReplayReport & { readonly events: number; readonly answers: number; readonly ms: number }

/** Runs the executor over the record alone and says whether it decides the same. */
export const replayRun = (id: string): Promise<ProvenReplay> =>
  // The route adds what it went through to the report (docs/contract/api.md#http).
  api('POST', '/api/runs/{id}/replay', { path: { id }, json: {} }) as Promise<ProvenReplay>

/** The Calls that wait for a person, over all Runs. */
export const listApprovals = (): Promise<readonly OpenApproval[]> =>
  api('GET', '/api/approvals', { query: { status: 'open' } })

export const decideCall = async (run: string, call: string, decision: Omit<DecisionInput, 'by'>): Promise<void> => {
  await api('POST', '/api/runs/{id}/approvals/{callId}', { path: { id: run, callId: call }, json: decision })
}

/** The breakpoints of an active Run from now on. */
export const putBreakpoints = async (run: string, breakpoints: readonly Breakpoint[]): Promise<void> => {
  await api('PUT', '/api/runs/{id}/breakpoints', { path: { id: run }, json: { breakpoints } })
}

export type StepMode = 'over' | 'into' | 'out' | 'continue'

export const stepRun = async (run: string, mode: StepMode): Promise<void> => {
  await api('POST', '/api/runs/{id}/step', { path: { id: run }, json: { mode } })
}

type Forked = Answer<'POST', '/api/runs/{id}/fork'>
/** As text: the content of an Idea may be any JSON here, and the server says what is wrong with it. */
const fork = (run: string, asked: ForkOptions & { readonly dryRun?: true }): Promise<Forked> =>
  api('POST', '/api/runs/{id}/fork', { path: { id: run }, text: JSON.stringify(asked) })
const isStarted = (forked: Forked): forked is Started => 'id' in forked

/** A new Run that keeps what was complete at `at`, or what an edit leaves unchanged. */
export async function forkRun(run: string, options: ForkOptions): Promise<Started> {
  const forked = await fork(run, options)
  if (isStarted(forked)) return forked
  throw new TypeError('The server answered as to a dry run.')
}

/** A preview of an edit: the kept facts, and those that run again. */
export async function blastRadiusOf(run: string, options: ForkOptions): Promise<BlastRadius> {
  const forked = await fork(run, { ...options, dryRun: true })
  if (!isStarted(forked)) return forked
  throw new TypeError('The server started a run in the place of a dry run.')
}

export const readRun = (id: string): Promise<Run> => api('GET', '/api/runs/{id}', { path: { id } })

/** The Run as one HTML page that opens without a server, with its smaller files. */
export const savedPageUrl = (run: string): string =>
  urlOf(addressOf('/api/runs/{id}/export', { path: { id: run }, query: { format: 'html' } }))

/** The whole Run as one document, its files included. */
export const exportUrl = (run: string): string =>
  urlOf(addressOf('/api/runs/{id}/export', { path: { id: run }, query: { artifacts: 'inline' } }))

/** Takes in a Run that was exported, once its chain is checked. */
export const importRun = (document: string): Promise<Started> => api('POST', '/api/runs/import', { text: document })

/** A conversation that another program recorded, as a Run to look at. */
export const importConversation = (
  file: string,
  text: string,
): Promise<Answer<'POST', '/api/runs/import-conversation'>> =>
  api('POST', '/api/runs/import-conversation', { json: { file, text } })

/** Bytes on the disk. */
export type Storage = Answer<'GET', '/api/storage'>

/** The models that a run may name, with what they take and give at most, and the prices of this workspace. */
export const readModels = (): Promise<Answer<'GET', '/api/models'>> => api('GET', '/api/models')

/** The prices of models in this workspace. */
export const readPrices = async (): Promise<PriceTable> => (await readModels()).prices

export const readStorage = (): Promise<Storage> => api('GET', '/api/storage')

/** A value that an event has as `{ $body }`. */
export const readBody = (run: string, hash: string): Promise<Json> =>
  api('GET', '/api/runs/{id}/bodies/{hash}', { path: { id: run, hash } })

/** An event's value; fetches a separately stored one. */
export const readStored = async <T>(run: string, stored: Stored<T>): Promise<T> =>
  isBodyRef(stored) ? ((await readBody(run, stored.$body)) as T) : stored // the event names both: the bytes are those of this field

/** The address of an HTML file as a page in a frame; the server lets it do nothing else. */
export const artifactPageUrl = (run: string, name: string): string =>
  urlOf(addressOf('/api/runs/{id}/artifacts/{name}/page', { path: { id: run, name } }))

export const artifactUrl = (run: string, name: string): string =>
  urlOf(addressOf('/api/runs/{id}/artifacts/{name}', { path: { id: run, name } }))
