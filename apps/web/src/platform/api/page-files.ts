import { SERVER_BASE } from '../browser/base.ts'

/** As the browser will ask for it: the answer is cached for the same words only. */
const acceptOf = (file: string): string => (file.endsWith('.css') ? 'text/css,*/*;q=0.1' : '*/*')

/** The addresses of all the page's code; none where the page has no such list, or no server. */
export async function listPageFiles(): Promise<readonly string[]> {
  try {
    const listed: unknown = await (await fetch(`${SERVER_BASE}/files.json`)).json()
    return Array.isArray(listed) ? listed.filter((file) => typeof file === 'string') : []
  } catch {
    return []
  }
}

/** Brings a file into the browser's cache. Never throws: it is fetched again when it is needed. */
export async function cachePageFile(file: string): Promise<void> {
  try {
    const answer = await fetch(`${SERVER_BASE}/${file}`, { priority: 'low', headers: { accept: acceptOf(file) } })
    await answer.arrayBuffer()
  } catch {
    // As above.
  }
}
