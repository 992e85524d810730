import type { Json, ReplayReport, Run } from '@ensemble/core'
import { request, requestJson } from './client.ts'

const runPath = (id: string): string => `/api/runs/${encodeURIComponent(id)}`

/** Newest first. Throws ApiError, as all below. */
export const listRuns = (limit: number): Promise<{ readonly items: readonly Run[]; readonly next: string | null }> =>
  requestJson(`/api/runs?limit=${limit}`)

export const createRun = (body: {
  readonly idea: string
  readonly input: Json
  readonly model?: string
  readonly profile?: string
}): Promise<{ readonly id: string; readonly url: string }> => requestJson('/api/runs', { method: 'POST', json: body })

export const cancelRun = async (id: string): Promise<void> => {
  await request(`${runPath(id)}/cancel`, { method: 'POST' })
}

export const deleteRun = async (id: string): Promise<void> => {
  await request(runPath(id), { method: 'DELETE' })
}

/** Runs the executor over the record alone and says whether it decides the same. */
export const replayRun = (id: string): Promise<ReplayReport> =>
  requestJson(`${runPath(id)}/replay`, { method: 'POST', json: {} })

/** A value that stands as `{ $body }` in an event. */
export const readBody = (run: string, hash: string): Promise<Json> => requestJson(`${runPath(run)}/bodies/${hash}`)

export const artifactUrl = (run: string, name: string): string =>
  `${runPath(run)}/artifacts/${encodeURIComponent(name)}`
