import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { EnsembleError, type Problem } from '@ensemble/core'
import manifest from '../../package.json' with { type: 'json' }
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { withClient } from './with-client.ts'
import { many } from './plural.ts'
import { type PlacedProblem, placeProblems } from './problem-place.ts'
import { printReadiness } from './readiness.ts'
import { toSarif } from './sarif.ts'
import { type Style, openTerminal } from './terminal.ts'
import { printable, printableLine } from './printable.ts'
import { print } from './own-output.ts'
import { problemsInGit } from '../workspace/out-of-git.ts'

interface ValidateFlags extends Flags {
  /** Files or folders; all of the workspace where there are none. Those outside it have no problems here. */
  readonly paths: readonly string[]
  readonly format?: string
  readonly json?: boolean
}

const FORMATS = ['text', 'plain', 'json', 'sarif'] as const
type Format = (typeof FORMATS)[number]

const readFormat = ({ format, json }: ValidateFlags): Format => {
  if (format === undefined) return json === true ? 'json' : 'text'
  const found = FORMATS.find((each) => each === format)
  if (found !== undefined) return found
  throw new EnsembleError('usage', `There is no format "${format}"; there are ${FORMATS.join(', ')}.`)
}

/** The paths as the workspace names its files. Throws EnsembleError `usage` for one that is not there. */
const namesIn = (root: string, paths: readonly string[]): readonly string[] =>
  paths.map((path) => {
    // As the shell means it, or as a problem names it.
    const full = [resolve(path), resolve(root, path)].find((each) => existsSync(each))
    if (full === undefined) throw new EnsembleError('usage', `There is no file ${path}.`)
    return relative(root, full).split(sep).join('/')
  })

const isNamed = (names: readonly string[], file: string | undefined): boolean =>
  names.length === 0 || names.some((name) => name === '' || file === name || file?.startsWith(`${name}/`) === true)

const paintOf = ({ severity }: Problem, { red, yellow, dim }: Style): ((text: string) => string) =>
  severity === 'error' ? red : severity === 'warning' ? yellow : dim

const toText = ({ problem }: PlacedProblem, style: Style): string => {
  const { severity, file, path, code, message } = problem
  return `${paintOf(problem, style)(severity.padEnd(7))} ${printableLine(file ?? '')}${path === '' ? '' : printableLine(`#${path}`)}  ${printable(message)}  ${style.dim(`[${code}]`)}`
}

/** `file:line:column: severity: message [code]`, which editors, hooks and CI match without being told. */
const toPlain = ({ problem: { severity, file, code, message }, place }: PlacedProblem): string =>
  `${printableLine(file ?? 'ensemble.json')}:${place?.line ?? 1}:${place?.column ?? 1}: ${severity}: ${printableLine(message)} [${code}]`

/** Prints the problems of the workspace, or of the files named. Resolves to 1 where one is an error. Runs nothing. */
export const validateCommand = async (flags: ValidateFlags): Promise<number> => {
  const format = readFormat(flags)
  const { root } = await findWorkspace(readSettings(flags))
  const names = namesIn(root, flags.paths)
  return withClient(flags, async (client) => {
    const { problems } = await client.call('GET', '/api/graph')
    const ofFiles = await placeProblems(
      root,
      problems.filter(({ file }) => isNamed(names, file)),
    )
    // The files that git has are databases and keys: no line of them is shown.
    const ofGit = (await problemsInGit(root)).filter(({ file }) => isNamed(names, file))
    const found = [...ofFiles, ...ofGit.map((problem) => ({ problem, place: undefined }))]
    const errors = found.filter(({ problem }) => problem.severity === 'error').length
    switch (format) {
      case 'sarif':
        print(JSON.stringify(toSarif(found, manifest.version, root), null, 2))
        break
      case 'json':
        print(JSON.stringify(found.map(({ problem, place }) => ({ ...problem, ...place }))))
        break
      case 'plain':
        for (const each of found) print(toPlain(each))
        break
      case 'text': {
        const { style } = openTerminal()
        for (const each of found) print(toText(each, style))
        await printReadiness(client, (file) => isNamed(names, file))
        print(`${many(found.length, 'problem')}, ${errors} of them ${errors === 1 ? 'an error' : 'errors'}`)
      }
    }
    return errors === 0 ? 0 : 1
  })
}
