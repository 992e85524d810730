import { EnsembleError, type Json, isObject } from '@ensemble/core'
import { ideaName } from '@ensemble/core/trace'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { findRunId } from './find-run.ts'
import { printableLine } from './printable.ts'
import { parseInput } from './run-command.ts'
import { print } from './own-output.ts'

export interface KeepArguments extends Flags {
  /** Its id, or an end of it. */
  readonly run: string
  /** The case's name; that of the Idea, numbered where it is taken, unless given. */
  readonly name?: string
  readonly title?: string
  /** A list of expectations as JSON or `@file`; nothing may change unless given. */
  readonly expect?: string
  readonly replace?: boolean
  readonly json?: boolean
}

/** A list of expectations as JSON or `@file`. Throws EnsembleError `usage`. */
export const readExpect = async (text: string | undefined): Promise<readonly Json[] | undefined> => {
  const expect = await parseInput(text, '--expect')
  if (expect === undefined || Array.isArray(expect)) return expect
  // One expectation needs no brackets.
  if (isObject(expect)) return [expect]
  throw new EnsembleError('usage', '--expect takes a list such as [{"type":"calls","tool":"writeTitle","min":1}].')
}

/** `composer`, or `composer2` where a case is called so already. */
const freeNameFor = async (client: Client, run: string): Promise<string> => {
  const { idea } = await client.call('GET', '/api/runs/{id}', { path: { id: run } })
  const cases = await client.call('GET', '/api/cases')
  const taken = new Set(cases.map(({ name }) => name.toLowerCase()))
  const base = /^[A-Za-z][\w-]*$/.test(ideaName(idea)) ? ideaName(idea).slice(0, 56) : 'case'
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}${count}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** Keeps a Run that has ended as a case, which `ensemble replay` holds against the files. Resolves to the exit code. */
export const keepCommand = async (flags: KeepArguments): Promise<number> => {
  const { run: named, title, replace = false, json = false } = flags
  const expect = await readExpect(flags.expect)
  return withClient(flags, async (client) => {
    const run = await findRunId(client, named)
    const name = flags.name ?? (await freeNameFor(client, run))
    const kept = {
      name,
      run,
      replace,
      ...(title !== undefined && { title }),
      ...(expect !== undefined && { expect }),
    }
    const answer = await client.call('POST', '/api/cases', { body: kept }).catch(suggestReplace(replace))
    if (json) print(JSON.stringify(answer))
    else print(`cases/${printableLine(name)}.json  ${run}; \`ensemble replay ${name}\` checks it against the files`)
    return 0
  })
}

/** A case of that name is there: the flag is what helps, where it is not given. */
const suggestReplace =
  (replace: boolean) =>
  (error: unknown): never => {
    if (!(error instanceof EnsembleError) || error.code !== 'name.taken' || replace) throw error
    throw new EnsembleError(error.code, `${error.message} Use another --name, or add --replace.`)
  }
