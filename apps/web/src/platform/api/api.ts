import { type RequestOptions, requestJson } from './client.ts'
import type { paths } from './openapi.ts'

type Method = NonNullable<RequestOptions['method']>

/** The paths of the description that take this method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in Lowercase<M>]: { readonly responses: object } } ? P : never
}[keyof paths]
type OperationOf<M extends Method, P extends keyof paths> = paths[P][Lowercase<M> & keyof paths[P]]

type JsonIn<R> = R extends { readonly content: { readonly 'application/json': infer T } } ? T : undefined
type Taken = 200 | 201 | 202 | 204

/** A route's answer without a refusal; undefined if empty. */
export type Answer<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends { readonly responses: infer R }
    ? { [S in keyof R & Taken]: JsonIn<R[S]> }[keyof R & Taken]
    : never

type PlaceIn<O> = (O extends { readonly parameters: { readonly path: infer T extends object } }
  ? { readonly path: T }
  : unknown) &
  (O extends { readonly parameters: { readonly query?: infer T extends object } } ? { readonly query?: T } : unknown)

/** A document travels as its text: its bytes are what is stored. */
type BodyIn<O> = O extends { readonly requestBody: { readonly content: { readonly 'application/json': infer T } } }
  ? unknown extends T
    ? { readonly text: string } | { readonly json: unknown }
    : { readonly json: T } | { readonly text: string }
  : O extends { readonly requestBody: object }
    ? { readonly blob: Blob }
    : unknown

type Asked<M extends Method, P extends PathOf<M>> = PlaceIn<OperationOf<M, P>> &
  BodyIn<OperationOf<M, P>> &
  Pick<RequestOptions, 'headers' | 'signal'>

/** Left out where a route needs nothing. */
type Rest<T> = object extends T ? [asked?: T] : [asked: T]

interface Place {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
}

const fill = (path: string, { path: names = {}, query = {} }: Place): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** The address of what a route gives, for a link or a request of the browser's own. */
export const addressOf = <P extends PathOf<'GET'>>(path: P, ...[place]: Rest<PlaceIn<OperationOf<'GET', P>>>): string =>
  // Queries of the description hold texts, numbers and booleans alone.
  fill(path, (place ?? {}) as Place)

/**
 * Calls a route of the server, typed by its OpenAPI description (openapi.ts). Throws ApiError.
 * @example const run = await api('GET', '/api/runs/{id}', { path: { id } })
 */
export const api = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[asked]: Rest<Asked<M, P>>
): Promise<Answer<M, P>> => {
  const { path: names, query, ...options }: Place & RequestOptions = asked ?? {}
  const place: Place = { ...(names !== undefined && { path: names }), ...(query !== undefined && { query }) }
  return requestJson<Answer<M, P>>(fill(path, place), { ...options, method })
}
