import type { Json } from '@ensemble/core'
import { request, requestJson } from './client.ts'

export interface ListedActivity {
  readonly name: string
  /** Code of the owner, an HTTP request, or sandboxed code. */
  readonly kind: 'code' | 'http' | 'sandbox'
  readonly file?: string
}

export interface StoredCode {
  readonly code: string
  readonly etag: string
}

/** What a try came to: a result, or what its author is told. */
export interface Tried {
  readonly ok: boolean
  readonly result?: Json
  readonly message?: string
  readonly logs: readonly { readonly level: string; readonly text: string }[]
  readonly ms: number
}

const pathOf = (name: string): string => `/api/activities/${encodeURIComponent(name)}`

export const listActivities = (): Promise<readonly ListedActivity[]> => requestJson('/api/activities')

/** Throws ApiError 404 where it is no sandboxed Activity. */
export async function readCode(name: string): Promise<StoredCode> {
  const response = await request(pathOf(name))
  const { code } = (await response.json()) as { code: string } // API.md
  return { code, etag: response.headers.get('etag') ?? '' }
}

/** Saves over the text that had `etag`, or makes a new file. Throws ApiError 412 when it changed meanwhile. */
export async function writeCode(name: string, code: string, etag: string | null): Promise<string> {
  const headers: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
  return (await requestJson<{ etag: string }>(pathOf(name), { method: 'PUT', json: { code }, headers })).etag
}

export const removeCode = (name: string, etag: string): Promise<Response> =>
  request(pathOf(name), { method: 'DELETE', headers: { 'if-match': etag } })

/** Runs code once in the sandbox; nothing is stored. */
export const tryCode = (code: string, call: Json): Promise<Tried> =>
  requestJson('/api/activities/try', { method: 'POST', json: { code, call } })
