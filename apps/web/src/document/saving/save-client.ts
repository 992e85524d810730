import type { Problem } from '@ensemble/core'
import { SINGLE_FILES, codeNameOf, ideaFile, routeOf, toolFile } from '../texts/files.ts'
import { type Answer, api } from '../../platform/api/api.ts'
import { ApiError, request, requestJson } from '../../platform/api/client.ts'
import { readFile } from './file-client.ts'

export interface SaveAnswer {
  readonly etag: string | null
  readonly draft?: string
  readonly problems?: readonly Problem[]
}

/** The etags of all the page's saved files: the server sends no text that the page has. */
export async function readEtags(codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const [ideas, tools, ...singles] = await Promise.all([
    api('GET', '/api/ideas', { query: { problems: 'none' } }),
    api('GET', '/api/tools', { query: { problems: 'none' } }),
    ...[...SINGLE_FILES, ...codes].map(readFile),
  ])
  const all = [
    ...ideas.map(({ name, etag }) => ({ file: ideaFile(name), etag })),
    ...tools.map(({ name, etag }) => ({ file: toolFile(name), etag })),
    ...singles,
  ]
  return new Map(all.flatMap(({ file, etag }): [string, string][] => (etag === null ? [] : [[file, etag]])))
}

const precondition = (etag: string | null): Readonly<Record<string, string>> =>
  etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }

/** Saves one file over the text that had `etag`. Throws ApiError 412 when it changed meanwhile. */
export async function saveFile(file: string, text: string | null, etag: string | null): Promise<SaveAnswer> {
  const headers = precondition(etag)
  if (text !== null && codeNameOf(file) !== null)
    return requestJson<SaveAnswer>(routeOf(file), { method: 'PUT', text: JSON.stringify({ code: text }), headers })
  if (text !== null) return requestJson<SaveAnswer>(routeOf(file), { method: 'PUT', text, headers })
  if (etag !== null) await request(routeOf(file), { method: 'DELETE', headers })
  return { etag: null }
}

/** Saves several files, all or none. */
export async function saveFiles(
  edits: readonly { readonly file: string; readonly text: string | null; readonly ifMatch: string | null }[],
): Promise<ReadonlyMap<string, string | null>> {
  const { files } = await api('POST', '/api/workspace/edits', { json: { edits } })
  return new Map(files.map(({ file, etag }) => [file, etag]))
}

/** Stores a text that is not JSON yet next to the saved file. */
export const saveDraft = (
  file: string,
  text: string,
  base: string | null,
): Promise<Answer<'PUT', '/api/drafts/{file}'>> =>
  api('PUT', '/api/drafts/{file}', {
    path: { file },
    text,
    headers: base === null ? {} : { 'ensemble-base-etag': base },
  })

/** Drops a draft; the saved file stays. One that the server already dropped isn't an error. */
export const dropDraft = (file: string): Promise<void> =>
  api('DELETE', '/api/drafts/{file}', { path: { file } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
