import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { AppDeps } from './app-deps.ts'
import type { App, Asked } from './http/app-type.ts'
import { HttpProblem, INTERNAL, problemResponse, toHttpProblem } from './http/http-problem.ts'
import { serveDocs } from './http/docs-site.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { secure } from './http/page-headers.ts'
import type { Route } from './http/route.ts'
import { serveStatic } from './http/static-files.ts'
import { mountMcp } from './mcp/server/mount-mcp.ts'
import { DOCS } from './places.ts'
import { createRoutes } from './routes/create-routes.ts'
import { mountUse } from './use/mount-use.ts'

const methodsOf = (routes: readonly Route[], pathname: string): readonly string[] =>
  routes
    .filter((route) => new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
    .map((route) => route.method)

const notFound = (routes: readonly Route[], pathname: string, { method }: Request): HttpProblem => {
  const methods = methodsOf(routes, pathname)
  return methods.length === 0
    ? new HttpProblem(404, 'route.unknown', `There is nothing at ${pathname}; /api/openapi.json lists what there is.`)
    : new HttpProblem(405, 'method.unknown', `${pathname} answers ${methods.join(', ')}, not ${method}.`, {
        headers: { allow: methods.join(', ') },
      })
}

/** A workspace has the same routes below `/w/NAME` as at `/`. */
const pathIn = (request: Request): string =>
  getPath({ url: request.url.replace(/^(\w+:\/\/[^/]+)\/w\/[^/?#]+(?=\/)/, '$1') } as Request) // it reads the address alone

/** Everything the server answers, without listening: hand its `fetch` to a listener, or its `request` to a test. */
export const createApp = (deps: AppDeps): App => {
  const app = new Hono<{ Bindings: Asked | undefined }>({ getPath: pathIn })
  const routes = createRoutes(deps)

  app.use(async (context, next) => {
    deps.guard.checkHost(context.req.raw)
    await next()
    secure(context.res)
    // A HEAD has no reader: a stream would stay open without one.
    if (context.req.method === 'HEAD') await context.res.body?.cancel()
  })
  app.use('/api/*', async (context, next) => {
    const { path, raw } = context.req
    if (path === '/api/session') deps.guard.checkNewcomer(raw)
    else if (path === '/api/health' || path === '/api/ready') deps.guard.checkOrigin(raw)
    else deps.guard.checkCaller(raw)
    await next()
  })
  app.use('/metrics', async (context, next) => {
    deps.guard.checkCaller(context.req.raw)
    await next()
  })
  mountRoutes(app, routes, deps)
  app.all('/api/*', (context) => {
    throw notFound(routes, context.req.path, context.req.raw)
  })
  mountMcp(app, deps)
  mountUse(app, deps)
  app.on(['GET', 'HEAD'], ['/docs', '/docs/*'], async (context) => {
    const page = await serveDocs(DOCS, context.req.raw, deps.basePath)
    if (page !== undefined) return page
    throw new HttpProblem(404, 'file.unknown', `There is nothing at ${context.req.path}; the pages begin at /docs/.`)
  })
  app.on(['GET', 'HEAD'], '/*', async (context) => {
    const request = context.req.raw
    const page = await serveStatic(deps.pageRoot, request, deps.basePath)
    if (page === undefined)
      throw new HttpProblem(
        404,
        'file.unknown',
        `There is nothing at ${context.req.path}; the page is at /, and the API at /api/openapi.json.`,
      )
    const isPage = page.headers.get('content-type')?.startsWith('text/html') === true
    if (isPage && deps.guard.mayHaveCookie(request)) page.headers.append('set-cookie', deps.guard.cookie())
    return page
  })
  app.notFound((context) => problemResponse(notFound(routes, context.req.path, context.req.raw)))
  app.onError((error) => {
    const problem = toHttpProblem(error)
    if (problem === undefined) deps.log.error('A request failed', error)
    const response = problemResponse(problem ?? INTERNAL)
    secure(response)
    return response
  })
  return app
}
