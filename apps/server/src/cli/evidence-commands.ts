import { EnsembleError } from '@ensemble/core'
import { ideaName } from '@ensemble/core/trace'
import type { ImportReport } from '../engine/import-report.ts'
import type { RunFigures } from '../engine/figures-by.ts'
import type { WhatIfReport } from '../engine/what-if.ts'
import type { Flags } from '../settings/settings.ts'
import { print } from './own-output.ts'
import { many } from './plural.ts'
import { printableLine } from './printable.ts'
import { duration } from './run-tree.ts'
import { openTerminal } from './terminal.ts'
import { withClient } from './with-client.ts'

interface ReportArguments extends Pick<Flags, 'workspace'> {
  readonly json?: boolean
}

const MOST = 100_000

const readRuns = (text: string | undefined): number | undefined => {
  const runs = text === undefined ? undefined : Number(text)
  if (runs !== undefined && !(Number.isInteger(runs) && runs >= 1 && runs <= MOST))
    throw new EnsembleError('usage', `--runs must be a number from 1 to ${MOST}, not ${text}.`)
  return runs
}

const money = (cost: number | null): string => (cost === null ? 'no price known' : `$${cost.toFixed(4)}`)

const BY = ['day', 'idea', 'model', 'status', 'error'] as const

const tellFigures = (rows: readonly RunFigures[], bold: (text: string) => string): void => {
  for (const row of rows) {
    const { name, runs, failed, cancelled, waiting, withFailedCalls, calls, tokens, cost, unpriced, medianMs, p95Ms } =
      row
    const facts = [
      many(runs, 'run'),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(withFailedCalls > 0 ? [`${withFailedCalls} with failed Calls`] : []),
      ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
      ...(waiting > 0 ? [`${waiting} waiting`] : []),
      many(calls, 'Call'),
      many(tokens, 'token'),
      `${money(cost)}${unpriced > 0 ? ` (${unpriced} without a price)` : ''}`,
      medianMs === null || p95Ms === null ? 'no time' : `median ${duration(medianMs)}, p95 ${duration(p95Ms)}`,
    ]
    print(`${bold(printableLine(name === '' ? '(none)' : name))}  ${facts.join(', ')}`)
  }
  if (rows.length === 0) print('No run matches.')
}

/** Prints counts, cost and times of recorded Runs by group. Resolves to the exit code. */
export const figuresCommand = async ({
  by = 'day',
  idea,
  from,
  json = false,
  ...flags
}: ReportArguments & { readonly by?: string; readonly idea?: string; readonly from?: string }): Promise<number> => {
  if (!BY.some((each) => each === by))
    throw new EnsembleError('usage', `--by must be one of ${BY.join(', ')}, not ${by}.`)
  return withClient(flags, async (client) => {
    const rows = await client.call('GET', '/api/figures', { query: { by, idea, from } })
    if (json) print(JSON.stringify(rows, null, 2))
    else tellFigures(rows, openTerminal(process.stdout).style.bold)
    return 0
  })
}

const tellWhatIf = (report: WhatIfReport, bold: (text: string) => string): void => {
  const { runs, requests, inputTokens, outputTokens, cost, estimated, models, readForCache, priceDate, equal, more } =
    report
  print(
    `${many(runs, 'run')}, ${many(requests, 'Request')}, ${inputTokens} tokens in, ${outputTokens} out, recorded cost ${money(cost)}${more ? '; older runs left out: --runs' : ''}`,
  )
  for (const { model, cost: at, cachedCost, ms, paced } of models) {
    const cached = cachedCost === null || at === null ? '' : `, ${money(cachedCost)} with every repeated prefix cached`
    const time =
      ms === null
        ? 'no recorded pace'
        : `${duration(ms.low)} to ${duration(ms.high)} by ${many(paced, 'recorded Request')}`
    print(`${bold(printableLine(model))}  ${money(at)}${cached}, ${time}`)
  }
  for (const { idea, output, ways } of equal) {
    print(`${bold(printableLine(ideaName(idea)))}  the same input gave the equal output ${printableLine(output)}`)
    for (const { model, wire, runs: times, cost: each } of ways)
      print(`  ${money(each)} a run  ${printableLine(model)} on ${wire}, ${many(times, 'run')}`)
  }
  if (models.length === 0) print('Name models to compare: --models gpt-5-mini,claude-sonnet-4-5')
  print(
    `Prices of ${priceDate}. Tokens are those that the recorded models counted; another model counts the same text differently and may answer at another length.`,
  )
  if (estimated > 0) print(`${many(estimated, 'Request')} had estimated tokens, because the endpoint told none.`)
  if (models.some(({ cachedCost }) => cachedCost !== null))
    print(`Repeated prefixes were compared in the newest ${many(readForCache, 'run')}, by characters.`)
}

/** Prints recorded Runs under other models. Resolves to the exit code. */
export const whatIfCommand = async ({
  models,
  idea,
  runs,
  json = false,
  ...flags
}: ReportArguments & { readonly models?: string; readonly idea?: string; readonly runs?: string }): Promise<number> => {
  const most = readRuns(runs)
  return withClient(flags, async (client) => {
    const report = await client.call('GET', '/api/what-if', { query: { models, idea, runs: most } })
    if (json) print(JSON.stringify(report, null, 2))
    else tellWhatIf(report, openTerminal(process.stdout).style.bold)
    return 0
  })
}

const tellImports = ({ imports, runs, damaged, more }: ImportReport, bold: (text: string) => string): void => {
  for (const { from, tool, to, import: name, calls, used, unusedIn } of imports) {
    const where = unusedIn === undefined ? '' : `, not in ${unusedIn.run} ${unusedIn.span}`
    print(
      `${bold(printableLine(`${from} › ${tool} → ${to}  ${name}`))}  found again in ${used} of ${many(calls, 'Call')}${where}`,
    )
  }
  print(
    `${many(runs, 'run')} looked at${damaged > 0 ? `, ${damaged} could not be read` : ''}${more ? ', older ones left out: --runs' : ''}. No model was asked: an import that is never found again may still have steered an answer.`,
  )
}

/** Prints which imports were found again inside their Modules. Resolves to the exit code. */
export const importsCommand = async ({
  runs,
  json = false,
  ...flags
}: ReportArguments & { readonly runs?: string }): Promise<number> => {
  const most = readRuns(runs)
  return withClient(flags, async (client) => {
    const report = await client.call('GET', '/api/imports', { query: { runs: most } })
    if (json) print(JSON.stringify(report, null, 2))
    else tellImports(report, openTerminal(process.stdout).style.bold)
    return 0
  })
}
