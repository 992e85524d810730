import { EnsembleError } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { followRun } from './follow-run.ts'
import { print } from './own-output.ts'
import { reportEnd } from './report-end.ts'
import type { Terminal } from './terminal.ts'

export interface RunToEndOptions {
  readonly terminal: Terminal
  readonly json: boolean
}

/** Ctrl+C stops the Run itself, which would otherwise resume at the next start. Returns how to stop listening. */
const cancelOnInterrupt = (client: Client, id: string): (() => void) => {
  const cancel = (): void => void client.call('POST', '/api/runs/{id}/cancel', { path: { id } }).catch(() => undefined)
  process.once('SIGINT', cancel)
  return () => void process.off('SIGINT', cancel)
}

/**
 * Follows the Run that `start` begins and prints its result. If the workspace's owner ends, the next owner gets the
 * same Run. Resolves to 0 if it completed, else 1.
 */
export const runToEnd = async (
  flags: Flags,
  start: (client: Client) => Promise<string>,
  { terminal, json }: RunToEndOptions,
): Promise<number> => {
  let seen = 0
  const attempt = async (client: Client): Promise<number | undefined> => {
    const id = await start(client)
    const release = cancelOnInterrupt(client, id)
    const ended = await followRun(client, id, { terminal, json, print, seen }).finally(release)
    if (ended.type !== 'left' || client.isOwn) return reportEnd(client, id, ended, { json, workspace: flags.workspace })
    seen = ended.seq
    console.error('ensemble: the process that did the work ended; this command continues the run itself.')
    return undefined
  }
  for (;;) {
    const code = await withClient({ ...flags, resume: true }, attempt).catch(leftByItsOwner)
    if (code !== undefined) return code
  }
}

/** An ending server takes no new Run or stops answering: the workspace's next owner does. */
const leftByItsOwner = (error: unknown): undefined => {
  if (error instanceof EnsembleError && (error.code === 'engine.draining' || error.code === 'server.away')) return
  throw error
}
