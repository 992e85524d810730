import { EnsembleError, type Json } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import { withClient } from './with-client.ts'
import { openTerminal } from './terminal.ts'
import { printableJson } from './printable.ts'
import { print } from './own-output.ts'

const USUAL = 20
const MOST = 500
const SHOWN = 60

const readLimit = (text: string | undefined): number => {
  const limit = text === undefined ? USUAL : Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new EnsembleError('usage', `--limit is a number from 1 to ${MOST}, not ${text}.`)
  return limit
}

const inputOf = (input: Json): string => {
  const text = printableJson(input)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** Lists recorded Runs, newest first. Throws EnsembleError `usage` for an invalid count. */
export const runsCommand = async (
  flags: Flags & {
    readonly idea?: string
    readonly status?: string
    readonly limit?: string
    readonly trials?: boolean
    readonly json?: boolean
  },
): Promise<number> => {
  const { idea, status, json = false } = flags
  const query = {
    limit: readLimit(flags.limit),
    idea: idea === undefined || idea.startsWith('idea://') ? idea : `idea://${idea}`,
    status,
    trials: flags.trials,
  }
  return withClient(flags, async (client) => {
    const { items } = await client.call('GET', '/api/runs', { query })
    const { style } = openTerminal()
    if (json) print(JSON.stringify(items, null, 2))
    else if (items.length === 0) console.error('No run is recorded that fits.')
    else
      for (const run of items)
        print(
          `${run.id}  ${style.bold(run.status.padEnd(9))}  ${run.idea}  ${inputOf(run.input)}  ${style.dim(run.startedAt)}`,
        )
    return 0
  })
}
