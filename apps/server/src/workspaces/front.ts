import { EnsembleError } from '@ensemble/core'
import type { Guard } from '../http/guard.ts'
import { INTERNAL, problemResponse, toHttpProblem } from '../http/http-problem.ts'
import type { Log } from '../http/log.ts'
import { secure } from '../http/page-headers.ts'
import { json } from '../http/route.ts'
import { BusyWorkspace, type OpenWorkspaces } from './open-workspaces.ts'

/** `/w/NAME` and what follows it. */
const OF_WORKSPACE = /^\/w\/([^/]+)(\/.*)?$/
/** A workspace answers these itself; the page and its files are the same for all. */
const BY_WORKSPACE = /^\/(api\/|mcp$|metrics$)/

export interface FrontOptions {
  readonly guard: Guard
  readonly open: Pick<OpenWorkspaces, 'answer'>
  /** Answers for the workspace that the server was started with, and serves the page. */
  readonly first: (request: Request) => Response | Promise<Response>
  readonly version: string
  readonly log: () => Log
}

/** The same checks as the workspace's own, before it is opened for a stranger. Throws HttpProblem. */
const letIn = (guard: Guard, path: string, request: Request): void => {
  guard.checkHost(request)
  if (path === '/api/session') guard.checkNewcomer(request)
  else guard.checkCaller(request)
}

const nameIn = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A page gets its cookie where its workspace does not open, too, and shows why. */
const refusedSession = (error: EnsembleError, name: string, { guard, version }: FrontOptions): Response =>
  json(
    {
      version,
      name,
      lint: {},
      refused: {
        code: error.code,
        detail: error.message,
        ...(error instanceof BusyWorkspace && error.url !== undefined && { url: error.url }),
      },
    },
    200,
    { 'set-cookie': guard.cookie() },
  )

/** Answers `/w/NAME/…` by the workspace of that name, and everything else as a server of one workspace does. */
export const createFront = (options: FrontOptions): ((request: Request) => Response | Promise<Response>) => {
  const { guard, open, first, log } = options
  const toWorkspace = async (segment: string, path: string, request: Request): Promise<Response> => {
    const name = nameIn(segment)
    try {
      letIn(guard, path, request)
      return await open.answer(name, request)
    } catch (error) {
      if (path === '/api/session' && error instanceof EnsembleError) return refusedSession(error, name, options)
      const problem = toHttpProblem(error)
      if (problem === undefined) log().error('A workspace could not be opened', error)
      return problemResponse(problem ?? INTERNAL)
    }
  }
  return async (request) => {
    if (!request.url.includes('/w/')) return first(request)
    const { pathname, search } = new URL(request.url)
    const [, segment, path] = OF_WORKSPACE.exec(pathname) ?? []
    if (segment === undefined) return first(request)
    if (path === undefined) return new Response(null, { status: 308, headers: { location: `/w/${segment}/${search}` } })
    // Strangers learn from a health check that the server is up, and nothing of a workspace.
    const isStranger = (path === '/api/health' || path === '/api/ready') && !guard.isAuthorised(request)
    if (!BY_WORKSPACE.test(path) || isStranger) return first(request)
    const response = await toWorkspace(segment, path, request)
    secure(response)
    return response
  }
}
