import { type RequestOptions, requestJson } from './client.ts'
import type { components } from './openapi.ts'

type Method = NonNullable<RequestOptions['method']>
type Routes = components['schemas']

/** The paths of the description that take this method. */
type PathOf<M extends Method> = keyof Routes extends infer K ? (K extends `${M} ${infer P}` ? P : never) : never
type RouteOf<M extends Method, P extends string> = Routes[`${M} ${P}` & keyof Routes]

/** A route's answer without a refusal; undefined if empty. */
export type Answer<M extends Method, P extends PathOf<M>> =
  RouteOf<M, P> extends { readonly answer: infer T } ? T : undefined

type PlaceIn<R> = Pick<R, Extract<keyof R, 'path'>> & Partial<Pick<R, Extract<keyof R, 'query'>>>

/** A document travels as its text: its bytes are what is stored. */
type BodyIn<R> = R extends { readonly body: infer T }
  ? unknown extends T
    ? { readonly text: string } | { readonly json: unknown }
    : { readonly json: T } | { readonly text: string }
  : R extends { readonly bytes: true }
    ? { readonly blob: Blob }
    : unknown

type Asked<M extends Method, P extends PathOf<M>> = PlaceIn<RouteOf<M, P>> &
  BodyIn<RouteOf<M, P>> &
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
export const addressOf = <P extends PathOf<'GET'>>(path: P, ...[place]: Rest<PlaceIn<RouteOf<'GET', P>>>): string =>
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
