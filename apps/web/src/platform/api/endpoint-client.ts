import { type Answer, api } from './api.ts'

/** An endpoint as the server tells it; a key is never part of it. */
export type Endpoint = Answer<'GET', '/api/endpoints'>['endpoints'][number]
export type Examined = Answer<'POST', '/api/models/examine'>
export type LocalServer = Answer<'POST', '/api/endpoints/find'>['found'][number]

/** Endpoints, and what their models did when they were tried. */
export const readEndpoints = (): Promise<Answer<'GET', '/api/endpoints'>> => api('GET', '/api/endpoints')

/** Asks an endpoint for its models. Throws ApiError with the endpoint's failure in plain words. */
export const listModels = async (endpoint: string): Promise<readonly string[]> =>
  (await api('POST', '/api/endpoints/models', { json: { endpoint } })).models

/** Looks for model servers on the default ports of this machine, once. */
export const findLocalServers = async (): Promise<readonly LocalServer[]> =>
  (await api('POST', '/api/endpoints/find')).found

/** Tries a model with a few small questions. */
export const examineModel = (model: string): Promise<Examined> =>
  api('POST', '/api/models/examine', { json: { model } })

/** Keeps a key; no route gives it back. */
export const putSecret = (name: string, value: string): Promise<undefined> =>
  api('PUT', '/api/secrets/{name}', { path: { name }, json: { value } })
