import { mcp } from '../../platform/i18n/en/mcp.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of MCP servers. */
export const say = createTexts({ mcp })
