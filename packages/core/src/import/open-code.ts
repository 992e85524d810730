import type { JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Draft } from './draft.ts'
import { type Importer, type Reading, at } from './importer.ts'
import { addAgent } from './markdown-agents.ts'
import { addServers } from './mcp-configs.ts'
import type { Source } from './read-source.ts'
import { isText, objectIn, textIn } from './values.ts'

/** Where OpenCode's settings keep agents and commands, and the member that holds the prompt. */
const KINDS = [
  ['agent', 'prompt'],
  ['mode', 'prompt'],
  ['command', 'template'],
] as const

/** Settings of OpenCode that hold agents or commands; its MCP servers come along. */
export const openCode: Importer = {
  program: 'OpenCode',
  takes: ({ file, value }) => {
    const settings = objectIn(value)
    const isIts = /^opencode\.jsonc?$/.test(file) || textIn(settings['$schema']).includes('opencode.ai')
    return isIts && KINDS.some(([kind]) => isObject(settings[kind]))
  },
  read: (sources, draft, reading) => {
    for (const source of sources) {
      addServers(source, draft)
      for (const [kind, prompt] of KINDS)
        for (const [name, entry] of Object.entries(objectIn(objectIn(source.value)[kind])))
          addEntry(source, [kind, name], objectIn(entry), prompt, draft, reading)
    }
  },
}

const addEntry = (
  source: Source,
  place: readonly [string, string],
  entry: JsonObject,
  prompt: string,
  draft: Draft,
  { find }: Reading,
): void => {
  const { [prompt]: text, ...front } = entry
  const [, name] = place
  // An entry without a prompt changes an agent that OpenCode brings.
  if (!isText(text)) return draft.report(at(source, ...place), 'member', { key: name, name: source.file })
  const body = text.replaceAll(FILE, (whole, path: string) => {
    const found = find(path, source)
    if (found === undefined) draft.report(at(source, ...place, prompt), 'referenceUnread', { reference: path })
    return found === undefined ? whole : (found.body ?? found.text).trim()
  })
  addAgent({ place: (...keys) => at(source, ...place, ...keys), title: name, front, body }, draft)
}

/** `{file:./prompts/review.txt}`, relative to the settings. */
const FILE = /\{file:([^}]+)\}/g
