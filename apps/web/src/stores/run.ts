import type { Json } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'

/** How the open run's events reach the page. */
export type RunConnection = 'idle' | 'loading' | 'live' | 'reconnecting' | 'ended' | 'failed'

/** What the page shows of the open Run. The events themselves stay outside React; `version` tells that they grew. */
export interface RunView {
  readonly runId: string | null
  /** At the head of the Journal, whatever instant is shown. */
  readonly status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | null
  readonly connection: RunConnection
  /** Grows once per frame in which events arrived. */
  readonly version: number
  /** The `seq` that everything shows; null follows the newest event. */
  readonly cursor: number | null
  /** Span path of the selected span; the inspector shows its detail. */
  readonly selectedSpan: string | null
}

const CLOSED: RunView = {
  runId: null,
  status: null,
  connection: 'idle',
  version: 0,
  cursor: null,
  selectedSpan: null,
}

export const runStore = createStore<RunView>(() => CLOSED)

export interface StartRunOptions {
  readonly idea: string
  readonly input: Json
  /** Asks the simulated model, whatever the workspace's model is. */
  readonly simulate: boolean
  readonly profile?: string
  readonly model?: string
}

/** Starts a Run, opens it and returns its id. Throws with the server's sentence when it is refused. */
export const startRun = async (options: StartRunOptions): Promise<string> => {
  const { simulate, model, ...rest } = options
  const response = await fetch('/api/runs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...rest, model: simulate ? 'simulated' : model }),
  })
  const answer = (await response.json()) as { readonly id: string; readonly detail?: string }
  if (!response.ok) throw new Error(answer.detail ?? response.statusText)
  openRun(answer.id)
  return answer.id
}

/** Shows a Run from its newest event on. */
export const openRun = (id: string): void => runStore.setState({ ...CLOSED, runId: id, connection: 'loading' })

export const closeRun = (): void => runStore.setState(CLOSED)

/** Shows the instant after event `seq`; null is the newest. */
export const seek = (seq: number | null): void => runStore.setState({ cursor: seq })

/** Goes back to the newest event and stays there as more arrive. */
export const follow = (): void => seek(null)
