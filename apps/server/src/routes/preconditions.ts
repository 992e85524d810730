import { HttpProblem } from '../http/http-problem.ts'

const listed = (header: string, etag: string): boolean =>
  header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*')

/**
 * Whether a write may proceed: the file must be the one that the caller saw (`current` null: missing). Throws
 * HttpProblem 412 or 428.
 */
export const checkPreconditions = (request: Request, file: string, current: string | null): void => {
  const ifMatch = request.headers.get('if-match')
  const ifNoneMatch = request.headers.get('if-none-match')
  const stale = new HttpProblem(412, 'file.changed', `${file} changed meanwhile; read it again before you write.`, {
    headers: current === null ? {} : { etag: current },
    extra: { etag: current, files: [file] },
  })
  if (ifMatch !== null) {
    if (current === null || !listed(ifMatch, current)) throw stale
    return
  }
  if (ifNoneMatch !== null) {
    if (current !== null && listed(ifNoneMatch, current)) throw stale
    return
  }
  if (current !== null)
    throw new HttpProblem(428, 'precondition.required', `Send If-Match with the ETag of ${file} that you read.`)
}

/** A read whose caller already has these bytes. */
export const isUnchanged = (request: Request, etag: string): boolean => {
  const ifNoneMatch = request.headers.get('if-none-match')
  return ifNoneMatch !== null && listed(ifNoneMatch, etag)
}

export const documentResponse = (
  request: Request,
  bytes: Uint8Array,
  etag: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  isUnchanged(request, etag)
    ? new Response(null, { status: 304, headers: { etag } })
    : new Response(new Uint8Array(bytes), {
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', etag, ...headers },
      })
