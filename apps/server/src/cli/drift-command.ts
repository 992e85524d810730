import { EnsembleError } from '@ensemble/core'
import type { DriftReport } from '../engine/run-drift.ts'
import type { Flags } from '../settings/settings.ts'
import { print } from './own-output.ts'
import { many } from './plural.ts'
import { printableJson, printableLine } from './printable.ts'
import { type Style, openTerminal } from './terminal.ts'
import { withClient } from './with-client.ts'

export interface DriftArguments extends Pick<Flags, 'workspace'> {
  readonly runs?: string
  readonly json?: boolean
}

const SHOWN_CHARACTERS = 60

const tell = ({ edges, runs, more }: DriftReport, style: Style): void => {
  for (const { from, tool, to, resolve, calls, bridged, unjudged, differences } of edges) {
    const left = unjudged === 0 ? '' : `, ${unjudged} not judged`
    const by = resolve === 'runtime' ? ` and were bridged by the model of ${to}` : ''
    const fit = bridged === 0 ? 'all fit' : `${Math.round((100 * bridged) / calls)} % don't fit${by}`
    print(
      `${style.bold(printableLine(`${from} › ${tool} → ${to}`))}  ${many(calls, 'Call')}: ${printableLine(fit)}${left}`,
    )
    for (const { path, message, count, example } of differences) {
      const value = example.value === undefined ? 'missing' : printableJson(example.value).slice(0, SHOWN_CHARACTERS)
      print(
        `  ${count} × ${printableLine(`${path === '' ? 'the input' : path}: ${message}`)}  ${style.dim(printableLine(`${value}  ${example.run} ${example.span}`))}`,
      )
    }
  }
  print(
    edges.length === 0
      ? `No Module was entered in ${many(runs, 'run')}.`
      : `${many(runs, 'run')} looked at${more ? ', older ones left out: --runs' : ''}.`,
  )
}

/** Prints what recorded Calls passed to Modules against what those take now. Resolves to 1 if some don't fit. */
export const driftCommand = async ({ runs, json = false, ...flags }: DriftArguments): Promise<number> => {
  const most = runs === undefined ? undefined : Number(runs)
  if (most !== undefined && !(Number.isInteger(most) && most >= 1 && most <= 100_000))
    throw new EnsembleError('usage', `--runs must be a number from 1 to 100000, not ${runs}.`)
  return withClient(flags, async (client) => {
    const report = await client.call('GET', '/api/drift', { query: { runs: most } })
    if (json) print(JSON.stringify(report, null, 2))
    else tell(report, openTerminal(process.stdout).style)
    return report.edges.some(({ bridged }) => bridged > 0) ? 1 : 0
  })
}
