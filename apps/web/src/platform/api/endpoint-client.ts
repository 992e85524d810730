import { type Answer, api } from './api.ts'

/** An endpoint as the server tells it; a key is never part of it. */
export type Endpoint = Answer<'GET', '/api/endpoints'>['endpoints'][number]
export type Examined = Answer<'GET', '/api/endpoints'>['examined'][number]
export type LocalServer = Answer<'POST', '/api/endpoints/find'>['found'][number]

/** Endpoints, and what their models did when they were tried. */
export const readEndpoints = (): Promise<Answer<'GET', '/api/endpoints'>> => api('GET', '/api/endpoints')

/** Asks an endpoint for its models. Throws ApiError with the endpoint's failure in plain words. */
export const listModels = async (endpoint: string): Promise<readonly string[]> =>
  (await api('POST', '/api/endpoints/models', { json: { endpoint } })).models

/** Looks for model servers on the default ports of this machine, once. */
export const findLocalServers = async (): Promise<readonly LocalServer[]> =>
  (await api('POST', '/api/endpoints/find')).found

/** Tries a model with a few small questions; `onAsked` gets their number so far where it takes long. */
export const examineModel = async (model: string, onAsked: (questions: number) => void): Promise<void> => {
  for (;;) {
    const answer = await api('POST', '/api/models/examine', { json: { model } })
    if (!('pending' in answer)) return
    onAsked(answer.pending)
  }
}

/** Keeps a key; no route gives it back. */
export const putSecret = (name: string, value: string): Promise<undefined> =>
  api('PUT', '/api/secrets/{name}', { path: { name }, json: { value } })
