import { EnsembleError, type JsonObject } from '@ensemble/core'
import { addHttpActivity, applyTextEdits, importTools } from '@ensemble/core/editor'
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

/** Throws EnsembleError `name.taken` where a name is there already or stands twice in the text. */
const checkNames = async (client: Client, names: readonly string[]): Promise<void> => {
  const known = new Set((await client.call('GET', '/api/tools')).map(({ name }) => name.toLowerCase()))
  const taken = names.filter((name) => known.has(name.toLowerCase()))
  const seen = new Set<string>()
  const twice = names.filter((name) => {
    const isSeen = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isSeen
  })
  if (taken.length === 0 && twice.length === 0) return
  const reasons = [
    ...(taken.length > 0 ? [`there already: ${taken.join(', ')}`] : []),
    ...(twice.length > 0 ? [`twice in the text, without regard to case: ${twice.join(', ')}`] : []),
  ]
  throw new EnsembleError('name.taken', `Nothing was imported, because of names that are ${reasons.join('; ')}.`)
}

/** ensemble.json with HTTP Activities added, every other byte as it was; undefined where there are none. */
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
 * Writes the Tools of a text in another format to `tools/`, and HTTP Activities for operations of OpenAPI to
 * `ensemble.json`: all or none, and never over a file. An Idea uses one as `{ "$ref": "tool://NAME" }`. Throws
 * EnsembleError `import.empty` where there is no Tool in the text.
 */
export const importToolFile = async (client: Client, text: string, flags: ImportFlags): Promise<number> => {
  if (text.length > MOST_CHARACTERS)
    throw new EnsembleError(
      'json.tooLarge',
      `${flags.file} holds ${text.length} characters; Tools are read from at most ${MOST_CHARACTERS}. Nothing was imported.`,
    )
  const format = flags.format === undefined ? undefined : parseFormat(flags.format)
  const script = format === undefined ? (await import('./tools-in-script.ts')).toolsInScript(text) : undefined
  const { tools, lost } = script ?? importTools(text, format, flags.name)
  if (tools.length === 0) {
    const [first] = lost
    const reason = lost.length === 1 && first !== undefined ? first.what : 'There is no Tool in this text.'
    throw new EnsembleError('import.empty', `${flags.file}: ${reason} Nothing was imported.`)
  }
  if (flags.json !== true) tellLost(lost)
  await checkNames(
    client,
    tools.map(({ name }) => name),
  )
  const written = tools.map(({ name, schema }): Edit => ({
    file: `tools/${name}.json`,
    ifMatch: null,
    text: `${JSON.stringify(schema, null, 2)}\n`,
  }))
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
