import { isAbsolute, relative, resolve } from 'node:path'
import { EnsembleError, isObject, type JsonObject, ModelError } from '@ensemble/core'
import { applyTextEdits, setAtPath } from '@ensemble/core/editor'
import { findWorkspace, readSettings } from '../main.ts'
import { findModelFile } from '../models/file/model-file.ts'
import type { Flags } from '../settings/settings.ts'
import { isFileAddress, nameInFile } from '../workspace/file-address.ts'
import { MANIFEST_FILE } from '../workspace/names.ts'
import type { Client } from './client.ts'
import { examineModel, verdictLines } from './doctor-command.ts'
import { print } from './own-output.ts'
import { openTerminal } from './terminal.ts'
import { withClient } from './with-client.ts'

interface ModelFlags extends Flags {
  readonly file: string
  /** The endpoint's name in ensemble.json. */
  readonly name?: string
  readonly json?: boolean
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** `file:PATH`: relative to the workspace for a file in it, so that the folder can be moved. */
const addressOf = (root: string, path: string): string => {
  const inside = relative(root, path)
  return `file:${inside.startsWith('..') || isAbsolute(inside) ? path : inside.replaceAll('\\', '/')}`
}

/** Makes the file the workspace's model. Throws EnsembleError `usage` if the name is that of another endpoint. */
const useFile = async (client: Client, name: string, address: string): Promise<string> => {
  const response = await client.stream('/api/manifest')
  const before = await response.text()
  const manifest = JSON.parse(before) as JsonObject // the server parsed it
  const endpoint = isObject(manifest['endpoints']) ? manifest['endpoints'][name] : undefined
  if (isObject(endpoint) && !isFileAddress(String(endpoint['baseUrl'])))
    throw new EnsembleError('usage', `ensemble.json has another endpoint "${name}". Choose a name with --name.`)
  const model = `${name}/${nameInFile(address)}`
  const set = (text: string, path: readonly string[], value: string): string =>
    applyTextEdits(text, setAtPath(text, path, value))
  const text = set(set(before, ['endpoints', name, 'baseUrl'], address), ['model'], model)
  const edits = [{ file: MANIFEST_FILE, ifMatch: response.headers.get('etag'), text }]
  await client.call('POST', '/api/workspace/edits', { body: { edits } })
  return model
}

/** Makes a GGUF file the workspace's model, and tries it with a few questions. Resolves to the exit code. */
export const modelCommand = async ({ file, name = 'local', json = false, ...flags }: ModelFlags): Promise<number> => {
  if (!NAME.test(name))
    throw new EnsembleError('usage', '--name begins with a letter and has letters, digits, _ and -.')
  // The file first: it was named in this command, the workspace perhaps not.
  const path = resolve(file)
  await findModelFile(path, `file:${path}`).catch((error: unknown) => {
    throw error instanceof ModelError ? new EnsembleError('usage', error.message) : error
  })
  const { root } = await findWorkspace(readSettings(flags))
  const address = addressOf(root, path)
  return withClient(flags, async (client) => {
    const model = await useFile(client, name, address)
    if (!json) console.error(`ensemble.json uses ${model} now. Trying it: the first question loads the file …`)
    const verdict = await examineModel(client, model)
    if (json) print(JSON.stringify({ model, address, verdict }))
    else for (const line of verdictLines(verdict, openTerminal().style)) print(line)
    return 'failure' in verdict ? 1 : 0
  })
}
