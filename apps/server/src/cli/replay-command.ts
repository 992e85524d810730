import { EnsembleError, type ReplayReport } from '@ensemble/core'
import { changeSentence } from '@ensemble/core/trace'
import type { CaseReport } from '../engine/cases.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { findRunId } from './find-run.ts'
import { many } from './plural.ts'
import { followRun } from './follow-run.ts'
import { PLAIN, type Terminal } from './terminal.ts'
import { printableJson, printableLine } from './printable.ts'
import { print } from './own-output.ts'

export interface ReplayArguments extends Flags {
  /** Cases by name, runs by id; every case where there is none. */
  readonly named: readonly string[]
  readonly current?: boolean
  readonly again?: boolean
  readonly json?: boolean
}

/** A check asks nobody. */
const NOBODY: Terminal = { style: PLAIN, live: undefined, ask: undefined }

type RunReport = ReplayReport & { readonly run: string }

/**
 * Replays cases against the files as they are now, and runs against their record. Resolves to 1 where a case did not
 * pass or a run decides differently: a check for CI that asks no model unless `--again` says so.
 */
export const replayCommand = async ({ named, current, again, json, ...flags }: ReplayArguments): Promise<number> =>
  withClient(flags, async (client) => {
    const known = new Set((await client.call('GET', '/api/cases')).map(({ name }) => name))
    await tellCode(client)
    const cases: CaseReport[] = []
    const runs: RunReport[] = []
    for (const name of named.length > 0 ? named : known) {
      if (known.has(name)) {
        const report = await checkCase(client, name, again === true, flags.model)
        cases.push(report)
        if (json !== true) printCase(report)
      } else {
        const report = await replayRun(client, name, current === true ? 'current' : 'recorded')
        runs.push(report)
        if (json !== true) print(`${report.run}  ${report.identical ? 'identical' : printableJson(report)}`)
      }
    }
    const passed = cases.filter(({ status }) => status === 'passed').length
    const isGood = passed === cases.length && runs.every(({ identical }) => identical)
    if (json === true) print(JSON.stringify({ ok: isGood, cases, runs }, null, 2))
    else if (named.length === 0) print(summaryOf(cases.length, passed))
    if (json !== true && again !== true && cases.some(({ expectations }) => expectations.some(isUndecided)))
      console.error('What is not decided is told by asking the model: ensemble replay --again.')
    return isGood ? 0 : 1
  })

/** A replay calls no function, but has to know which there are. */
const tellCode = async (client: Client): Promise<void> => {
  const { problems } = await client.call('GET', '/api/graph')
  for (const { code, file = '' } of problems)
    if (code === 'activity.computed')
      console.error(printableLine(`This replay runs ${file}: only running it tells the names it exports.`))
}

const isUndecided = ({ status }: CaseReport['expectations'][number]): boolean => status === 'undecided'

const summaryOf = (count: number, passed: number): string =>
  count === 0
    ? 'There is no case in this workspace: `ensemble keep RUN` makes one of a run, or the page, under … › Keep as case.'
    : `${many(count, 'case')}, ${passed} passed`

const checkCase = async (
  client: Client,
  name: string,
  again: boolean,
  model: string | undefined,
): Promise<CaseReport> => {
  const check = (body: object) => client.call('POST', '/api/cases/{name}/check', { path: { name }, body })
  const report = await check({})
  if (!again || report.change === null) return report
  const body = model === undefined ? {} : { model }
  const { id: run } = await client.call('POST', '/api/cases/{name}/runs', { path: { name }, body })
  // To the end of the run; what it says is judged from its Journal.
  const ended = await followRun(client, run, { terminal: NOBODY, json: true, print: () => undefined })
  if (ended.type === 'ended') return check({ run })
  if (ended.type === 'left')
    throw new EnsembleError('server.away', `The server at ${client.url} stopped before run ${run} ended.`)
  const { tool } = ended.approval
  return {
    ...report,
    run,
    message: `That run waits for a person before ${tool}, and nobody can answer here: \`ensemble approve ${run}\` does.`,
  }
}

/** Against the files as they are now, or as the run pinned them. */
const replayRun = async (client: Client, named: string, ideas: 'current' | 'recorded'): Promise<RunReport> => {
  const run = await findRunId(client, named).catch((error: unknown) => {
    if (error instanceof EnsembleError && error.code === 'run.unknown')
      throw new EnsembleError('run.unknown', `There is neither a case nor a run called ${named}.`)
    throw error
  })
  return { run, ...(await client.call('POST', '/api/runs/{id}/replay', { path: { id: run }, body: { ideas } })) }
}

const printCase = ({ name, status, change, expectations, message, run }: CaseReport): void => {
  print(`${status.padEnd(8)} ${name}${run === undefined ? '' : `  asked again in run ${run}`}`)
  if (message !== undefined) print(`           ${printableLine(message)}`)
  if (change !== null) print(`           first change: ${printableLine(changeSentence(change))}`)
  for (const { expectation, status: stands, message: why } of expectations) {
    const { type, path } = expectation
    const place = path === '' ? '' : ` ${path}`
    if (stands === 'failed') print(`           failed       ${type}${place}${why ? `: ${printableLine(why)}` : ''}`)
    if (stands === 'undecided') print(`           not decided  ${type}${place}: the run parts from its record before`)
  }
}
