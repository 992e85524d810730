import { join } from 'node:path'
import { EnsembleError, type JsonObject } from '@ensemble/core'
import { atomicWrite } from '../../workspace/atomic-write.ts'
import { MCP_FILE } from '../../workspace/names.ts'
import { readSingle } from '../../workspace/read-single.ts'
import { parseMcpConfig } from './mcp-config.ts'
import type { ToolRule } from './tool-rules.ts'

/** Writes a person's rule for one tool into mcp.json and changes no other byte. Throws EnsembleError `mcp.unknown`. */
export const writeRule = async (
  root: string,
  { server, tool, rule }: { readonly server: string; readonly tool: string; readonly rule: ToolRule },
): Promise<void> => {
  const text = (await readSingle(root, MCP_FILE)) ?? ''
  if (!parseMcpConfig(text).servers.has(server))
    throw new EnsembleError('mcp.unknown', `mcp.json names no MCP server "${server}" that can be used.`)
  const { applyTextEdits, setAtPath } = await import('@ensemble/core/editor')
  const value: JsonObject | undefined = Object.keys(rule).length === 0 ? undefined : { ...rule }
  const edited = applyTextEdits(text, setAtPath(text, ['mcpServers', server, 'tools', tool], value))
  if (edited !== text) await atomicWrite(join(root, MCP_FILE), edited)
}
