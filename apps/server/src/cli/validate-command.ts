import { EnsembleError, type Problem } from '@ensemble/core'
import manifest from '../../package.json' with { type: 'json' }
import type { Flags } from '../settings/settings.ts'
import { annotate } from './annotations.ts'
import type { Client } from './client.ts'
import { type CheckedCase, toJUnit } from './junit.ts'
import { withClient } from './with-client.ts'
import { placeOf } from './place-of.ts'
import { many } from './plural.ts'
import { NOTHING_JUDGED, readRecord } from './recorded-problems.ts'
import { type PlacedProblem, placeProblems } from './problem-place.ts'
import { printReadiness } from './readiness.ts'
import { type Style, openTerminal } from './terminal.ts'
import { printable, printableLine } from './printable.ts'
import { print } from './own-output.ts'
import { writeOut } from './write-out.ts'
import { problemsInGit } from '../workspace/out-of-git.ts'

interface ValidateFlags extends Flags {
  /** Files or folders of one workspace; the whole workspace if empty. */
  readonly paths: readonly string[]
  readonly format?: string
  readonly json?: boolean
  /** The files of a SARIF and of a JUnit report. */
  readonly sarif?: string
  readonly junit?: string
  /** Prints problems as annotations of GitHub Actions. */
  readonly annotate?: boolean
  /** Checks again after each change, until a signal asks to stop. */
  readonly watch?: boolean
  /** Also judges recorded Calls and results against the current Tools. */
  readonly recorded?: boolean
}

const FORMATS = ['text', 'plain', 'json', 'sarif'] as const
type Format = (typeof FORMATS)[number]

const readFormat = ({ format, json }: ValidateFlags): Format => {
  if (format === undefined) return json === true ? 'json' : 'text'
  const found = FORMATS.find((each) => each === format)
  if (found !== undefined) return found
  throw new EnsembleError('usage', `There is no format "${format}"; there are ${FORMATS.join(', ')}.`)
}

const isNamed = (names: readonly string[], file: string | undefined): boolean =>
  names.length === 0 || names.some((name) => name === '' || file === name || file?.startsWith(`${name}/`) === true)

/** Files that are checked under any name: settings, code, and everything in a workspace's folders. */
const LOOKED_AT = /^(ensemble\.json|mcp\.json|(activities|\.ensemble|ideas|tools|cases)(\/.*)?)?$/

/** Says which of the named files nothing here looks at. Throws EnsembleError `usage` if that is all of them. */
const tellUnchecked = (names: readonly string[]): void => {
  const unchecked = names.filter((name) => !LOOKED_AT.test(name))
  if (unchecked.length === 0) return
  const listed = printableLine(unchecked.join(', '))
  if (unchecked.length === names.length)
    throw new EnsembleError(
      'usage',
      `Nothing was checked: ${listed} isn't an Idea, Tool, case, Activity or setting of the workspace.`,
    )
  console.error(`not checked: ${listed}`)
}

/** Cases that replay could not read. */
const brokenCases = async (client: Client): Promise<readonly Problem[]> =>
  (await client.call('GET', '/api/cases')).flatMap(({ name, problem }) =>
    problem === undefined
      ? []
      : [{ code: 'case.invalid', severity: 'error' as const, message: problem, path: '', file: `cases/${name}.json` }],
  )

const paintOf = ({ severity }: Problem, { red, yellow, dim }: Style): ((text: string) => string) =>
  severity === 'error' ? red : severity === 'warning' ? yellow : dim

const toText = ({ problem }: PlacedProblem, style: Style): string => {
  const { severity, file, path, code, message } = problem
  return `${paintOf(problem, style)(severity.padEnd(7))} ${printableLine(file ?? '')}${path === '' ? '' : printableLine(`#${path}`)}  ${printable(message)}  ${style.dim(`[${code}]`)}`
}

/** `file:line:column: severity: message [code]`, which editors, hooks and CI recognise by default. */
const toPlain = ({ problem: { severity, file, code, message }, place }: PlacedProblem): string =>
  `${printableLine(file ?? 'ensemble.json')}:${place?.line ?? 1}:${place?.column ?? 1}: ${severity}: ${printableLine(message)} [${code}]`

