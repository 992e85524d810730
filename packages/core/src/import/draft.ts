import type { Json, JsonObject } from '../schema/json.ts'
import { findSchemaIssue } from '../schema/check-schema.ts'
import { nameFrom } from '../tool/name-from.ts'
import type { ToolSchema } from '../tool/tool.ts'
import type { ImportedFiles, TakenNames } from './imported.ts'
import { withoutKeys } from './keys.ts'
import { type ReportCode, type ReportRow, reportRow } from './report.ts'

/** An import while it is made. Names are given out first, so that Ideas can refer to each other. */
export interface Draft {
  /** A free name for an Idea with this title; a taken one is suffixed, and reported at the path. */
  readonly nameIdea: (title: string, path: string) => string
  readonly addIdea: (name: string, parts: IdeaParts) => void
  /** `schema` may depend on the name that the Tool gets. Returns it. */
  readonly addTool: (title: string, schema: ToolSchema | ((name: string) => ToolSchema), path: string) => string
  /** The name under which an HTTP Activity is added. */
  readonly addHttp: (title: string, http: JsonObject, path: string) => string
  /** The name under which an MCP server is added, without the keys in its address. */
  readonly addServer: (title: string, entry: JsonObject, path: string) => string
  readonly report: (path: string, code: ReportCode, values?: ReportRow['values']) => void
}

/** An agent of another program in the words of an Idea. */
export interface IdeaParts {
  /** Its place in the source. */
  readonly path: string
  readonly title: string
  readonly description?: string | undefined
  readonly texts: readonly string[]
  readonly config?: JsonObject
  /** The properties of its input; `request` where the other program only talks. */
  readonly input?: JsonObject | undefined
  /** The input's own value. */
  readonly sample?: Json | undefined
  readonly state?: JsonObject | undefined
  readonly tools?: { readonly [name: string]: ToolSchema }
  readonly output?: Json | undefined
}

const REQUEST: JsonObject = {
  type: 'object',
  properties: { request: { type: 'string', minLength: 1, description: 'What is wanted, in a sentence' } },
  required: ['request'],
}

const ideaOf = ({ title, description, texts, config, input, sample, state, tools, output }: IdeaParts): JsonObject => ({
  title,
  ...(description !== undefined && description !== '' && { description }),
  ...(config !== undefined && Object.keys(config).length > 0 && { config }),
  context: [
    ...texts.filter((text) => text.trim() !== '').map((text) => ({ type: 'text', text: text.trim() })),
    { type: 'input', schema: input ?? REQUEST, ...(sample !== undefined && { input: sample }) },
    ...(state === undefined ? [] : [{ type: 'state', schema: state }]),
    ...(tools === undefined || Object.keys(tools).length === 0 ? [] : [{ type: 'tool', tool: tools }]),
  ],
  ...(output !== undefined && { schema: output }),
})

/** A schema of theirs that is malformed or too large would keep the whole Idea from running: it is left out. */
const withSoundSchemas = (parts: IdeaParts, report: Draft['report']): IdeaParts => {
  const { title, path, input, output, tools = {} } = parts
  const isSound = (schema: Json | undefined, name: string): boolean => {
    const issue = schema === undefined ? undefined : findSchemaIssue(schema)
    if (issue !== undefined) report(path, 'schemaUnread', { name, reason: issue.message })
    return issue === undefined
  }
  const kept = Object.entries(tools).map(([name, tool]): [string, ToolSchema] => [
    name,
    isSound(tool, name)
      ? tool
      : { type: 'object', ...(tool.description !== undefined && { description: tool.description }) },
  ])
  return {
    ...parts,
    input: isSound(input, `${title} (input)`) ? input : undefined,
    output: isSound(output, `${title} (output)`) ? output : undefined,
    tools: Object.fromEntries(kept),
  }
}

/** Names of files that Windows keeps for devices. */
const DEVICES = ['con', 'prn', 'aux', 'nul', ...'0123456789'].flatMap((one) =>
  one.length > 1 ? [one] : [`com${one}`, `lpt${one}`],
)
/** So that the name of a server's tool still fits behind it. */
const LONGEST_SERVER = 28

export const createDraft = (taken: TakenNames): { readonly draft: Draft; readonly result: () => Content } => {
  const ideas: ImportedFiles['ideas'][number][] = []
  const tools: ImportedFiles['tools'][number][] = []
  const http: ImportedFiles['http'][number][] = []
  const servers: ImportedFiles['servers'][number][] = []
  const rows: ReportRow[] = []
  const report: Draft['report'] = (path, code, values) => void rows.push(reportRow(path, code, values))

  const namer = (used: readonly string[], fallback: string) => {
    const names = new Set(used.map((name) => name.toLowerCase()))
    return (title: string, path: string, plain = nameFrom(title)): string => {
      const base = plain === '' ? fallback : plain
      let name = base
      for (let count = 2; names.has(name.toLowerCase()); count++) name = `${base}-${count}`
      names.add(name.toLowerCase())
      // A title in other letters never had this name.
      if (name !== base && plain !== '') report(path, 'renamed', { title, name })
      return name
    }
  }
  const nameIdea = namer([...taken.ideas, ...DEVICES], 'agent')
  const nameTool = namer([...taken.tools, ...DEVICES, 'final_output'], 'tool')
  const nameActivity = namer([...taken.activities, ...DEVICES], 'request')
  const nameServer = namer(taken.servers, 'server')

  const draft: Draft = {
    nameIdea: (title, path) => nameIdea(title, path),
    addIdea: (name, parts) => void ideas.push({ name, idea: ideaOf(withSoundSchemas(parts, report)) }),
    addTool: (title, schema, path) => {
      const name = nameTool(title, path)
      tools.push({ name, schema: typeof schema === 'function' ? schema(name) : schema })
      return name
    },
    addHttp: (title, request, path) => {
      const name = nameActivity(title, path)
      http.push({ name, http: request })
      return name
    },
    addServer: (title, entry, path) => {
      const name = nameServer(title, path, serverName(title))
      const url = typeof entry['url'] === 'string' ? withoutKeys(entry['url']) : undefined
      if (url !== entry['url']) report(path, 'keyInArguments', { name: title, place: 'url' })
      servers.push({ name, entry: url === undefined ? entry : { ...entry, url } })
      return name
    },
    report,
  }
  return { draft, result: () => ({ ideas, tools, http, servers, report: rows }) }
}

type Content = Omit<ImportedFiles, 'programs' | 'operations' | 'unknown'>

/** The names of servers in mcp.json: no `__`, which parts them from their tools. */
const serverName = (title: string): string =>
  nameFrom(title)
    .replaceAll(/_{2,}/g, '_')
    .slice(0, LONGEST_SERVER)
    .replace(/[_-]+$/, '')
