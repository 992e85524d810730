import { SINGLE_FILES, codeNameOf, ideaFile, routeOf, toolFile } from '../texts/files.ts'
import { type Answer, addressOf, api } from '../../platform/api/api.ts'
import { ApiError, request } from '../../platform/api/client.ts'

/** A file as the server holds it; null text if there is none. */
export interface ServerFile {
  readonly file: string
  readonly text: string | null
  readonly etag: string | null
  /** A person's unfinished text; stale if the saved file has changed since. */
  readonly draft?: { readonly text: string; readonly isStale: boolean }
}
type Listed = Answer<'GET', '/api/ideas'>[number]
/** A saved file; null text if missing. */
export async function readFile(file: string): Promise<ServerFile> {
  try {
    if (codeNameOf(file) !== null) return await readCodeFile(file)
    const response = await request(routeOf(file))
    const etag = response.headers.get('etag')
    const text = await response.text()
    return SINGLE_FILES.includes(file) && etag === null ? { file, text: null, etag: null } : { file, text, etag }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { file, text: null, etag: null }
    throw error
  }
}

/** Its route wraps the code in JSON. */
async function readCodeFile(file: string): Promise<ServerFile> {
  const response = await request(routeOf(file))
  const { code } = (await response.json()) as Answer<'GET', '/api/activities/{name}'> // as the description says
  return { file, text: code, etag: response.headers.get('etag') }
}

/** A saved file, with its draft if it has one. */
async function readLatest(file: string, listed: Listed): Promise<ServerFile> {
  const { text, etag } = listed
  const inForce = text === undefined ? await readFile(file) : { file, text, etag }
  if (listed.draft === undefined) return inForce
  const response = await request(addressOf('/api/drafts/{file}', { path: { file } }))
  const base = response.headers.get('ensemble-base-etag')
  return { ...inForce, draft: { text: await response.text(), isStale: base !== inForce.etag } }
}

/** All files the page works on; no list names the `codes` that it holds. */
export async function readWorkspace(codes: readonly string[] = []): Promise<readonly ServerFile[]> {
  const [ideas, tools] = await Promise.all([
    api('GET', '/api/ideas', { query: { texts: 'all', problems: 'none' } }),
    api('GET', '/api/tools', { query: { texts: 'all', problems: 'none' } }),
  ])
  return inTurns([
    ...ideas.map((listed) => () => readLatest(ideaFile(listed.name), listed)),
    ...tools.map((listed) => () => readLatest(toolFile(listed.name), listed)),
    ...[...SINGLE_FILES, ...codes].map((file) => () => readFile(file)),
  ])
}

/** So many requests are under way at once: a browser refuses thousands. */
const AT_ONCE = 32

async function inTurns<T>(tasks: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index]
      if (task !== undefined) results[index] = await task()
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tasks.length) }, work))
  return results
}
