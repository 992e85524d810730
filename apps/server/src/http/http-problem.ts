import { EnsembleError } from '@ensemble/core'
import { errorUri } from './error-uri.ts'
import { storageSentence } from '../workspace/storage-trouble.ts'

export interface PathMessage {
  readonly path: string
  readonly message: string
}

/** A refusal of one request, as RFC 9457 carries it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly options: {
      readonly errors?: readonly PathMessage[]
      readonly headers?: Readonly<Record<string, string>>
      /** Members in addition to the standard ones, such as the stale files of a 412. */
      readonly extra?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(detail)
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  421: 'Misdirected request',
  422: 'Cannot be processed',
  428: 'Precondition required',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'The other side failed',
  503: 'Unavailable',
  507: 'Insufficient storage',
}

/** The status of each EnsembleError a route may meet; the rest are failures of the server's own. */
const STATUS: Readonly<Record<string, number>> = {
  'idea.invalid': 422,
  'idea.missing': 404,
  'workspace.invalid': 422,
  'workspace.missing': 422,
  'workspace.unknown': 404,
  'workspace.busy': 409,
  'engine.newer': 409,
  'module.unresolved': 422,
  'module.outside': 422,
  'module.mergeConflict': 422,
  'model.unknown': 422,
  'model.unreachable': 502,
  'model.status': 502,
  'model.envelope': 502,
  'endpoint.unknown': 404,
  'template.unknown': 404,
  'workspace.tooLarge': 413,
  'archive.invalid': 422,
  'name.taken': 409,
  'otel.off': 422,
  'otel.unreachable': 502,
  'otel.refused': 502,
  'profile.unknown': 422,
  'input.invalid': 422,
  'run.conflict': 409,
  'run.unknown': 404,
  'value.unknown': 404,
  'run.ended': 409,
  'run.imported': 409,
  'import.empty': 422,
  'run.notStopped': 409,
  'run.damaged': 422,
  'run.unfinished': 409,
  'engine.draining': 503,
  'engine.storage': 507,
  'name.invalid': 400,
  'json.invalid': 400,
  'json.duplicateKey': 400,
  'json.tooDeep': 400,
  'json.tooLarge': 413,
  'case.invalid': 422,
  'extract.span': 422,
  'page.missing': 503,
  'request.unknown': 404,
  'experiment.invalid': 422,
  'experiment.unknown': 404,
  'extract.calls': 422,
  'fork.at': 422,
  'fork.key': 422,
  'fork.idea': 422,
  'fork.binding': 422,
  'egress.refused': 422,
  'egress.answer': 502,
  'secret.missing': 422,
  'mcp.unknown': 404,
  'mcp.changed': 409,
  'approval.unknown': 404,
  'approval.decided': 409,
  'approval.invalid': 422,
  'arguments.changed': 409,
}

/** Anything thrown, as the one answer people and programs see; undefined for a fault that belongs in the log. */
export const toHttpProblem = (error: unknown): HttpProblem | undefined => {
  if (error instanceof HttpProblem) return error
  if (error instanceof EnsembleError) {
    const status = STATUS[error.code]
    const { errors } = error.options
    if (status !== undefined) return new HttpProblem(status, error.code, error.message, errors ? { errors } : {})
  }
  const storage = storageSentence(error)
  return storage === undefined ? undefined : new HttpProblem(507, 'engine.storage', storage)
}

export const INTERNAL = new HttpProblem(
  500,
  'internal',
  'The server met an unexpected fault; its log holds the details.',
)

/** `application/problem+json` (docs/contract/api.md). Never a stack trace. */
export const problemResponse = (problem: HttpProblem): Response => {
  const { errors, headers, extra } = problem.options
  const body = {
    type: errorUri(problem.code),
    title: TITLES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: problem.detail,
    ...(errors !== undefined && { errors }),
    ...extra,
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
