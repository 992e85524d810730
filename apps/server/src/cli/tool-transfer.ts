import { EnsembleError, type JsonObject, isObject } from '@ensemble/core'
import { type Lost, TOOL_FORMATS, type ToolFormat, exportTools as writeTools } from '@ensemble/core/editor'
import type { Client } from './client.ts'
import { many } from './plural.ts'
import { writeOut } from './write-out.ts'
import { printableLine } from './printable.ts'
import { print } from './own-output.ts'

const isFormat = (text: string): text is ToolFormat => TOOL_FORMATS.some((format) => format === text)

/** Throws EnsembleError `usage` for an unknown format. */
export const parseFormat = (text: string): ToolFormat => {
  if (isFormat(text)) return text
  throw new EnsembleError('usage', `There is no format "${text}"; there are ${TOOL_FORMATS.join(', ')}.`)
}

/** On the error stream: the output stays what was asked for. */
export const tellLost = (lost: readonly Lost[]): void => {
  for (const { path, what } of lost.slice(0, MOST_TOLD)) console.error(printableLine(`not mapped  ${path}  ${what}`))
  if (lost.length > MOST_TOLD) console.error(`not mapped  and ${many(lost.length - MOST_TOLD, 'more place')}`)
}

/** More lines than this hide what comes after them. */
const MOST_TOLD = 100

interface ExportFlags {
  /** A format; any other word names a file, and is for runs. */
  readonly to: string
  readonly tool?: string
  readonly out?: string
  readonly json?: boolean
}

/** Whether `--to` asks for Tools in another format rather than for a run's file. */
export const asksForFormat = ({ to }: ExportFlags): boolean => isFormat(to)

/** Prints an Idea's Tools in another format, or writes them to a file. Resolves to 1 if it has none. */
export const exportTools = async (client: Client, idea: string, flags: ExportFlags): Promise<number> => {
  const format = parseFormat(flags.to)
  const tools = await toolsOf(client, idea)
  const written = tools.filter(({ name }) => flags.tool === undefined || name === flags.tool)
  if (written.length === 0) {
    const there = tools.length === 0 ? '' : `; it has ${tools.map(({ name }) => name).join(', ')}`
    console.error(
      `ensemble: The Idea ${idea} has no ${flags.tool === undefined ? 'Tools' : `Tool ${flags.tool}`}${there}.`,
    )
    return 1
  }
  const { text, lost } = writeTools(written, format)
  tellLost(lost)
  if (flags.out === undefined) print(text.trimEnd())
  else {
    await writeOut(flags.out, text)
    const bytes = new TextEncoder().encode(text).length
    print(flags.json === true ? JSON.stringify({ written: flags.out, bytes }) : `${flags.out}: ${many(bytes, 'byte')}`)
  }
  return 0
}

const toolsOf = async (
  client: Client,
  name: string,
): Promise<readonly { readonly name: string; readonly schema: JsonObject }[]> => {
  const idea = await client.call('GET', '/api/ideas/{name}', { path: { name } })
  const context: readonly unknown[] = isObject(idea) && Array.isArray(idea['context']) ? idea['context'] : []
  const entries = context.flatMap((message) =>
    isObject(message) && isObject(message['tool']) ? Object.entries(message['tool']) : [],
  )
  const found = await Promise.all(
    entries.map(async ([tool, entry]) => {
      const reference = isObject(entry) && typeof entry['$ref'] === 'string' ? entry['$ref'] : ''
      const shared = reference.startsWith('tool://') ? reference.slice('tool://'.length) : undefined
      const schema =
        shared === undefined ? entry : await client.call('GET', '/api/tools/{name}', { path: { name: shared } })
      return { name: tool, schema }
    }),
  )
  return found.flatMap(({ name: tool, schema }) => (isObject(schema) ? [{ name: tool, schema }] : []))
}
