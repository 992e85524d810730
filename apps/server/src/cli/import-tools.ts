import { EnsembleError, type JsonObject } from '@ensemble/core'
import { addHttpActivity, applyTextEdits } from '@ensemble/core/editor'
import { importText } from '@ensemble/core/snippets'
import type { Client } from './client.ts'
import { parseFormat, tellLost } from './tool-transfer.ts'
import { print } from './own-output.ts'

interface ImportFlags {
  readonly file: string
  readonly format?: string
  readonly name?: string
  readonly json?: boolean
}

/** Descriptions of hundreds of operations are smaller; a larger text is most likely something else. */
const MOST_CHARACTERS = 8_000_000

interface Edit {
  readonly file: string
  readonly ifMatch: string | null
  readonly text: string
}

/** Throws EnsembleError `name.taken` if a name exists already or appears twice in the text. */
const checkNames = async (
  client: Client,
  kind: '/api/tools' | '/api/ideas',
  names: readonly string[],
): Promise<void> => {
  if (names.length === 0) return
  const listed = await client.call('GET', kind, { query: { problems: 'none' } })
  const known = new Set(listed.map(({ name }) => name.toLowerCase()))
  const taken = names.filter((name) => known.has(name.toLowerCase()))
  const seen = new Set<string>()
  const twice = names.filter((name) => {
    const isSeen = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isSeen
  })
  if (taken.length === 0 && twice.length === 0) return
  const reasons = [
    ...(taken.length > 0 ? [`already in use: ${taken.join(', ')}`] : []),
    ...(twice.length > 0 ? [`used twice in the text, ignoring case: ${twice.join(', ')}`] : []),
  ]
  throw new EnsembleError('name.taken', `Nothing was imported. Names ${reasons.join('; names ')}.`)
}

/** ensemble.json with HTTP Activities added and every other byte kept; undefined if there are none. */
const manifestEdit = async (
  client: Client,
  activities: readonly (readonly [string, JsonObject])[],
): Promise<Edit | undefined> => {
  if (activities.length === 0) return undefined
  const response = await client.stream('/api/manifest')
  const before = await response.text()
  const text = activities.reduce((now, [name, http]) => applyTextEdits(now, addHttpActivity(now, name, http)), before)
  return { file: 'ensemble.json', ifMatch: response.headers.get('etag'), text }
}

/**
 * Writes the Tools, Ideas and HTTP Activities of a text in another format: all or none, and never over a file. Throws
 * EnsembleError `import.empty` if the text holds none.
 */
export const importToolFile = async (client: Client, text: string, flags: ImportFlags): Promise<number> => {
  if (text.length > MOST_CHARACTERS)
    throw new EnsembleError(
      'json.tooLarge',
      `${flags.file} holds ${text.length} characters; Tools are read from at most ${MOST_CHARACTERS}. Nothing was imported.`,
    )
  const format = flags.format === undefined ? undefined : parseFormat(flags.format)
  const { tools, ideas, lost } = await importText(text, format, flags.name)
  if (tools.length + ideas.length === 0) {
    const [first] = lost
    const place = first === undefined || !first.path.startsWith('line ') ? '' : `${first.path}: `
    const reason = lost.length === 1 && first !== undefined ? `${place}${first.what}` : 'There is no Tool in this text.'
    if (lost.length > 1 && flags.json !== true) tellLost(lost)
    throw new EnsembleError('import.empty', `${flags.file}: ${reason} Nothing was imported.`)
  }
  if (flags.json !== true) tellLost(lost)
  await checkNames(client, '/api/tools', namesOf(tools))
  await checkNames(client, '/api/ideas', namesOf(ideas))
  const written = [
    ...ideas.map(({ name, idea }) => newFile('ideas', name, idea)),
    ...tools.map(({ name, schema }) => newFile('tools', name, schema)),
  ]
  const activities = tools.flatMap(({ name, http }) => (http === undefined ? [] : [[name, http] as const]))
  const manifest = await manifestEdit(client, activities)
  const edits = [...written, ...(manifest ? [manifest] : [])]
  await client.call('POST', '/api/workspace/edits', { body: { edits } })
  const files = written.map(({ file }) => file)
  const http = activities.map(([name]) => name)
  if (flags.json === true) print(JSON.stringify({ files, http, lost }))
  else {
    for (const file of files) print(file)
    if (http.length > 0) print(`ensemble.json#/activities/http  ${http.join(', ')}`)
  }
  return 0
}

const namesOf = (items: readonly { readonly name: string }[]): readonly string[] => items.map(({ name }) => name)
const newFile = (folder: string, name: string, content: JsonObject): Edit => ({
  file: `${folder}/${name}.json`,
  ifMatch: null,
  text: `${JSON.stringify(content, null, 2)}\n`,
})
