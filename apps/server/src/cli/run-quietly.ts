import { EnsembleError } from '@ensemble/core'
import type { Client } from './client.ts'
import { type Ended, followRun } from './follow-run.ts'
import { PLAIN, type Terminal } from './terminal.ts'

/** A check asks no one. */
const NO_TERMINAL: Terminal = { style: PLAIN, live: undefined, ask: undefined }

/** Waits for the end of a Run, or for the Call at which it waits for a person. Throws EnsembleError `server.away`. */
export const runToEnd = async (client: Client, run: string): Promise<Exclude<Ended, { readonly type: 'left' }>> => {
  const ended = await followRun(client, run, { terminal: NO_TERMINAL, json: true, print: () => undefined })
  if (ended.type === 'left')
    throw new EnsembleError('server.away', `The server at ${client.url} stopped before run ${run} ended.`)
  return ended
}
