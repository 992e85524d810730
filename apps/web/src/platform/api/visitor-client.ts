import type { Json, JsonObject } from '@ensemble/core'

/** A shared Idea as its page shows it. */
export interface SharedForm {
  readonly title: string
  readonly description?: string
  /** Null where the Idea takes no input. */
  readonly input: JsonObject | null
}

export type VisibleStep =
  | { readonly type: 'thinks'; readonly who: string }
  | { readonly type: 'works'; readonly who: string; readonly what: string }
  | { readonly type: 'waits' }

export interface VisitorRun {
  readonly status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  readonly simulated: boolean
  readonly output?: Json
}

/** A refusal in the server's words, and the places in the input that it names. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    message: string,
    readonly errors: Readonly<Record<string, string>>,
  ) {
    super(message)
  }
}

/** `/use/NAME`, with the server's base path. */
const here = (): string => location.pathname.replace(/\/+$/, '')

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  // A visitor has no rights that a cookie could carry, and the owner's cookie has no business here.
  const response = await fetch(here() + path, { ...init, credentials: 'omit', cache: 'no-store' })
  if (response.ok) return (await response.json()) as T // both ends ship in one program
  const { detail = '', errors = [] } = (await response.json().catch(() => ({}))) as Problem // RFC 9457
  throw new Refusal(response.status, detail, Object.fromEntries(errors.map(({ path: at, message }) => [at, message])))
}

export const readForm = (): Promise<SharedForm> => ask('/form')

/** Resolves to the name of the Run for its visitor. */
export const startRun = async (input: Json): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  return (await ask<{ run: string }>('/runs', { method: 'POST', headers, body: JSON.stringify(input) })).run
}

const pathOf = (run: string): string => `/runs/${encodeURIComponent(run)}`

export const readRun = (run: string): Promise<VisitorRun> => ask(pathOf(run))

export const fileAddress = (run: string, name: string): string =>
  `${here()}${pathOf(run)}/files/${encodeURIComponent(name)}`

export interface StepListener {
  /** All steps from the beginning, after each change. */
  onSteps(steps: readonly VisibleStep[]): void
  onEnd(): void
  /** The connection broke; the browser opens it again. */
  onAway(): void
}

/** Follows a Run until it ends. Returns what stops it. */
export const followSteps = (run: string, { onSteps, onEnd, onAway }: StepListener): (() => void) => {
  const source = new EventSource(here() + pathOf(run) + '/steps')
  let steps: readonly VisibleStep[] = []
  source.addEventListener('open', () => {
    // A new connection tells the run from its beginning.
    steps = []
  })
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    steps = [...steps, JSON.parse(data) as VisibleStep] // both ends ship in one program
    onSteps(steps)
  })
  source.addEventListener('end', () => {
    source.close()
    onEnd()
  })
  source.addEventListener('error', onAway)
  return () => source.close()
}
