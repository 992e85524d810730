import { readFile } from 'node:fs/promises'
import { EnsembleError, type Json, type JournalEvent, type OpenApproval, isObject } from '@ensemble/core'
import { artifactsIn } from '../engine/artifact-values.ts'
import type { Flags } from '../settings/settings.ts'
import { type Client, withClient } from './client.ts'
import { followRun } from './follow-run.ts'
import { many } from './plural.ts'
import { filesOf, outputOf, shortNameOf } from './run-artifacts.ts'
import { type Terminal, openTerminal } from './terminal.ts'

export interface RunArguments extends Flags {
  readonly idea: string
  readonly input?: string
  readonly json?: boolean
}

/** `--input` as JSON, `@file`, or plain text where it is neither. */
export const parseInput = async (input: string | undefined): Promise<Json | undefined> => {
  if (input === undefined) return undefined
  const text = input.startsWith('@')
    ? await readFile(input.slice(1), 'utf8').catch(() => {
        throw new EnsembleError('usage', `The file ${input.slice(1)} of --input cannot be read.`)
      })
    : input
  try {
    return JSON.parse(text) as Json // JSON.parse yields exactly Json
  } catch {
    if (input.startsWith('@') || /^\s*[[{"]/.test(text))
      throw new EnsembleError('usage', '--input is not valid JSON; quote it, or give a file as --input @file.')
    return text
  }
}

const quoted = (word: string): string => (/^[\w.,+@%:/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** The flag that leads another command to the same workspace. */
const placeOf = (workspace: string | undefined): string =>
  workspace === undefined ? '' : ` --workspace ${quoted(workspace)}`

/** The files that an output holds, each with the command that saves it. */
const tellFiles = async (client: Client, run: string, output: Json, workspace: string | undefined): Promise<void> => {
  if (artifactsIn(output).length === 0) return
  const files = await filesOf(client, run)
  const held = [...files.inOutput].flatMap((own) => files.listed.filter(({ name }) => name === own))
  console.error(held.length === 1 ? 'The output holds a file, saved by:' : 'The output holds files, each saved by:')
  for (const { name, type, bytes } of held)
    console.error(
      `  ensemble export ${run} --to ${quoted(shortNameOf(name, files))}${placeOf(workspace)}  # ${type}, ${many(bytes, 'byte')}`,
    )
}

const reasonOf = (last: JournalEvent | undefined): string => {
  if (last?.type === 'run.failed') return `${last.data.error.message} [${last.data.error.code}]`
  return last?.type === 'run.cancelled' ? 'It was cancelled.' : `It ended with ${last?.type ?? 'nothing'}.`
}

const waitingSentence = (id: string, { tool, parameters }: OpenApproval, workspace: string | undefined): string =>
  `the run waits for a person before ${tool} ${JSON.stringify(parameters)}, and nobody can answer here: this is no ` +
  `terminal. Nothing was lost: run ${id} goes on once it is answered in the page of ` +
  `\`ensemble serve${placeOf(workspace)}\`; in a terminal, \`ensemble run\` asks itself.`

/** Ctrl+C stops the Run itself, which would otherwise go on at the next start. Returns how to stop listening. */
const cancelOnInterrupt = (client: Client, id: string): (() => void) => {
  const cancel = (): void => void client.call('POST', `/api/runs/${id}/cancel`).catch(() => undefined)
  process.once('SIGINT', cancel)
  return () => void process.off('SIGINT', cancel)
}

/**
 * Runs an Idea to its end and prints its output, which stands alone on standard output. Resolves to 0 where it completed, 1 where it did not or waits for
 * a person whom nobody here can be.
 */
export const runCommand = async (
  { idea, input, json = false, ...flags }: RunArguments,
  terminal: Terminal = openTerminal(process.stderr),
): Promise<number> => {
  const value = await parseInput(input)
  return withClient({ ...flags, resume: true }, async (client) => {
    const started = await client.call('POST', '/api/runs', {
      idea,
      ...(value !== undefined && { input: value }),
      ...(flags.model !== undefined && { model: flags.model }),
      ...(flags.profile !== undefined && { profile: flags.profile }),
    })
    const id = isObject(started) && typeof started['id'] === 'string' ? started['id'] : ''
    const letGo = cancelOnInterrupt(client, id)
    try {
      const ended = await followRun(client, id, { terminal, json })
      if (ended.type === 'unanswered') {
        console.error(`ensemble: ${waitingSentence(id, ended.approval, flags.workspace)}`)
        return 1
      }
      const { last } = ended
      if (last?.type === 'run.completed') {
        if (json) return 0
        const output = await outputOf(client, id, last.data.output)
        console.log(JSON.stringify(output, null, 2))
        await tellFiles(client, id, output, flags.workspace)
        return 0
      }
      console.error(`ensemble: the run did not complete: ${reasonOf(last)}`)
      return 1
    } finally {
      letGo()
    }
  })
}
