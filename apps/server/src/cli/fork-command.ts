import { EnsembleError } from '@ensemble/core'
import type { BlastRadius, ForkOptions } from '@ensemble/core/run'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { findRunId } from './find-run.ts'
import { type EditFlags, readForkEdit } from './fork-edit.ts'
import { many } from './plural.ts'
import { printableLine } from './printable.ts'
import { tellOtherModel } from './tell-other-model.ts'
import { runToEnd } from './run-to-end.ts'
import { type Terminal, openTerminal } from './terminal.ts'
import { print } from './own-output.ts'

export interface ForkArguments extends Pick<Flags, 'workspace'>, EditFlags {
  /** Its id, or an end of it. */
  readonly run: string
  /** A seq of it; its last one unless given. */
  readonly at?: string
  readonly reuse?: string
  /** Only says what would run again. */
  readonly dryRun?: boolean
  readonly json?: boolean
}

const REUSES = ['unchanged', 'prefix'] as const

/** One of those, as the command line has checked. */
const readReuse = (text: string | undefined): Pick<ForkOptions, 'reuse'> => {
  const reuse = REUSES.find((each) => each === text)
  return reuse === undefined ? {} : { reuse }
}

const readAt = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new EnsembleError('usage', `--at must be the number of an event, from 1, not ${text}.`)
  return Number(text)
}

/** Where a fork leaves its source, and with what changed. */
const optionsOf = async (client: Client, run: string, flags: ForkArguments): Promise<ForkOptions> => {
  const edit = await readForkEdit(client, flags)
  const { head } = await client.call('GET', '/api/runs/{id}', { path: { id: run } })
  return { at: readAt(flags.at) ?? head.seq, ...readReuse(flags.reuse), ...(edit !== undefined && { edit }) }
}

const tellRadius = ({ kept, reruns, depends, unreached }: BlastRadius): void => {
  if (reruns.length + depends.length === 0)
    print(`No recorded step would run again; ${many(kept.length, 'step')} kept.`)
  else print(`${many(reruns.length, 'step')} would run again, ${kept.length.toLocaleString('en')} kept:`)
  for (const key of reruns) print(`  ${printableLine(key)}`)
  if (depends.length > 0)
    print(`${many(depends.length, 'later step')} may follow, depending on new answers and decisions.`)
  if (unreached.length > 0) print(`${many(unreached.length, 'step')} would not be reached any more.`)
}

/** Forks a recorded Run with at most one edit and follows it to its end. Resolves to the exit code. */
export const forkCommand = async (
  flags: ForkArguments,
  terminal: Terminal = openTerminal(process.stderr),
): Promise<number> => {
  const { run: named, workspace, dryRun = false, json = false } = flags
  const place = workspace === undefined ? {} : { workspace }
  const path = '/api/runs/{id}/fork'
  if (dryRun)
    return withClient(place, async (client) => {
      const run = await findRunId(client, named)
      const body = { ...(await optionsOf(client, run, flags)), dryRun }
      const radius = await client.call('POST', path, { path: { id: run }, body })
      if (!('kept' in radius)) throw new Error('A dry run starts nothing.')
      if (json) print(JSON.stringify(radius, null, 2))
      else tellRadius(radius)
      return 0
    })
  // Forked once, even if the workspace's owner ends.
  let forked: string | undefined
  const start = async (client: Client): Promise<string> => {
    if (forked !== undefined) return forked
    const run = await findRunId(client, named)
    const body = await optionsOf(client, run, flags)
    const started = await client.call('POST', path, { path: { id: run }, body })
    if (!('id' in started)) throw new Error('A fork is started.')
    forked = started.id
    await tellOtherModel(client, forked, flags.model)
    return forked
  }
  return runToEnd(place, start, { terminal, json })
}
