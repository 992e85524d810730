import { EnsembleError } from '@ensemble/core'
import { type RunDocument, verifyDocument } from '../engine/run-document.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { findRunId, runIds } from './find-run.ts'
import { many } from './plural.ts'
import { print } from './own-output.ts'

/** A recorded run as one document, from the server that has it. */
export const exportOf = (client: Client, run: string, artifacts: 'none' | 'inline'): Promise<RunDocument> =>
  client.call('GET', '/api/runs/{id}/export', { path: { id: run }, query: { artifacts } })

/** Checks every byte of recorded runs. Resolves to 1 if one is not as it was written. */
export const verifyCommand = async (
  flags: Flags & { readonly runs: readonly string[]; readonly json?: boolean },
): Promise<number> =>
  withClient(flags, async (client) => {
    const { json = false } = flags
    const runs: string[] = []
    for (const named of flags.runs) runs.push(await findRunId(client, named))
    if (flags.runs.length === 0) for await (const id of runIds(client)) runs.push(id)
    const tell = (run: string, verdict: object, line: string): void =>
      print(json ? JSON.stringify({ run, ...verdict }) : `${run}  ${line}`)
    let damaged = 0
    for (const run of runs) {
      try {
        const { events } = await verifyDocument(await exportOf(client, run, 'none'))
        tell(run, { whole: true, events: events.length }, `whole, ${many(events.length, 'event')}`)
      } catch (error) {
        if (!(error instanceof EnsembleError)) throw error
        // That is looked at last, when every byte was found to be as it was written.
        if (error.code === 'run.unfinished') {
          tell(run, { whole: true, ended: false }, 'whole so far; it has not ended')
          continue
        }
        damaged++
        tell(run, { whole: false, code: error.code, message: error.message }, error.message)
      }
    }
    if (runs.length === 0) console.error('ensemble: Nothing was checked: no run is recorded in this workspace.')
    if (!json) print(`${many(runs.length, 'run')}, ${damaged} damaged`)
    return damaged === 0 ? 0 : 1
  })
