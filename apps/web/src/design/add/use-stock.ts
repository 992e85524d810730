import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { nameOfIdeaNode, toolNameOf } from '../../document/texts/files.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { readTemplates, type Template } from '../../platform/api/gallery-client.ts'
import { sessionStore, type AddRequest, type Session } from '../../platform/session/session.ts'
import { listTools } from '../../platform/api/mcp-client.ts'
import { wordsOf } from '../../platform/i18n/template-words.ts'
import type { Choice, Stock } from './choices.ts'
import { useListed } from '../../platform/ui/use-listed.ts'

const surroundingsOf = (session: Session) => session.surroundings

/** Everything that can be added. Tools of servers and templates load later; those that fail to load are left out. */
export function useStock({ from }: AddRequest): Stock {
  const graph = useGraph()
  const { activities, mcpServers } = useStore(sessionStore, surroundingsOf)
  const mcp = useMcpTools(mcpServers)
  const templates = useTemplates()
  const caller = from === undefined ? null : nameOfIdeaNode(from.node)
  return useMemo(() => {
    const { files } = documentStore.getState()
    const ideas = graph.nodes.filter(({ kind, name }) => kind === 'idea' && name !== caller)
    const shared = [...files.values()].flatMap(({ file, text }) => (text === null ? [] : (toolNameOf(file) ?? [])))
    const usesOf = (file: string): number =>
      graph.nodes.filter(
        ({ kind, name }) => kind === 'idea' && toolsOfIdea(files, name).some((tool) => tool.file === file),
      ).length
    const code = activities.filter((name) => !mcpServers.some((server) => name.startsWith(`${server}__`)))
    return {
      ideas: ideas.map(({ name, title }): Choice => ({ type: 'idea', name, title: title ?? name })),
      activities: code.map((name): Choice => ({ type: 'activity', name })),
      tools: shared.map((name): Choice => ({ type: 'tool', name, uses: usesOf(`tools/${name}.json`) })),
      mcp,
      templates: templates.map((template): Choice => ({
        type: 'template',
        name: template.name,
        title: wordsOf(template).title,
        ideas: template.ideas,
      })),
    }
  }, [graph, caller, activities, mcpServers, mcp, templates])
}

function useMcpTools(servers: readonly string[]): readonly Choice[] {
  const [tools, setTools] = useState<readonly Choice[]>([])
  useEffect(() => {
    let current = true
    void Promise.allSettled(
      servers.map(async (server) =>
        (await listTools(server)).tools.map((tool): Choice => ({ type: 'mcp', name: tool.name, tool, server })),
      ),
    ).then((read) => {
      if (current) setTools(read.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])))
    })
    return () => {
      current = false
    }
  }, [servers])
  return tools
}

const useTemplates = (): readonly Template[] => useListed(readTemplates)
