import type { RequestOptions } from '../../platform/api/client.ts'
import { readSavedRun } from './saved-run.ts'

/** A saved page's answers in place of the server's; the build swaps it for `api/client.ts`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status = 404
  readonly code = 'saved.missing'
  readonly title = 'This is not part of the saved page.'
  readonly detail = ''
  readonly errors = []
  readonly body = {}
  readonly isAway = false
}

/** There is no server whose folder could be read-only. */
export const setGuard = (): void => undefined

/** A saved page shows a Run and changes nothing. */
export const IS_SAVED = true

/** Where a file of the Run is found: in the page itself; empty for one that was left out. */
export const urlOf = (path: string): string => {
  const name = /\/artifacts\/([^/?]+)/.exec(path)?.[1]
  return (name === undefined ? undefined : readSavedRun().file(decodeURIComponent(name))) ?? ''
}

const answers: readonly (readonly [path: RegExp, answer: (match: RegExpExecArray) => Response | undefined])[] = [
  [
    /^\/api\/runs\/[^/]+\/events/,
    () => new Response(`data: [${readSavedRun().lines.join(',')}]\n\nevent: end\ndata: {}\n\n`),
  ],
  [
    /^\/api\/runs\/[^/]+\/bodies\/([0-9a-f]+)/,
    ([, hash = '']) => {
      const body = readSavedRun().bodies[hash]
      return body === undefined ? undefined : new Response(body)
    },
  ],
]

/** The answer of a route, from the page. Throws ApiError for everything that only a server knows. */
export async function request(path: string, _options: RequestOptions = {}): Promise<Response> {
  for (const [pattern, answer] of answers) {
    const match = pattern.exec(path)
    const response = match === null ? undefined : answer(match)
    if (response !== undefined) return response
  }
  throw new ApiError(path)
}

export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await (await request(path, options)).json()) as T // as in api/client.ts
}
