import { isObject, type Json } from '@ensemble/core'
import { hashJson } from '@ensemble/core/schema'
import { type ToolRules, readToolRules } from './tool-rules.ts'
import { ambiguousSentence, notJsonSentence } from '../../workspace/not-json.ts'

/** How one server of mcp.json is reached. Values may hold `secret://NAME`, which is read when the server starts. */
export type McpServerConfig =
  | {
      readonly type: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      /** Relative to the workspace; the workspace itself where absent. */
      readonly cwd?: string
      readonly disabled: boolean
      readonly startTimeoutMs: number
      readonly rules?: ToolRules
    }
  | {
      readonly type: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly disabled: boolean
      readonly startTimeoutMs: number
      readonly rules?: ToolRules
    }

export interface McpConfig {
  readonly servers: ReadonlyMap<string, McpServerConfig>
  /** A sentence for each entry that cannot be used; the others serve. */
  readonly problems: readonly string[]
}

export const NO_SERVERS: McpConfig = { servers: new Map(), problems: [] }

/** Milliseconds that a server has from its start to its list of tools; a package runner may download first. */
const START_MS = 30_000
const LONGEST_START_MS = 600_000

/** Short enough that a Tool's own name still fits behind it. */
const SERVER_NAME = /^[A-Za-z](?:[A-Za-z0-9-]|_(?!_|$)){0,31}$/

const textsAt = (value: unknown): Readonly<Record<string, string>> | undefined => {
  if (value === undefined) return {}
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean' ? [[key, String(text)]] : [],
  )
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : undefined
}

/** A server, or what its entry lacks. */
const readServer = (value: unknown): McpServerConfig | string => {
  if (!isObject(value)) return 'must be an object.'
  const { command, args = [], env, cwd, url, headers, type } = value
  const disabled = value['disabled'] === true
  const { startTimeoutMs = START_MS } = value
  if (typeof startTimeoutMs !== 'number' || !(startTimeoutMs > 0 && startTimeoutMs <= LONGEST_START_MS))
    return `needs "startTimeoutMs" to be milliseconds, at most ${LONGEST_START_MS}.`
  const rules = readToolRules(value['tools'])
  if (rules === undefined)
    return 'needs "tools" to hold, by the name of a tool, { "approval": "required" or "never", "idempotent": true or false }.'
  const common = { disabled, startTimeoutMs, ...(rules.size > 0 && { rules }) }
  if (typeof url === 'string' && command === undefined) {
    if (type === 'sse') return 'uses the old SSE transport; give the address of its streamable HTTP endpoint.'
    if (!URL.canParse(url) || !/^https?:/.test(url)) return 'needs "url" to be an http or https address.'
    const texts = textsAt(headers)
    return texts === undefined ? 'needs "headers" to hold texts.' : { type: 'http', url, headers: texts, ...common }
  }
  if (typeof command !== 'string' || command === '') return 'needs a "command" to start, or a "url".'
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
    return 'needs "args" to be a list of texts.'
  const texts = textsAt(env)
  if (texts === undefined) return 'needs "env" to hold texts.'
  if (cwd !== undefined && typeof cwd !== 'string') return 'needs "cwd" to be a folder.'
  return { type: 'stdio', command, args, env: texts, ...(cwd !== undefined && { cwd }), ...common }
}

/** Reads mcp.json in the common `{ "mcpServers": { NAME: … } }` form. Never throws: what cannot be read is a problem. */
export const parseMcpConfig = (text: string): McpConfig => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return {
      ...NO_SERVERS,
      problems: [`mcp.json ${notJsonSentence(text, error)}`],
    }
  }
  const ambiguous = ambiguousSentence(text)
  if (ambiguous !== undefined) return { ...NO_SERVERS, problems: [`mcp.json ${ambiguous}`] }
  const entries = isObject(value) ? value['mcpServers'] : undefined
  if (!isObject(entries)) return { ...NO_SERVERS, problems: ['mcp.json needs an object "mcpServers".'] }
  const servers = new Map<string, McpServerConfig>()
  const problems: string[] = []
  for (const [name, entry] of Object.entries(entries)) {
    const read = SERVER_NAME.test(name)
      ? readServer(entry)
      : 'needs a name of a letter, then at most 31 letters, digits, "-" or single "_".'
    if (typeof read === 'string') problems.push(`mcp.json: the server "${name}" ${read}`)
    else servers.set(name, read)
  }
  return { servers, problems }
}

/** The command or address, as one line; without environment, headers and queries, which hold keys. */
export const targetOf = (config: McpServerConfig): string => {
  if (config.type === 'stdio') return [config.command, ...config.args].join(' ')
  const { origin, pathname } = new URL(config.url)
  return origin + pathname
}

/** The identity that an approval is bound to: another command or address is another server. */
export const fingerprintOf = (config: McpServerConfig): string => {
  const { disabled: _disabled, startTimeoutMs: _startTimeoutMs, rules: _rules, ...rest } = config
  // Texts, lists and records of texts.
  return hashJson(rest as unknown as Json)
}

/** Every `secret://NAME` in a text replaced by its value. Throws what `secret` throws. */
export const withSecrets = (
  texts: Readonly<Record<string, string>>,
  secret: (reference: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      text.replaceAll(/secret:\/\/[A-Za-z][A-Za-z0-9_-]*/g, (reference) => secret(reference)),
    ]),
  )
