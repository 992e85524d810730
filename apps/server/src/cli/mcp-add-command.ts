import { join } from 'node:path'
import { EnsembleError, type JsonObject } from '@ensemble/core'
import { findWorkspace, readSettings } from '../main.ts'
import { parseMcpConfig } from '../mcp/client/mcp-config.ts'
import type { Flags } from '../settings/settings.ts'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { MCP_FILE } from '../workspace/names.ts'
import { readSingle } from '../workspace/read-single.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'

const EMPTY = '{\n  "mcpServers": {}\n}\n'

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word)

/**
 * `ensemble mcp add NAME -- COMMAND ARGUMENT…`, or `ensemble mcp add NAME URL`: writes a server into mcp.json, changes no other byte and
 * starts nothing. Resolves to 0.
 */
export const mcpAddCommand = async (flags: Flags, words: readonly string[]): Promise<number> => {
  const [name, target, ...rest] = words
  if (name === undefined || target === undefined || (isAddress(target) && rest.length > 0))
    throw new EnsembleError(
      'usage',
      'Use ensemble mcp add NAME -- COMMAND for a program with its arguments, or ensemble mcp add NAME URL for an address.',
    )
  const { root } = await findWorkspace(readSettings(flags))
  const text = (await readSingle(root, MCP_FILE)) ?? EMPTY
  const present = parseMcpConfig(text)
  if (present.servers.has(name) || present.problems.some((problem) => problem.includes(`server "${name}"`)))
    throw new EnsembleError(
      'name.taken',
      `mcp.json already has a server "${name}": choose another name, or edit that entry.`,
    )
  const { applyTextEdits, setAtPath } = await import('@ensemble/core/editor')
  const entry: JsonObject = isAddress(target)
    ? { url: target }
    : { command: target, ...(rest.length > 0 && { args: rest }) }
  const edited = applyTextEdits(text, setAtPath(text, ['mcpServers', name], entry))
  const { servers, problems } = parseMcpConfig(edited)
  if (!servers.has(name)) throw new EnsembleError('mcp.invalid', problems.at(-1) ?? 'The entry cannot be used.')
  await atomicWrite(join(root, MCP_FILE), edited)
  print(`${printableLine(name)} is in mcp.json. Nothing was started.`)
  console.error(
    `"ensemble mcp approve ${printableLine(name)}" starts it, shows its tools and asks whether you approve them.`,
  )
  return 0
}
