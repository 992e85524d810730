import { type Graph, type Problem, isObject } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import { parseInput } from './run-command.ts'
import { withClient } from './client.ts'
import { printReadiness } from './readiness.ts'

const toLine = ({ severity, file, path, code, message }: Problem): string =>
  `${severity.padEnd(7)} ${file ?? ''}${path === '' ? '' : `#${path}`}  ${message}  [${code}]`

/** Prints the problems of the workspace, or of the files named. Resolves to 1 where one is an error. */
export const validateCommand = async (flags: Flags & { readonly paths: readonly string[] }): Promise<number> =>
  withClient(flags, async (client) => {
    const { problems } = (await client.call('GET', '/api/graph')) as Graph // what this very program's server wrote
    const named = flags.paths.map((path) => path.replaceAll('\\', '/').replace(/^\.\//, ''))
    const found = problems.filter(
      ({ file }) => named.length === 0 || named.some((path) => file !== undefined && path.endsWith(file)),
    )
    for (const problem of found) console.log(toLine(problem))
    await printReadiness(client, (file) => named.length === 0 || named.some((path) => path.endsWith(file)))
    const errors = found.filter(({ severity }) => severity === 'error').length
    console.log(`${found.length} problems, ${errors} of them errors`)
    return errors === 0 ? 0 : 1
  })

/** Prints what the model would see. */
export const composeCommand = async (
  flags: Flags & { readonly idea: string; readonly input?: string; readonly wire?: string },
): Promise<number> =>
  withClient(flags, async (client) => {
    const input = await parseInput(flags.input)
    const composed = await client.call('POST', '/api/compose', {
      idea: flags.idea,
      ...(input !== undefined && { input }),
      ...(flags.wire !== undefined && { wire: flags.wire }),
      ...(flags.profile !== undefined && { profile: flags.profile }),
      ...(flags.model !== undefined && { model: flags.model }),
    })
    console.log(JSON.stringify(composed, null, 2))
    return 0
  })

/** Says what a run would use here and whether the model answers. */
export const doctorCommand = async (flags: Flags): Promise<number> =>
  withClient(flags, async (client) => {
    const health = await client.call('GET', '/api/health')
    const { problems } = (await client.call('GET', '/api/graph')) as Graph // what this very program's server wrote
    if (isObject(health))
      for (const name of ['version', 'workspace', 'model', 'profile'])
        console.log(`${name.padEnd(10)} ${String(health[name])}`)
    const errors = problems.filter(({ severity }) => severity === 'error')
    console.log(`${'problems'.padEnd(10)} ${problems.length}, ${errors.length} of them errors`)
    for (const problem of errors) console.log(`  ${toLine(problem)}`)
    return errors.length === 0 ? 0 : 1
  })
