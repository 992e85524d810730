import type { Hono } from 'hono'

/** Comes with each request besides the request itself. */
export interface Asked {
  /** Who asks, for limits: an address. */
  readonly caller: string
}

/** Absent where the server asks itself. */
export type App = Hono<{ Bindings: Asked | undefined }>

/** Answers a request of a caller. */
export type Answer = (request: Request, asked?: Asked) => Response | Promise<Response>
