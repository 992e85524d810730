import type { Json, JsonObject } from '@ensemble/core'
import { type Answer, addressOf, api } from './api.ts'
import { request } from './client.ts'

export type ListedActivity = Answer<'GET', '/api/activities'>[number]

/** A try's result, or the error for its author. */
export type Tried = Answer<'POST', '/api/activities/try'>

export interface StoredCode {
  readonly code: string
  readonly etag: string
}

export const listActivities = (): Promise<readonly ListedActivity[]> => api('GET', '/api/activities')

/** Throws ApiError 404 if it isn't a sandboxed Activity. */
export async function readCode(name: string): Promise<StoredCode> {
  const response = await request(addressOf('/api/activities/{name}', { path: { name } }))
  const { code } = (await response.json()) as Answer<'GET', '/api/activities/{name}'> // as the description says
  return { code, etag: response.headers.get('etag') ?? '' }
}

/** Saves over the text that had `etag`, or makes a new file. Throws ApiError 412 when it changed meanwhile. */
export async function writeCode(name: string, code: string, etag: string | null): Promise<string> {
  const headers: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
  return (await api('PUT', '/api/activities/{name}', { path: { name }, json: { code }, headers })).etag
}

export const removeCode = (name: string, etag: string): Promise<undefined> =>
  api('DELETE', '/api/activities/{name}', { path: { name }, headers: { 'if-match': etag } })

/** Runs code once in the sandbox; nothing is stored. */
export const tryCode = (code: string, call: Json): Promise<Tried> =>
  api('POST', '/api/activities/try', { text: JSON.stringify({ code, call }) })

/** Sends the request of an HTTP activity once; nothing is stored. */
export const tryRequest = (http: JsonObject, call: Json): Promise<Tried> =>
  api('POST', '/api/activities/try', { text: JSON.stringify({ http, call }) })
