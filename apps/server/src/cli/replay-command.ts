import { EnsembleError, type Problem } from '@ensemble/core'
import type { ReplayReport } from '@ensemble/core/run'
import { changeSentence } from '@ensemble/core/trace'
import type { CaseReport } from '../engine/cases.ts'
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import type { ReplayFacts } from '../http/answers.ts'
import { type Annotation, annotate } from './annotations.ts'
import { type SummarisedCase, toSummary } from './case-summary.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { findRunId } from './find-run.ts'
import { type CheckedCase, toJUnit } from './junit.ts'
import { isPath, placeOf } from './place-of.ts'
import { many } from './plural.ts'
import { runToEnd } from './run-quietly.ts'
import { readShare, shareText } from './share.ts'
import { printableJson, printableLine } from './printable.ts'
import { print } from './own-output.ts'
import { sourceRootOf } from './sarif.ts'
import { writeOut } from './write-out.ts'

export interface ReplayArguments extends Flags {
  /** Cases by name, runs by id; every case if empty. */
  readonly named: readonly string[]
  readonly current?: boolean
  readonly again?: boolean
  /** Fails where no case was checked. */
  readonly requireCases?: boolean
  /** Fails only where the mean score of the cases is lower, from 0 to 1. */
  readonly failUnder?: string
  readonly json?: boolean
  /** The file of a JUnit report. */
  readonly junit?: string
  /** Prints failures as annotations of GitHub Actions. */
  readonly annotate?: boolean
  /** The file of a summary in Markdown. */
  readonly summary?: string
}

const proofOf = ({ events, answers, ms }: ReplayFacts): string =>
  `identical: ${many(events, 'event')} replayed, ${many(answers, 'answer')} from the record, 0 model requests, ${ms} ms`

type RunReport = ReplayReport & ReplayFacts & { readonly run: string }

/**
 * Replays cases against the current files, and runs against their record. Resolves to 1 if a case fails or a run
 * differs; only `--again` asks a model.
 */
export const replayCommand = async ({ named: words, ...given }: ReplayArguments): Promise<number> => {
  const { flags, named } = await placeOfCases(given, words)
  const { current, again, requireCases = false, json } = given
  const least = readShare('--fail-under', given.failUnder)
  return withClient(flags, async (client) => {
    const known = new Set((await client.call('GET', '/api/cases')).map(({ name }) => name))
    const { problems } = await client.call('GET', '/api/graph')
    if (named.length > 0 || known.size > 0) tellCode(problems)
    const strays = named.length > 0 ? [] : problems.filter(isStrayCase)
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
        if (json !== true) print(`${report.run}  ${report.identical ? proofOf(report) : printableJson(report)}`)
      }
    }
    const passed = cases.filter(({ status }) => status === 'passed').length
    const isChecked = strays.length === 0 && (cases.length > 0 || !requireCases)
    const { junit } = given
    if (junit !== undefined)
      await writeOut(
        junit,
        toJUnit('ensemble replay', [...cases.map(toCase), ...runs.map(toReplay), ...strays.map(toStray)]),
      )
    if (given.summary !== undefined) await writeOut(given.summary, toSummary(cases.map(toSummarised), strays))
    if (given.annotate === true) {
      const { root } = await findWorkspace(readSettings(flags))
      annotate([...cases.flatMap(annotationOf), ...strays.map(annotationOfStray)], (await sourceRootOf(root)).prefix)
    }
    const mean = cases.reduce((sum, { score }) => sum + score, 0) / Math.max(1, cases.length)
    const casesHold = least === undefined ? passed === cases.length : cases.length === 0 || mean >= least
    const isGood = isChecked && casesHold && runs.every(({ identical }) => identical)
    if (json === true) print(JSON.stringify({ ok: isGood, ...(cases.length > 0 && { mean }), cases, runs }, null, 2))
    else if (cases.length > 0 && (named.length === 0 || least !== undefined))
      print(
        `${many(cases.length, 'case')}, ${passed} passed${least === undefined ? '' : `, mean score ${shareText(mean)}`}`,
      )
    for (const { file = '', message } of strays) console.error(`not checked  ${printableLine(`${file}: ${message}`)}`)
    if (cases.length === 0 && (requireCases || runs.length === 0)) console.error(NOTHING_CHECKED)
    if (json !== true && again !== true && cases.some(({ expectations }) => expectations.some(isUndecided)))
      console.error('Undetermined expectations need the model: ensemble replay --again.')
    return isGood ? 0 : 1
  })
}

/** A replay calls no function, but has to know which there are. */
const tellCode = (problems: readonly Problem[]): void => {
  for (const { code, file = '' } of problems)
    if (code === 'activity.computed')
      console.error(printableLine(`This replay runs ${file}, because it computes the names it exports.`))
}

const isUndecided = ({ status }: CaseReport['expectations'][number]): boolean => status === 'undecided'

const NOTHING_CHECKED =
  'ensemble: Nothing was checked: this workspace has no cases. Keep a run as a case with `ensemble keep RUN`, or in the page with … › Keep as case.'

