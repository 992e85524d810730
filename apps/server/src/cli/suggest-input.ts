import { EnsembleError, isObject, type Json, type JsonObject } from '@ensemble/core'
import { shellWord } from '../workspace/shell-word.ts'
import type { Client } from './client.ts'
import { ideaNamed } from './idea-named.ts'

/** For a refusal where no input was given: the fields that the Idea needs, and a flag that gives them. */
export const suggestInput =
  (client: Pick<Client, 'call'>, word: string, input: string | undefined) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof EnsembleError) || error.code !== 'input.invalid' || input !== undefined) throw error
    const declared = await inputOf(client, word).catch(() => undefined)
    // Without a default the server judged `null`, which the caller never wrote.
    const why = declared?.hasDefault === false ? `${ideaNamed(word)} needs an input.` : error.message
    throw new EnsembleError(error.code, `${why} ${await howToGive(declared?.schema)}`)
  }

interface Declared {
  readonly schema: JsonObject | undefined
  readonly hasDefault: boolean
}

const inputOf = async (client: Pick<Client, 'call'>, word: string): Promise<Declared> => {
  const name = ideaNamed(word).replace(/^idea:\/\//, '')
  const { inputDefaultOf, inputSchemaOf, parseIdea } = await import('@ensemble/core/idea')
  const { idea } = parseIdea(await client.call('GET', '/api/ideas/{name}', { path: { name } }), name)
  const schema = idea && inputSchemaOf(idea)
  return {
    schema: isObject(schema) ? schema : undefined,
    hasDefault: idea !== undefined && inputDefaultOf(idea) !== undefined,
  }
}

/** One sentence or two for the terminal. */
const howToGive = async (schema: JsonObject | undefined): Promise<string> => {
  if (schema === undefined) return 'Give one with --input JSON or --input @file.'
  const { exampleOf } = await import('@ensemble/core/editor')
  const names = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const needed = names.length === 0 ? '' : `Required: ${names.map((name) => JSON.stringify(name)).join(', ')}. `
  const example = shellWord(JSON.stringify(onlyNeeded(exampleOf(schema), names)))
  return `${needed}Give one with --input JSON or --input @file, for example --input ${example}.`
}

/** Fields without an example are there, so that the sentence names each one. */
const onlyNeeded = (example: Json, names: readonly string[]): Json =>
  isObject(example) && names.length > 0 ? Object.fromEntries(names.map((name) => [name, example[name] ?? ''])) : example
