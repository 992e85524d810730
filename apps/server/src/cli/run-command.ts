import { EnsembleError, type Json } from '@ensemble/core'
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { shellWord } from '../workspace/shell-word.ts'
import type { Client } from './client.ts'
import { decodeStrictly } from '../workspace/decode-strictly.ts'
import { notJsonSentence } from '../workspace/not-json.ts'
import { givenJson } from './given-json.ts'
import { BODY_LIMIT } from '../http/read-body.ts'
import { placeOfIdea, tellIdeas } from './idea-named.ts'
import { isPath } from './place-of.ts'
import { tellOtherModel } from './tell-other-model.ts'
import { runToEnd } from './run-to-end.ts'
import { suggestInput } from './suggest-input.ts'
import { readAtMost } from './read-at-most.ts'
import { type Terminal, openTerminal } from './terminal.ts'

export interface RunArguments extends Flags {
  readonly idea: string
  readonly input?: string
  readonly json?: boolean
  readonly allowUnpriced?: boolean
  /** The simulated model may change things without asking a person. */
  readonly allowEffects?: boolean
}

/** The text of a file that a flag names. Throws EnsembleError `usage` or `json.tooLarge` with one sentence. */
export const readTextFile = async (flag: string, path: string): Promise<string> => {
  const bytes = await readAtMost(path, BODY_LIMIT, flag)
  const text = decodeStrictly(bytes)
  if (text === undefined)
    throw new EnsembleError('usage', `The file ${path} of ${flag} is not UTF-8: save it as UTF-8.`)
  return text
}

/** A file of JSON that a flag names. Throws EnsembleError `usage` with one sentence. */
const readJsonFile = async (flag: string, path: string): Promise<Json> => {
  const text = await readTextFile(flag, path)
  const parsed = givenJson(text)
  if (parsed.ok) return parsed.value
  const wrong =
    parsed.code === 'json.invalid' ? notJsonSentence(text, new Error(parsed.message)) : `is invalid: ${parsed.message}.`
  throw new EnsembleError('usage', `The file ${path} of ${flag} ${wrong}`)
}

/** A flag's value as JSON, `@file`, or plain text otherwise. */
export const parseInput = async (input: string | undefined, flag = '--input'): Promise<Json | undefined> => {
  if (input === undefined) return undefined
  if (input.startsWith('@')) return readJsonFile(flag, input.slice(1))
  const parsed = givenJson(input)
  if (parsed.ok) return parsed.value
  if (parsed.code !== 'json.invalid') throw new EnsembleError('usage', `${flag} is invalid: ${parsed.message}.`)
  if (/^\s*[[{"]/.test(input))
    throw new EnsembleError('usage', `${flag} is not valid JSON; quote it, or give a file as ${flag} @file.`)
  return input
}

/** Runs an Idea to its end and prints only its output on standard output. Resolves to 0 if it completed, else 1. */
export const runCommand = async (
  { idea, input, json = false, allowUnpriced = false, allowEffects = false, ...given }: RunArguments,
  terminal: Terminal = openTerminal(process.stderr),
): Promise<number> => {
  const value = await parseInput(input)
  const placed = await placeOfIdea(given, idea)
  const flags = await orSample(placed.flags, !isPath(idea))
  const body = {
    idea: placed.word,
    // Asked again of the next owner of the workspace, it is the same Run.
    idempotencyKey: crypto.randomUUID(),
    ...(value !== undefined && { input: value }),
    ...(flags.model !== undefined && { model: flags.model }),
    ...(flags.profile !== undefined && { profile: flags.profile }),
    ...(allowUnpriced && { config: { allowUnpriced } }),
    ...(allowEffects && { allowEffects }),
  }
  const start = async (client: Client): Promise<string> => {
    const { id } = await client
      .call('POST', '/api/runs', { body })
      .catch(tellIdeas(client, idea))
      .catch(suggestInput(client, body.idea, input))
    await tellOtherModel(client, id, flags.model)
    return id
  }
  return runToEnd(flags, start, { terminal, json })
}

/** The sample, if there is no workspace and it may replace one; later commands learn how to find it. */
const orSample = async (flags: Flags, mayBeSample: boolean): Promise<Flags> => {
  const { root, bundled } = await findWorkspace(readSettings(flags), mayBeSample)
  if (!bundled) return flags
  console.error(
    `ensemble: No workspace in this folder or a parent: this runs in your copy of the sample. For other commands, add --workspace ${shellWord(root)}`,
  )
  return { ...flags, workspace: root }
}
