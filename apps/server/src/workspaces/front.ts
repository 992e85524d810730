import { EnsembleError } from '@ensemble/core'
import type { Answer, Asked } from '../http/app-type.ts'
import type { Guard } from '../http/guard.ts'
import { HttpProblem, INTERNAL, problemResponse, toHttpProblem } from '../http/http-problem.ts'
import type { Log } from '../http/log.ts'
import { secure } from '../http/page-headers.ts'
import { json } from '../http/route.ts'
import { BusyWorkspace, type OpenWorkspaces } from './open-workspaces.ts'

/** `/w/NAME` and what follows it. */
const OF_WORKSPACE = /^\/w\/([^/]+)(\/.*)?$/
/** A workspace answers these itself; the page and its files are the same for all. */
const BY_WORKSPACE = /^\/(api\/|mcp$|metrics$|use\/)/
/** People without the token reach these. */
const OF_VISITORS = /^\/use\//

export interface FrontOptions {
  readonly guard: Guard
  readonly open: Pick<OpenWorkspaces, 'answer' | 'isOpen'>
  /** Answers for the workspace that the server was started with, and serves the page. */
  readonly first: Answer
  readonly version: string
  readonly log: () => Log
  /** Before every address of this server, as `/ensemble`; empty at the root. */
  readonly basePath: string
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

/** A page to share opens no workspace for a stranger. */
const letVisitorIn = async (name: string, request: Request, { guard, open }: FrontOptions): Promise<void> => {
  guard.checkHost(request)
  if (!guard.isAuthorised(request) && !(await open.isOpen(name)))
    throw new HttpProblem(404, 'use.off', 'There is no page here: nothing of this name is shared.')
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
export const createFront = (options: FrontOptions): Answer => {
  const { guard, open, first, log, basePath } = options
  const toWorkspace = async (segment: string, path: string, request: Request, asked?: Asked): Promise<Response> => {
    const name = nameIn(segment)
    try {
      if (OF_VISITORS.test(path)) await letVisitorIn(name, request, options)
      else letIn(guard, path, request)
      return await open.answer(name, request, asked)
    } catch (error) {
      if (path === '/api/session' && error instanceof EnsembleError) return refusedSession(error, name, options)
      const problem = toHttpProblem(error)
      if (problem === undefined) log().error('A workspace could not be opened', error)
      return problemResponse(problem ?? INTERNAL)
    }
  }
  return async (request, asked) => {
    if (!request.url.includes('/w/')) return first(request, asked)
    const { pathname, search } = new URL(request.url)
    const [, segment, path] = OF_WORKSPACE.exec(pathname) ?? []
    if (segment === undefined) return first(request, asked)
    if (path === undefined)
      return new Response(null, { status: 308, headers: { location: `${basePath}/w/${segment}/${search}` } })
    // Strangers learn from a health check that the server is up, and nothing of a workspace.
    const isStranger = (path === '/api/health' || path === '/api/ready') && !guard.isAuthorised(request)
    if (!BY_WORKSPACE.test(path) || isStranger) return first(request, asked)
    const response = await toWorkspace(segment, path, request, asked)
    secure(response)
    return response
  }
}