/** The reports that the flags ask for, next to what is printed. */
const writeReports = async (
  { sarif, junit, annotate: isAnnotated = false }: ValidateFlags,
  found: readonly PlacedProblem[],
  root: string,
): Promise<void> => {
  if (junit !== undefined) await writeOut(junit, toJUnit('ensemble validate', casesOf(found)))
  if (sarif === undefined && !isAnnotated) return
  const { sourceRootOf, toSarif } = await import('./sarif.ts')
  const source = await sourceRootOf(root)
  if (sarif !== undefined)
    await writeOut(sarif, `${JSON.stringify(toSarif(found, manifest.version, source), null, 2)}\n`)
  if (isAnnotated)
    annotate(
      found.map(({ problem: { severity, file = 'ensemble.json', code, message }, place }) => ({
        severity,
        file,
        place,
        title: code,
        message,
      })),
      source.prefix,
    )
}

/** Each file with a problem is a test case; only errors fail it. */
const casesOf = (found: readonly PlacedProblem[]): readonly CheckedCase[] => {
  const files = [...new Set(found.map(({ problem: { file = 'ensemble.json' } }) => file))]
  if (files.length === 0) return [{ name: 'workspace' }]
  return files.map((name) => {
    const own = found.filter(
      ({ problem: { file = 'ensemble.json', severity } }) => file === name && severity === 'error',
    )
    return { name, ...(own.length > 0 && { failure: own.map(toPlain).join('\n') }) }
  })
}

/** Prints the problems of the workspace, or of the files named. Resolves to 1 if one is an error. Runs nothing. */
export const validateCommand = async (flags: ValidateFlags): Promise<number> => {
  const format = readFormat(flags)
  const { root, names } = await placeOf(flags, flags.paths)
  tellUnchecked(names)
  const check = (): Promise<number> => validateOnce(flags, format, root, names)
  if (flags.watch !== true) return check()
  const { checkOnChange } = await import('./check-on-change.ts')
  return checkOnChange(root, check)
}

const validateOnce = async (
  flags: ValidateFlags,
  format: Format,
  root: string,
  names: readonly string[],
): Promise<number> =>
  withClient({ ...flags, workspace: root }, async (client) => {
    const { problems: ofGraph } = await client.call('GET', '/api/graph')
    const isWanted = (file: string): boolean => isNamed(names, file)
    const record = flags.recorded === true ? await readRecord(client, isWanted) : undefined
    const problems = [...ofGraph, ...(await brokenCases(client)), ...(record?.problems ?? [])]
    const ofFiles = await placeProblems(
      root,
      problems.filter(({ file }) => isNamed(names, file)),
    )
    // The files that git has are databases and keys: no line of them is shown.
    const ofGit = (await problemsInGit(root)).filter(({ file }) => isNamed(names, file))
    const found = [...ofFiles, ...ofGit.map((problem) => ({ problem, place: undefined }))]
    const errors = found.filter(({ problem }) => problem.severity === 'error').length
    switch (format) {
      case 'sarif': {
        const { sourceRootOf, toSarif } = await import('./sarif.ts')
        print(JSON.stringify(toSarif(found, manifest.version, await sourceRootOf(root)), null, 2))
        break
      }
      case 'json':
        print(JSON.stringify(found.map(({ problem, place }) => ({ ...problem, ...place }))))
        break
      case 'plain':
        for (const each of found) print(toPlain(each))
        break
      case 'text': {
        const { style } = openTerminal()
        for (const each of found) print(toText(each, style))
        await printReadiness(client, isWanted)
        if (record !== undefined) print(record.sentence)
        print(`${many(found.length, 'problem')}, ${errors} of them ${errors === 1 ? 'an error' : 'errors'}`)
      }
    }
    await writeReports(flags, found, root)
    if (record !== undefined && format !== 'text') console.error(record.sentence)
    if (record?.judged === 0) console.error(NOTHING_JUDGED)
    return errors === 0 ? 0 : 1
  })
