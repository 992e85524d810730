import type {
  Annotation,
  BlastRadius,
  Breakpoint,
  DecisionInput,
  ForkOptions,
  Json,
  OpenApproval,
  PriceTable,
  ReplayReport,
  Run,
  RunStatus,
} from '@ensemble/core'
import { request, requestJson, urlOf } from './client.ts'

const runPath = (id: string): string => `/api/runs/${encodeURIComponent(id)}`

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
  /** Words of the content. */
  readonly q?: string
}
export interface RunPage {
  readonly items: readonly Run[]
  readonly next: string | null
}

/** Newest first; `cursor` is the `next` of the page before. Throws ApiError, as all below. */
export function listRuns(limit: number, filter: RunFilter = {}, cursor?: string): Promise<RunPage> {
  const query = new URLSearchParams({ limit: String(limit) })
  for (const [name, value] of Object.entries({ ...filter, cursor }))
    if (value !== undefined) query.set(name, String(value))
  return requestJson(`/api/runs?${query.toString()}`)
}

export interface Started {
  readonly id: string
  readonly url: string
}

export const createRun = (body: {
  readonly idea: string
  readonly input: Json
  readonly model?: string
  readonly profile?: string
  readonly continues?: string
  readonly breakpoints?: readonly Breakpoint[]
}): Promise<Started> => requestJson('/api/runs', { method: 'POST', json: body })

export const cancelRun = async (id: string): Promise<void> => {
  await request(`${runPath(id)}/cancel`, { method: 'POST' })
}

export const deleteRun = async (id: string): Promise<void> => {
  await request(runPath(id), { method: 'DELETE' })
}

/** Says something about a Run in place of what was said before; the Run as it is then. */
export const annotateRun = (id: string, annotation: Annotation): Promise<Run> =>
  requestJson(`${runPath(id)}/annotation`, { method: 'PUT', json: annotation })

/** Every label that some Run carries. */
export const listLabels = (): Promise<readonly string[]> => requestJson('/api/labels')

/** Runs the executor over the record alone and says whether it decides the same. */
export const replayRun = (id: string): Promise<ReplayReport> =>
  requestJson(`${runPath(id)}/replay`, { method: 'POST', json: {} })

/** The Calls that wait for a person, over all Runs. */
export const listApprovals = (): Promise<readonly OpenApproval[]> => requestJson('/api/approvals?status=open')

export const decideCall = async (run: string, call: string, decision: Omit<DecisionInput, 'by'>): Promise<void> => {
  await request(`${runPath(run)}/approvals/${encodeURIComponent(call)}`, { method: 'POST', json: decision })
}

/** Where a Run that goes on stops from now on. */
export const putBreakpoints = async (run: string, breakpoints: readonly Breakpoint[]): Promise<void> => {
  await request(`${runPath(run)}/breakpoints`, { method: 'PUT', json: { breakpoints } })
}

export type StepMode = 'over' | 'into' | 'out' | 'continue'

export const stepRun = async (run: string, mode: StepMode): Promise<void> => {
  await request(`${runPath(run)}/step`, { method: 'POST', json: { mode } })
}

/** A new Run that keeps what was complete at `at`, or what an edit leaves unchanged. */
export const forkRun = (run: string, options: ForkOptions): Promise<Started> =>
  requestJson(`${runPath(run)}/fork`, { method: 'POST', json: options })

/** What an edit would keep and what it would make run again; nothing runs. */
export const blastRadiusOf = (run: string, options: ForkOptions): Promise<BlastRadius> =>
  requestJson(`${runPath(run)}/fork`, { method: 'POST', json: { ...options, dryRun: true } })

export const readRun = (id: string): Promise<Run> => requestJson(runPath(id))

/** The Run as one HTML page that opens without a server, with its smaller files. */
export const savedPageUrl = (run: string): string => `${runPath(run)}/export?format=html`

/** The whole Run as one document, its files included. */
export const exportUrl = (run: string): string => `${runPath(run)}/export?artifacts=inline`

/** Takes in a Run that was exported, once its chain is checked. */
export const importRun = (document: string): Promise<Started> =>
  requestJson('/api/runs/import', {
    method: 'POST',
    text: document,
    headers: { 'content-type': 'application/json' },
  })

/** Bytes on the disk. */
export interface Storage {
  readonly runs: number
  readonly journal: number
  readonly artifacts: number
}

/** What models cost in this workspace. */
export const readPrices = async (): Promise<PriceTable> =>
  (await requestJson<{ readonly prices: PriceTable }>('/api/models')).prices

export const readStorage = (): Promise<Storage> => requestJson('/api/storage')

/** A value that stands as `{ $body }` in an event. */
export const readBody = (run: string, hash: string): Promise<Json> => requestJson(`${runPath(run)}/bodies/${hash}`)

export const artifactUrl = (run: string, name: string): string =>
  urlOf(`${runPath(run)}/artifacts/${encodeURIComponent(name)}`)
