import { EnsembleError } from '@ensemble/core'
import { type Client, createClient } from '../cli/client.ts'

export interface AskedOf {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
}

const URL_OF_NONE = 'http://127.0.0.1:1'

/** A Client of a server that is this function: what it returns is the JSON, an EnsembleError that it throws the refusal. */
export const clientOf = (answer: (asked: AskedOf) => unknown): Client =>
  createClient(URL_OF_NONE, {}, true, (address, { method = '', body }) => {
    try {
      const given: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
      return Response.json(answer({ method, path: address.slice(URL_OF_NONE.length), body: given }) ?? null)
    } catch (error) {
      if (!(error instanceof EnsembleError)) throw error
      return Response.json({ code: error.code, detail: error.message }, { status: 409 })
    }
  })
