import type { Exporter } from './exporter.ts'
import { type ExportCode, type ExportRow, exportRow, listed } from './lost.ts'
import { nameFrom } from '../tool/name-from.ts'
import { asking } from './tell.ts'

/** An entry of `mcp.json` that starts this product over the workspace; any MCP client reads it. JSON has no comments, so the report is a separate text. */
export const mcpConfig: Exporter = {
  ending: '.mcp.json',
  write: (graph, { workspace, command, args, served }) => {
    const { root } = graph
    const lost: ExportRow[] = []
    const report = (code: ExportCode, values: ExportRow['values']): void =>
      void lost.push(exportRow(root.path, code, values))
    if (root.input === undefined) report('noInput', { idea: root.name })
    const others = served.filter((name) => name !== root.name)
    if (others.length > 0) report('wholeWorkspace', { ideas: listed(served), idea: root.name })
    const tools = asking(graph)
    if (tools.length > 0) report('approvalByHost', { tools: listed(tools) })
    const entry = { command, args }
    return {
      text: `${JSON.stringify({ mcpServers: { [nameFrom(workspace) || 'ensemble']: entry } }, null, 2)}\n`,
      lost,
    }
  },
}
