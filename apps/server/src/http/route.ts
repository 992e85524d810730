import type { JsonObject, JsonSchema } from '@ensemble/core'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { AnswerOf } from './answers.ts'
import { jsonInPieces, textInPieces } from './text-in-pieces.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** A handler's input: path parameters, then query and body as their schemas describe them. */
export interface RouteInput<Q, B> {
  readonly params: Readonly<Record<string, string>>
  readonly query: Q
  readonly body: B
  readonly request: Request
  /** Before every path of the workspace that was asked: the server's base path, then `/w/NAME` or nothing. */
  readonly base: string
  /** Who asks, for limits: an address. */
  readonly caller: string
}

/** How one operation is described and done; the OpenAPI page is generated from this and nothing else. */
export interface Route {
  readonly method: Method
  /** With `{name}` for a parameter of the path; a last `{file}` may hold slashes. */
  readonly path: string
  readonly summary: string
  readonly query?: JsonSchema
  /** A schema for JSON that the server reads, `bytes` for a document that is stored as it came. */
  readonly body?: JsonSchema | 'bytes'
  /** The type of bytes that aren't JSON: `application/zip`. A page of another origin cannot send it unasked. */
  readonly bodyType?: string
  /** A body that the route takes, by what it shows; the description holds it and a test sends it. */
  readonly examples?: Readonly<Record<string, JsonObject>>
  /** Changes nothing of the workspace though it isn't a GET: it also answers in a read-only workspace. */
  readonly onlyLooks?: true
  /** Bytes of the body, where a route takes more than the others. */
  readonly bodyLimit?: number
  readonly responses: Readonly<Record<number, RouteResponse>>
  readonly handler: (input: RouteInput<unknown, unknown>) => Response | Promise<Response>
}

export interface RouteResponse {
  readonly description: string
  /** JSON unless `type` says otherwise. */
  readonly schema?: JsonSchema
  readonly type?: string
  /** Other types it may come as, by what the client accepts. */
  readonly also?: Readonly<Record<string, JsonSchema>>
}

type Input<S> = S extends JSONSchema ? FromSchema<S> : S extends 'bytes' ? Uint8Array : undefined

/** A Response that remembers, for the compiler alone, what it holds as JSON. */
interface JsonResponse<T> extends Response {
  readonly __json?: T
}

interface Declaration<M, P, Q, B, A> extends Omit<Route, 'method' | 'path' | 'query' | 'body' | 'handler'> {
  readonly method: M
  readonly path: P
  readonly query?: Q
  readonly body?: B
  readonly handler: (input: RouteInput<Input<Q>, Input<B>>) => JsonResponse<A> | Promise<JsonResponse<A>>
}

/** Declares one route. Its schemas type and check `query` and `body`; `Answers` types the JSON it returns. */
export const route = <
  const M extends Method,
  const P extends string,
  const Q extends JSONSchema | undefined = undefined,
  const B extends JSONSchema | 'bytes' | undefined = undefined,
>(
  declaration: Declaration<M, P, Q, B, AnswerOf<M, P>>,
  // The types were checked above; a table of routes holds them without.
): Route => declaration as unknown as Route

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

export const json = <T>(value: T, status = 200, headers: Readonly<Record<string, string>> = {}): JsonResponse<T> =>
  new Response(JSON.stringify(value), { status, headers: { ...JSON_HEADERS, ...headers } })

/** The same for what grows with the workspace: others are served while it is written. */
export const jsonInTurns = <T extends object>(value: T): JsonResponse<T> =>
  new Response(textInPieces(jsonInPieces(value)), { headers: JSON_HEADERS })

export const noContent = (): Response => new Response(null, { status: 204 })

/** The address of a thing that was made, below the `base` that its workspace was asked at. */
export const made = (
  base: string,
  id: string,
  path: string,
  status = 202,
): JsonResponse<{ readonly id: string; readonly url: string }> => {
  const url = base + path
  return json({ id, url }, status, { location: url })
}
