import { readFile, stat } from 'node:fs/promises'
import { EnsembleError, isObject } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import { withClient } from './client.ts'

interface ImportFlags extends Flags {
  readonly file: string
  readonly format?: string
  readonly name?: string
  readonly json?: boolean
}

/** As the server's own limit for a run with its files. */
const MOST_BYTES = 256 * 1024 * 1024

/** Throws EnsembleError `usage` or `json.tooLarge` with one sentence. */
const readDocument = async (file: string): Promise<string> => {
  const unreadable = (): never => {
    throw new EnsembleError('usage', `The file ${file} cannot be read.`)
  }
  const { size } = await stat(file).catch(unreadable)
  if (size > MOST_BYTES)
    throw new EnsembleError('json.tooLarge', `${file} holds ${size} bytes; at most ${MOST_BYTES} are read.`)
  return readFile(file, 'utf8').catch(unreadable)
}

/** Takes a run that was exported elsewhere; nothing of it is run. Any other text is read for Tools. */
export const importCommand = async (flags: ImportFlags): Promise<number> => {
  const text = await readDocument(flags.file)
  return withClient(flags, async (client) => {
    const document = runIn(text)
    if (document === undefined) return (await import('./import-tools.ts')).importToolFile(client, text, flags)
    const taken = await client.call('POST', '/api/runs/import', document)
    const id = isObject(taken) ? String(taken['id']) : ''
    console.log(flags.json === true ? JSON.stringify({ run: id }) : id)
    return 0
  })
}

/** The run that a text holds; undefined where it holds something else. */
const runIn = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['format'] === 'ensemble-run' ? value : undefined
  } catch {
    return undefined
  }
}
