import { freeName, ideaId } from '../../document/texts/files.ts'
import { addTool, toolsOfIdea } from '../../document/edits/intents.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { announce, selectTool } from '../../platform/session/session.ts'
import type { McpTool } from '../../platform/api/mcp-client.ts'
import { say } from './say.ts'

/** Gives a server's tool to an Idea: its schema is written into the Idea's file, one step of undo. */
export function addMcpTool(tool: McpTool, idea: string): void {
  const { files } = documentStore.getState()
  const taken = toolsOfIdea(files, idea).map(({ name }) => name)
  const name = freeName(tool.name, taken)
  applyEdits('addTool', [addTool(files, idea, name, tool.schema)], {
    about: { nodes: [ideaId(idea)], tool: name },
  })
  selectTool(ideaId(idea), name)
  announce(say('added', { tool: name, idea }))
}
