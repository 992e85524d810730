import type { Examination, Finding } from '@ensemble/core'
import { request, requestJson } from './client.ts'

/** An endpoint as the server tells it; a key is never part of it. */
export interface Endpoint {
  readonly name: string
  readonly baseUrl: string
  readonly source: 'environment' | 'workspace'
  readonly key: 'none' | 'given' | 'missing'
  readonly reference?: string
  readonly concurrency: number
}
export interface Examined extends Examination {
  readonly at: string
  readonly findings: readonly Finding[]
}
export interface LocalServer {
  readonly name: string
  readonly baseUrl: string
  readonly models: readonly string[]
}

/** Endpoints, and what their models did when they were tried. */
export const readEndpoints = (): Promise<{
  readonly endpoints: readonly Endpoint[]
  readonly examined: readonly Examined[]
}> => requestJson('/api/endpoints')

/** Asks an endpoint for its models. Throws ApiError with the endpoint's failure in plain words. */
export const listModels = async (endpoint: string): Promise<readonly string[]> =>
  (await requestJson<{ models: readonly string[] }>('/api/endpoints/models', { method: 'POST', json: { endpoint } }))
    .models

/** Looks for model servers on the usual ports of this machine, once. */
export const findLocalServers = async (): Promise<readonly LocalServer[]> =>
  (await requestJson<{ found: readonly LocalServer[] }>('/api/endpoints/find', { method: 'POST' })).found

/** Tries a model with five small questions. */
export const examineModel = (model: string): Promise<Examined> =>
  requestJson('/api/models/examine', { method: 'POST', json: { model } })

/** Keeps a key; no route gives it back. */
export const putSecret = async (name: string, value: string): Promise<void> => {
  await request(`/api/secrets/${encodeURIComponent(name)}`, { method: 'PUT', json: { value } })
}
