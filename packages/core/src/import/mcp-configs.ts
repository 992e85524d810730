import type { Json, JsonObject } from '../schema/json.ts'
import { escapePointer, isObject } from '../schema/json.ts'
import type { Draft } from './draft.ts'
import { type Importer, at } from './importer.ts'
import type { Source } from './read-source.ts'

/** The MCP servers that other programs know: Claude Desktop and Code, Cursor, VS Code, Windsurf, Gemini, OpenCode. */
export const mcpConfigs: Importer = {
  program: 'MCP servers',
  takes: ({ value }) => serversIn(value).length > 0,
  read: (sources, draft) => {
    for (const source of sources) addServers(source, draft)
  },
}

/** The servers that a program's settings name. */
export const addServers = (source: Source, draft: Draft): void => {
  for (const { path, entries } of serversIn(source.value))
    for (const [name, entry] of Object.entries(entries)) addConfigured(at(source, ...path, name), name, entry, draft)
}

interface Servers {
  readonly path: readonly string[]
  readonly entries: JsonObject
}

/** Where each program has them: VS Code under `servers`, or in its settings under `mcp`; OpenCode under `mcp` itself. */
const PLACES: readonly (readonly string[])[] = [
  ['mcpServers'],
  ['servers'],
  ['mcp', 'servers'],
  ['mcp'],
  ['context_servers'],
]

const serversIn = (value: Json | undefined): readonly Servers[] =>
  PLACES.flatMap((path): readonly Servers[] => {
    const entries = path.reduce<Json | undefined>((now, key) => (isObject(now) ? now[key] : undefined), value)
    if (!isObject(entries) || Object.keys(entries).length === 0) return []
    const isCertain = path[0] === 'mcpServers'
    return isCertain || Object.values(entries).every(isServer) ? [{ path, entries }] : []
  })

const isText = (value: Json | undefined): value is string => typeof value === 'string'
const isServer = (value: Json): boolean =>
  isObject(value) && (isText(value['url']) || isText(value['command']) || Array.isArray(value['command']))

const UNDERSTOOD = [
  'command',
  'args',
  'env',
  'environment',
  'cwd',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'type',
  'transport',
  'disabled',
  'enabled',
  'description',
]

/** One server by its entry in such a file; `place` is where it is written. */
export const addConfigured = (place: string, name: string, value: Json, draft: Draft): void => {
  const entry = isObject(value) ? value : {}
  const [command, ...first] = Array.isArray(entry['command']) ? entry['command'].filter(isText) : [entry['command']]
  const url = [entry['url'], entry['httpUrl'], entry['serverUrl']].find(isText)
  if (!isText(command) && url === undefined) return draft.report(place, 'serverUnread', { name })
  if ([entry['type'], entry['transport']].includes('sse')) draft.report(place, 'serverOldTransport', { name })
  for (const key of Object.keys(entry))
    if (!UNDERSTOOD.includes(key)) draft.report(`${place}/${escapePointer(key)}`, 'serverMember', { key, name })
  const isDisabled = entry['disabled'] === true || entry['enabled'] === false
  const texts = (key: string): JsonObject => textsOf(`${place}/${key}`, key === 'headers', name, entry[key], draft)
  const env = { ...texts('env'), ...texts('environment') }
  const headers = texts('headers')
  const given = [...first.filter(isText), ...(Array.isArray(entry['args']) ? entry['args'] : []).filter(isText)]
  const args = given.map((arg, index) => inFolder(withoutValue(arg, given[index - 1])))
  if (args.some((arg, index) => arg !== inFolder(given[index] ?? '')))
    draft.report(`${place}/args`, 'keyInArguments', { name, place: 'args' })
  const made: JsonObject =
    url === undefined
      ? {
          command: isText(command) ? inFolder(command) : '',
          ...(args.length > 0 && { args }),
          ...(Object.keys(env).length > 0 && { env }),
          ...(isText(entry['cwd']) && { cwd: inFolder(entry['cwd']) }),
        }
      : { url, ...(Object.keys(headers).length > 0 && { headers }) }
  const saved = draft.addServer(name, { ...made, ...(isDisabled && { disabled: true }) }, place)
  draft.report(place, 'approveServer', { name: saved })
}

/** A server starts in the workspace's folder. */
const inFolder = (text: string): string => text.replaceAll(/\$\{workspace(?:Folder|Root)\}/g, '.')
/** `--api-key=…`, `--token …` and `${input:…}`: their values are left out, because arguments have no secrets. */
const withoutValue = (arg: string, previous = ''): string => {
  if (KEY_FLAG.test(previous) && !arg.startsWith('-')) return ''
  return arg.replace(KEY_VALUE, '$1').replaceAll(/\$\{(?:input|env):[^}]*\}/g, '')
}
const KEY_FLAG = /^--?[\w-]*(?:key|token|secret|password)$/i
const KEY_VALUE = /^(--?[\w-]*(?:key|token|secret|password)[\w-]*=).+$/i

const SECRET = /key|token|secret|passw|credential|auth|cookie|\bpat\b|_pat$/i
/** Texts that people write in place of a value. */
const STANDS_FOR = /^(?:<.*>|your[_-].*|x{3,})$/i

/** `env` or `headers`: a key never comes along, and a placeholder becomes a secret. */
const textsOf = (place: string, isHeader: boolean, server: string, given: Json | undefined, draft: Draft): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(given) ? given : {}).flatMap(([key, value]): readonly (readonly [string, string])[] => {
      if (typeof value === 'object' || value === undefined) return []
      const text = String(value)
      const secrets: string[] = []
      const secret = (name: string): string => {
        const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z]+/, '') || 'SECRET'
        secrets.push(plain)
        return `secret://${plain}`
      }
      const own = isHeader ? `${server}_${key}` : key
      const named = text.replaceAll(
        /\$\{(?:(?:input|env):)?([\w.-]+)(?::-[^}]*)?\}|(?<![\w$])\$([A-Z][A-Z0-9_]+)/g,
        (_, ...parts: string[]) => secret((parts[0] ?? parts[1] ?? '').replaceAll('-', '_').toUpperCase()),
      )
      const isKept = secrets.length > 0 || text === '' || !(SECRET.test(key) || STANDS_FOR.test(text))
      const kept = isKept
        ? named
        : text.replace(
            /^((?:Bearer|Basic|Token)\s+)?[\s\S]*$/i,
            (_, scheme: string | undefined) => (scheme ?? '') + secret(own.toUpperCase().replaceAll('-', '_')),
          )
      for (const one of secrets) draft.report(`${place}/${escapePointer(key)}`, 'secret', { key, secret: one })
      return [[key, kept]]
    }),
  )
