import { type Json, type JsonObject, isObject } from '@ensemble/core'
import { type ToolSchema, normaliseTool } from '@ensemble/core/tool'
import { hashJson } from '@ensemble/core/schema'
import { type Lost, importTools, renamedParameters } from '@ensemble/core/editor'
import { rest } from '../../rest.ts'
import { type ToolRule, metaByRule } from './tool-rules.ts'

/** One tool of an MCP server as Ensemble offers it. */
export interface RemoteTool {
  /** The name of the Tool and its Activity: `SERVER__TOOL`. */
  readonly name: string
  /** As the server calls it. */
  readonly remote: string
  /** sha256 of the server's own words: what an approval is bound to. */
  readonly hash: string
  readonly schema: ToolSchema
  /** The server says of itself that it changes nothing. */
  readonly readOnly: boolean
  /** A person confirms each Call: neither its server nor mcp.json says that it destroys nothing. */
  readonly destructive: boolean
  /** A Call may run again after a crash in the middle of it: its server or mcp.json says so. */
  readonly idempotent: boolean
  /** Parameters whose name in Ensemble differs from the server's. */
  readonly renamed: Readonly<Record<string, string>>
  /** Facts that a Tool cannot express. */
  readonly lost: readonly Lost[]
  /** Why it cannot be used. */
  readonly problem?: string
}

const LONGEST_NAME = 64

const fold = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]+/g, '_')

/** `SERVER__TOOL`, shortened and made unique by a part of its hash where it has to be. */
const nameFor = (server: string, remote: string, taken: ReadonlySet<string>): string => {
  const plain = `${server}__${fold(remote)}`
  if (plain.length <= LONGEST_NAME && !taken.has(plain)) return plain
  const mark = `_${hashJson([server, remote]).slice(0, 8)}`
  return plain.slice(0, LONGEST_NAME - mark.length) + mark
}

const renamedIn = (definition: JsonObject): Readonly<Record<string, string>> => {
  const properties = isObject(definition['inputSchema']) ? definition['inputSchema']['properties'] : undefined
  const keys = isObject(properties) ? Object.keys(properties) : []
  return Object.fromEntries([...renamedParameters(keys)].map(([key, name]) => [name, key]))
}

const asksForTask = ({ execution }: JsonObject): boolean =>
  isObject(execution) && execution['taskSupport'] === 'required'

const toRemoteTool = (server: string, definition: JsonObject, taken: ReadonlySet<string>): RemoteTool => {
  const remote = String(definition['name'])
  const name = nameFor(server, remote, taken)
  const { icons: _icons, _meta, execution: _execution, ...described } = definition
  const { tools, lost } = importTools(JSON.stringify([described]), 'mcp')
  const imported = tools[0]?.schema ?? { type: 'object', properties: {} }
  const { properties, ...rest } = imported
  const { _approval, _idempotent, ...others } = isObject(properties) ? properties : {}
  const meta: JsonObject = {
    // Named, so that the Tool may be called otherwise in an Idea.
    _activity: { const: name },
    ...(_approval !== undefined && { _approval }),
    ...(_idempotent !== undefined && { _idempotent }),
  }
  const schema: ToolSchema = { ...rest, properties: { ...meta, ...others } }
  const problem = asksForTask(definition)
    ? 'It runs only as a task of its server, which Ensemble does not follow.'
    : normaliseTool(name, schema).problems.find(({ severity }) => severity === 'error')?.message
  const hints = isObject(definition['annotations']) ? definition['annotations'] : {}
  return {
    name,
    remote,
    hash: hashJson(definition),
    schema,
    readOnly: hints['readOnlyHint'] === true,
    destructive: _approval !== undefined,
    idempotent: _idempotent === undefined,
    renamed: renamedIn(definition),
    // The server's name as a prefix isn't a loss.
    lost: lost.filter(({ what }) => !what.startsWith('The name ')),
    ...(problem !== undefined && { problem }),
  }
}

/** The same tool where mcp.json says something else of it than its server. */
export const withRule = (tool: RemoteTool, rule: ToolRule): RemoteTool => {
  const { properties, ...rest } = tool.schema
  const { _activity, _approval, _idempotent, ...others } = isObject(properties) ? properties : {}
  const meta = metaByRule(
    { ...(_approval !== undefined && { _approval }), ...(_idempotent !== undefined && { _idempotent }) },
    rule,
  )
  return {
    ...tool,
    destructive: meta['_approval'] !== undefined,
    idempotent: meta['_idempotent'] === undefined,
    schema: { ...rest, properties: { ...(_activity !== undefined && { _activity }), ...meta, ...others } },
  }
}

/** Asked for by every Request that a Tool of the server is part of. A list belongs to one server. */
const converted = new WeakMap<readonly JsonObject[], readonly RemoteTool[]>()

/** A server's `tools/list` as Tools with our names; of two with one name the first wins. */
export const toRemoteTools = (server: string, definitions: readonly JsonObject[]): readonly RemoteTool[] => {
  const known = converted.get(definitions)
  if (known !== undefined) return known
  const steps = convert(server, definitions)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Prepares them for `toRemoteTools`, and lets other work run between a few of them. */
export const prepareRemoteTools = async (server: string, definitions: readonly JsonObject[]): Promise<void> => {
  const steps = convert(server, definitions)
  for (let count = 1; steps.next().done !== true; count++) if (count % AT_ONCE === 0) await rest()
}
/** A few milliseconds. */
const AT_ONCE = 20

function* convert(server: string, definitions: readonly JsonObject[]): Generator<void, readonly RemoteTool[]> {
  const found = new Map<string, RemoteTool>()
  const taken = new Set<string>()
  for (const definition of definitions) {
    const { name: remote } = definition
    if (typeof remote !== 'string' || remote === '' || found.has(remote)) continue
    const tool = toRemoteTool(server, definition, taken)
    taken.add(tool.name)
    found.set(remote, tool)
    yield
  }
  const tools = [...found.values()]
  converted.set(definitions, tools)
  return tools
}

/** A Call's parameters as the server knows them: without meta fields, under the names that the Tool, or else its import, keeps. */
export const toArguments = (tool: RemoteTool, call: JsonObject, names = tool.renamed): JsonObject =>
  Object.fromEntries(
    Object.entries(call).flatMap(([key, value]): [string, Json][] =>
      key.startsWith('_') ? [] : [[Object.hasOwn(names, key) ? (names[key] ?? key) : key, value]],
    ),
  )
