import { readFile } from 'node:fs/promises'
import { EnsembleError, type Json } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { decodeStrictly } from '../workspace/decode-strictly.ts'
import { notJsonSentence } from '../workspace/not-json.ts'
import { withClient } from './with-client.ts'
import { followRun } from './follow-run.ts'
import { ideaNamed } from './idea-named.ts'
import { keepOutput } from './own-output.ts'
import { reportEnd } from './report-end.ts'
import { type Terminal, openTerminal } from './terminal.ts'

export interface RunArguments extends Flags {
  readonly idea: string
  readonly input?: string
  readonly json?: boolean
}

/** A file of JSON that a flag names. Throws EnsembleError `usage` with one sentence. */
const readJsonFile = async (flag: string, path: string): Promise<Json> => {
  const bytes = await readFile(path).catch(() => {
    throw new EnsembleError('usage', `The file ${path} of ${flag} cannot be read.`)
  })
  const text = decodeStrictly(bytes)
  if (text === undefined)
    throw new EnsembleError('usage', `The file ${path} of ${flag} is not UTF-8: save it as UTF-8.`)
  try {
    return JSON.parse(text) as Json // JSON.parse yields exactly Json
  } catch (error) {
    throw new EnsembleError('usage', `The file ${path} of ${flag} ${notJsonSentence(text, error)}`)
  }
}

/** What a flag gives as JSON, `@file`, or plain text where it is neither. */
export const parseInput = async (input: string | undefined, flag = '--input'): Promise<Json | undefined> => {
  if (input === undefined) return undefined
  if (input.startsWith('@')) return readJsonFile(flag, input.slice(1))
  try {
    return JSON.parse(input) as Json // likewise
  } catch {
    if (/^\s*[[{"]/.test(input))
      throw new EnsembleError('usage', `${flag} is not valid JSON; quote it, or give a file as ${flag} @file.`)
    return input
  }
}

/** Ctrl+C stops the Run itself, which would otherwise go on at the next start. Returns how to stop listening. */
const cancelOnInterrupt = (client: Client, id: string): (() => void) => {
  const cancel = (): void => void client.call('POST', '/api/runs/{id}/cancel', { path: { id } }).catch(() => undefined)
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
  const body = {
    idea: ideaNamed(idea),
    // Asked again of the next owner of the workspace, it is the same Run.
    idempotencyKey: crypto.randomUUID(),
    ...(value !== undefined && { input: value }),
    ...(flags.model !== undefined && { model: flags.model }),
    ...(flags.profile !== undefined && { profile: flags.profile }),
  }
  let told = 0
  const attempt = async (client: Client): Promise<number | undefined> => {
    const done = await keepOutput(async (print) => {
      const { id } = await client.call('POST', '/api/runs', { body }).catch(tellOfInput(input))
      const letGo = cancelOnInterrupt(client, id)
      const ended = await followRun(client, id, { terminal, json, print, told }).finally(letGo)
      if (ended.type !== 'left' || client.isOwn) return { id, ended }
      told = ended.seq
      console.error('ensemble: the process that did the work ended; this command goes on with the run itself.')
      return undefined
    })
    return done && reportEnd(client, done.id, done.ended, { json, workspace: flags.workspace })
  }
  for (;;) {
    const code = await withClient({ ...flags, resume: true }, attempt).catch(leftByItsOwner)
    if (code !== undefined) return code
  }
}

/** Where none was given, the flag is what helps. */
const tellOfInput =
  (input: string | undefined) =>
  (error: unknown): never => {
    if (!(error instanceof EnsembleError) || error.code !== 'input.invalid' || input !== undefined) throw error
    const how = 'Give one with --input JSON or --input @file.'
    throw new EnsembleError(error.code, `${error.message} ${how}`)
  }

/** A server that is ending takes no new Run, or answers no more: whoever owns the workspace next does. */
const leftByItsOwner = (error: unknown): undefined => {
  if (error instanceof EnsembleError && (error.code === 'engine.draining' || error.code === 'server.away')) return
  throw error
}