/** A file in `cases/` whose name keeps it from being a case. */
const isStrayCase = ({ code, file }: Problem): boolean => code === 'file.stray' && file?.startsWith('cases/') === true

/** Cases that are named by their files, with the workspace that holds those. Throws EnsembleError `usage` for other files. */
const placeOfCases = async (
  flags: Flags,
  words: readonly string[],
): Promise<{ readonly flags: Flags; readonly named: readonly string[] }> => {
  const paths = words.filter(isPath)
  if (paths.length === 0) return { flags, named: words }
  const { root, names } = await placeOf(flags, paths)
  const named = words.map((word) => {
    if (!isPath(word)) return word
    const name = names[paths.indexOf(word)] ?? word
    const own = /^cases\/([^/]+)\.json$/.exec(name)?.[1]
    if (own === undefined) throw new EnsembleError('usage', `${word} isn't a case: cases are the files in cases/.`)
    return own
  })
  return { flags: { ...flags, workspace: root }, named }
}

const checkCase = async (
  client: Client,
  name: string,
  again: boolean,
  model: string | undefined,
): Promise<CaseReport> => {
  const check = (body: object) => client.call('POST', '/api/cases/{name}/check', { path: { name }, body })
  const report = await check({})
  if (!again || report.status === 'broken') return report
  const asking = model === undefined ? {} : { model }
  const judge = async (judged: CaseReport, body: object): Promise<CaseReport> => {
    if (!judged.expectations.some((one) => isUndecided(one) && one.expectation.type === 'judge')) return judged
    const { runs } = await client.call('POST', '/api/cases/{name}/judgements', {
      path: { name },
      body: { ...body, ...asking },
    })
    for (const run of runs) await runToEnd(client, run)
    return check(body)
  }
  if (report.change === null) return judge(report, {})
  const { id: run } = await client.call('POST', '/api/cases/{name}/runs', { path: { name }, body: asking })
  // To the end of the run; what it says is judged from its Journal.
  const ended = await runToEnd(client, run)
  if (ended.type === 'ended') return judge(await check({ run }), { run })
  const { tool } = ended.approval
  return {
    ...report,
    run,
    message: `That run waits for a person before ${tool}. Decide with \`ensemble approve ${run}\`.`,
  }
}

/** Against the files as they are now, or as the run pinned them. */
const replayRun = async (client: Client, named: string, ideas: 'current' | 'recorded'): Promise<RunReport> => {
  const run = await findRunId(client, named).catch((error: unknown) => {
    if (error instanceof EnsembleError && error.code === 'run.unknown')
      throw new EnsembleError('run.unknown', `No case and no run is called ${named}.`)
    throw error
  })
  return { run, ...(await client.call('POST', '/api/runs/{id}/replay', { path: { id: run }, body: { ideas } })) }
}

/** Why a case has the status it has. */
const reasonsOf = ({ change, expectations, message }: CaseReport): readonly string[] => {
  const reasons: string[] = []
  if (message !== undefined) reasons.push(`${printableLine(message)}`)
  if (change !== null) reasons.push(`first change: ${printableLine(changeSentence(change))}`)
  for (const { expectation, status: outcome, message: why } of expectations) {
    const { type, path } = expectation
    const place = path === '' ? '' : ` ${path}`
    if (outcome === 'failed') reasons.push(`failed       ${type}${place}${why ? `: ${printableLine(why)}` : ''}`)
    if (outcome === 'undecided')
      reasons.push(`undetermined ${type}${place}: ${printableLine(why ?? 'the run diverges from its record earlier')}`)
  }
  return reasons
}

const printCase = (report: CaseReport): void => {
  const { name, status, run } = report
  print(`${status.padEnd(8)} ${name}${run === undefined ? '' : `  repeated in run ${run}`}`)
  for (const reason of reasonsOf(report)) print(`           ${reason}`)
}

const toCase = (report: CaseReport): CheckedCase => {
  const reasons = reasonsOf(report).join('\n')
  return {
    name: report.name,
    ...(report.status !== 'passed' && { failure: reasons === '' ? report.status : reasons }),
  }
}

const toSummarised = (report: CaseReport): SummarisedCase => {
  const { name, status, change } = report
  return { name, status, change, reasons: reasonsOf(report) }
}

/** On the Idea whose turn changes, which the person has edited; else on the case. */
const annotationOf = (report: CaseReport): readonly Annotation[] => {
  const { name, status, change } = report
  if (status === 'passed') return []
  const file = change !== null && change.turn > 0 ? `ideas/${change.idea}.json` : `cases/${name}.json`
  const message = [`${name} ${status}`, ...reasonsOf(report)].join('\n')
  return [{ severity: 'error', file, title: `Case ${name}`, message }]
}

const annotationOfStray = ({ file = '', message }: Problem): Annotation => ({
  severity: 'error',
  file,
  title: 'Not checked',
  message,
})

const toStray = ({ file = '', message }: Problem): CheckedCase => ({ name: file, failure: message })

const toReplay = (report: RunReport): CheckedCase => ({
  name: report.run,
  ms: report.ms,
  ...(!report.identical && { failure: printableJson(report) }),
})
