import { EnsembleError, type Json, type Run } from '@ensemble/core'
import { runTime } from '@ensemble/core/trace'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { duration } from './run-tree.ts'
import { withClient } from './with-client.ts'
import { readShare, shareText } from './share.ts'
import { openTerminal } from './terminal.ts'
import { many } from './plural.ts'
import { sizeOf } from './gc-command.ts'
import { printableJson, printableLine } from './printable.ts'
import { print } from './own-output.ts'

const USUAL = 20
const MOST = 500
const SHOWN = 60

const readLimit = (text: string | undefined): number => {
  const limit = text === undefined ? USUAL : Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new EnsembleError('usage', `--limit must be a number from 1 to ${MOST}, not ${text}.`)
  return limit
}

const inputOf = (input: Json): string => {
  const text = printableJson(input)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** Working time; the wait for a person is counted separately. */
const timeOf = (run: Run): string => {
  const { workMs, waitMs } = runTime(run, Date.now())
  return waitMs < 1 ? duration(workMs) : `${duration(workMs)}, waited ${duration(waitMs)} for a person`
}

/** Why a Run failed, or how many of its Calls did. */
const errorOf = ({ error, failedCalls = [], usage }: Run): string => {
  if (error !== undefined) return `${error.code}  `
  const [first] = failedCalls
  const of = many(Math.max(usage.calls, failedCalls.length), 'Call')
  return first === undefined ? '' : `${failedCalls.length} of ${of} failed: ${first.code}  `
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Names the codes that there are, for one that no Run failed with. */
const noneWith = async (client: Client, error: string, query: Query): Promise<string> => {
  const codes = await client.call('GET', '/api/run-errors', { query })
  const others = codes.map(({ code, count }) => `${code} (${count})`).join(', ')
  return `No run failed with ${error}. ${others === '' ? 'No run has failed.' : `Recorded errors: ${others}.`}`
}

const listLargest = (
  flags: Flags & { readonly idea?: string; readonly status?: string; readonly error?: string },
  limit: number,
  json: boolean,
) => {
  if (flags.idea !== undefined || flags.status !== undefined || flags.error !== undefined)
    throw new EnsembleError('usage', '--largest lists the largest of all runs: leave out --idea, --status and --error.')
  return withClient(flags, async (client) => {
    const { items } = await client.call('GET', '/api/storage/runs', { query: { limit } })
    if (json) print(JSON.stringify(items, null, 2))
    else if (items.length === 0) console.error('No run is recorded.')
    else
      for (const { id, bytes, status, idea, startedAt } of items)
        print(`${id}  ${sizeOf(bytes).padStart(9)}  ${status.padEnd(9)}  ${printableLine(idea)}  ${startedAt}`)
    return 0
  })
}

interface ScoreFlags {
  readonly scoredBy?: string
  readonly minScore?: string
  readonly maxScore?: string
}

const scoreQuery = ({ scoredBy, ...flags }: ScoreFlags): Query => {
  const [minScore, maxScore] = [readShare('--min-score', flags.minScore), readShare('--max-score', flags.maxScore)]
  const isBound = minScore !== undefined || maxScore !== undefined
  // A person's score is the one that needs no name.
  return { minScore, maxScore, scoredBy: scoredBy ?? (isBound ? 'person' : undefined) }
}

const scoresOf = ({ annotation }: Run): string =>
  (annotation?.scores ?? []).map(({ by, score }) => `${printableLine(by)} ${shareText(score)}  `).join('')

/** Lists recorded Runs, newest first. Throws EnsembleError `usage` for an invalid count. */
export const runsCommand = async (
  flags: Flags & {
    readonly idea?: string
    readonly status?: string
    readonly error?: string
    readonly limit?: string
    readonly trials?: boolean
    readonly scoredBy?: string
    readonly minScore?: string
    readonly maxScore?: string
    /** Those that take the most space. */
    readonly largest?: boolean
    readonly json?: boolean
  },
): Promise<number> => {
  const { idea, status, error, json = false } = flags
  const query = {
    limit: readLimit(flags.limit),
    idea: idea === undefined || idea.startsWith('idea://') ? idea : `idea://${idea}`,
    status,
    error,
    trials: flags.trials,
    ...scoreQuery(flags),
  }
  if (flags.largest === true) return listLargest(flags, query.limit, json)
  return withClient(flags, async (client) => {
    const { items } = await client.call('GET', '/api/runs', { query })
    const { style } = openTerminal()
    if (json) print(JSON.stringify(items, null, 2))
    else if (items.length === 0)
      console.error(error === undefined ? 'No recorded run matches.' : await noneWith(client, error, query))
    else
      for (const run of items)
        print(
          `${run.id}  ${style.bold(run.status.padEnd(9))}  ${errorOf(run)}${scoresOf(run)}${run.idea}  ${inputOf(run.input)}  ${timeOf(run)}  ${style.dim(run.startedAt)}`,
        )
    return 0
  })
}
