import type { JsonSchema } from '@ensemble/core'
import type { Validator } from '@ensemble/core/schema'
import type { App } from './app-type.ts'
import { rest } from '../rest.ts'
import { HttpProblem } from './http-problem.ts'
import { parsePieces, readBytes, readPieces } from './read-body.ts'
import type { Route } from './route.ts'
import { checkInput, readQuery } from './validate-input.ts'

/** `/api/ideas/{name}` as hono writes it; `{file}` may hold slashes. */
const toPattern = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'file' ? ':file{.+}' : `:${name}`))

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i

const isOfType = (request: Request, type: string | undefined): boolean => {
  const sent = request.headers.get('content-type') ?? ''
  return type === undefined ? JSON_TYPE.test(sent) : sent.toLowerCase().startsWith(type)
}

const readInput = async (route: Route, request: Request, validator: () => Promise<Validator>): Promise<unknown> => {
  if (route.body === undefined) return undefined
  const bytes = route.body === 'bytes' ? await readBytes(request, route.bodyLimit) : undefined
  const pieces = bytes === undefined ? await readPieces(request, route.bodyLimit) : [bytes]
  const isEmpty = pieces.every(({ byteLength }) => byteLength === 0)
  // An empty body needs no type: a page of another origin was refused before.
  if (!isEmpty && !isOfType(request, route.bodyType))
    throw new HttpProblem(415, 'body.notJson', `Send the body as ${route.bodyType ?? 'application/json'}.`)
  if (route.body === 'bytes') return bytes
  const body = isEmpty ? {} : await parsePieces(pieces)
  checkInput(await validator(), route.body, body, 'body')
  return body
}

const refuseWriting = (): never => {
  throw new HttpProblem(
    403,
    'workspace.readOnly',
    'This workspace is open read-only, because its folder cannot be written. Make it writable and restart Ensemble to run or change anything.',
  )
}

/** Whether a query without any parameter may be refused. */
const needsSome = (query: JsonSchema): boolean => typeof query === 'object' && query['required'] !== undefined

export interface MountOptions {
  readonly validator: () => Promise<Validator>
  /** Whether only routes that look are answered. */
  readonly readOnly: boolean
  /** Before every address of this server, as `/ensemble`; empty at the root. */
  readonly basePath: string
}

/** The base path, and `/w/NAME` where a workspace was asked by its name. */
const baseOf = (basePath: string, { url }: Request): string =>
  basePath + (/^\/w\/[^/]+(?=\/)/.exec(new URL(url).pathname)?.[0] ?? '')

/** Registers every declared route: its input is checked before its handler runs. */
export const mountRoutes = (
  app: App,
  routes: readonly Route[],
  { validator, readOnly, basePath }: MountOptions,
): void => {
  for (const route of routes) {
    const isRefused = readOnly && route.method !== 'GET' && route.onlyLooks !== true
    app.on(route.method, toPattern(route.path), async (context) => {
      if (isRefused) refuseWriting()
      const request = context.req.raw
      const query = readQuery(new URL(request.url).searchParams, route.query)
      if (route.query !== undefined && (Object.keys(query ?? {}).length > 0 || needsSome(route.query)))
        checkInput(await validator(), route.query, query, 'query')
      const body = await readInput(route, request, validator)
      // Reading and checking were one piece of work; the handler's is the next.
      if (body !== undefined) await rest()
      return route.handler({
        params: context.req.param(),
        query,
        body,
        request,
        base: baseOf(basePath, request),
        caller: context.env?.caller ?? 'local',
      })
    })
  }
}
