import { EnsembleError } from '@ensemble/core'
import type { ScoredRun, ScoredRuns, Scorer } from '../scores/score-runs.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { readExpect } from './keep-command.ts'
import { findRunId } from './find-run.ts'
import { runToEnd } from './run-quietly.ts'
import { print } from './own-output.ts'
import { many } from './plural.ts'
import { printableLine } from './printable.ts'
import { readShare, shareText } from './share.ts'
import { withClient } from './with-client.ts'

export interface ScoreArguments extends Flags {
  /** Runs by id, or by an end of it. */
  readonly runs: readonly string[]
  readonly idea?: string
  readonly expect?: string
  readonly by?: string
  /** Asks judges that have not judged yet. */
  readonly ask?: boolean
  readonly failUnder?: string
  /** A person's own score. */
  readonly give?: string
  readonly reason?: string
  readonly json?: boolean
}

const PAGE = 200

/**
 * Scores recorded Runs by expectations, or by a person's own score; without either lists who scored. Resolves to 1 if
 * the mean is under `--fail-under`.
 */
export const scoreCommand = async (flags: ScoreArguments): Promise<number> => {
  const { idea, by, json = false, reason } = flags
  const least = readShare('--fail-under', flags.failUnder)
  const given = readShare('--give', flags.give)
  const expect = await readExpect(flags.expect)
  if (given !== undefined && (expect !== undefined || flags.runs.length === 0))
    throw new EnsembleError('usage', '--give scores the runs that you name: ensemble score RUN --give 1.')
  if (expect !== undefined && flags.runs.length === 0 && idea === undefined)
    throw new EnsembleError(
      'usage',
      'Name the runs to score, or their Idea: ensemble score --idea IDEA --expect @file.',
    )
  return withClient(flags, async (client) => {
    const runs = await Promise.all(flags.runs.map((run) => findRunId(client, run)))
    if (given !== undefined) {
      const body = { score: given, ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) }
      for (const id of runs) await client.call('PUT', '/api/runs/{id}/score', { path: { id }, body })
      print(`${many(runs.length, 'run')} scored ${shareText(given)}`)
      return 0
    }
    if (expect === undefined) {
      const scorers = await client.call('GET', '/api/scores', { query: { idea } })
      if (json) print(JSON.stringify(scorers, null, 2))
      else if (scorers.length === 0) console.error('No run has a score yet: ensemble score --idea IDEA --expect @file.')
      else for (const scorer of scorers) print(scorerLine(scorer))
      return 0
    }
    const body = {
      expect,
      ...(runs.length > 0 ? { runs } : { idea }),
      ...(by !== undefined && { by }),
      ...(flags.model !== undefined && { model: flags.model }),
    }
    const items = await scoreAll(client, body, { ask: flags.ask === true, isQuiet: json })
    return report(items, { json, least })
  })
}

const scoreAll = async (
  client: Client,
  body: object,
  { ask, isQuiet }: { readonly ask: boolean; readonly isQuiet: boolean },
): Promise<readonly ScoredRun[]> => {
  const items: ScoredRun[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: object = { ...body, limit: PAGE, ...(cursor !== '' && { cursor }) }
    let scored: ScoredRuns = await client.call('POST', '/api/scores', { body: { ...page, ask } })
    for (const run of scored.asked) await runToEnd(client, run)
    if (scored.asked.length > 0) scored = await client.call('POST', '/api/scores', { body: page })
    items.push(...scored.items)
    cursor = scored.next
    if (!isQuiet && cursor !== null) console.error(`${many(items.length, 'run')} scored`)
  }
  return items
}

const report = (
  items: readonly ScoredRun[],
  { json, least }: { readonly json: boolean; readonly least: number | undefined },
): number => {
  const mean = items.length === 0 ? 0 : items.reduce((sum, { score }) => sum + score, 0) / items.length
  const isGood = least === undefined || (items.length > 0 && mean >= least)
  if (json) print(JSON.stringify({ ok: isGood, mean, runs: items }, null, 2))
  else {
    for (const { run, score, status, reasons } of items) {
      if (status === 'passed') continue
      const why = reasons.length === 0 ? '' : `  ${printableLine(reasons.join(' '))}`
      print(`${shareText(score).padEnd(5)}  ${run}${why}`)
    }
    const passed = items.filter(({ status }) => status === 'passed').length
    const open = items.filter(({ status }) => status === 'changed').length
    print(`${many(items.length, 'run')}, ${passed} passed, mean score ${shareText(mean)}`)
    if (open > 0) console.error(`${many(open, 'run')} not judged yet: add --ask to ask the judge.`)
    if (items.length === 0) console.error('No ended run matches.')
  }
  return isGood ? 0 : 1
}

const scorerLine = ({ by, runs, mean, withPerson }: Scorer): string => {
  const line = `${printableLine(by).padEnd(24)}  ${many(runs, 'run')}, mean score ${shareText(mean)}`
  if (withPerson === null || withPerson.pairs === 0) return line
  const { pairs, agreement, kappa, interval } = withPerson
  const range = interval === null ? '' : ` (95 %: ${shareText(interval.low)} to ${shareText(interval.high)})`
  const said = kappa === null ? 'no kappa: both always say the same' : `kappa ${shareText(kappa)}${range}`
  return `${line}; agrees with people in ${Math.round((agreement ?? 0) * 100)} % of ${many(pairs, 'run')}, ${said}`
}
