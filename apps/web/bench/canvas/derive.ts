import type { Graph } from '@ensemble/core'
import { deriveGraph, type WorkspaceFiles } from '@ensemble/core/idea'
import { createGraphDeriver, graphJudge } from '@ensemble/core/host'

const MOST_EDITS = 12

/** The files of a module graph, each an Idea with an input, a prompt, its tools and an output. */
function filesOf({ nodes }: Graph): WorkspaceFiles {
  const input = { type: 'object', properties: { request: { type: 'string', description: 'What is wanted' } } }
  const ideas = nodes.map(({ name, title, description, tools }): [string, string] => {
    const schemas = tools.map((tool) => [
      tool.name,
      {
        type: 'object',
        description: `Does what ${tool.name} is for, and answers in a sentence.`,
        properties: {
          ...(tool.modules[0] !== undefined && { _module: { const: tool.modules[0] } }),
          ...input.properties,
        },
        required: ['request'],
      },
    ])
    const context = [
      { type: 'text', text: `You are ${title ?? name}. `.repeat(20) },
      { type: 'input', schema: input },
      { type: 'tool', tool: Object.fromEntries(schemas) as object },
    ]
    return [name, JSON.stringify({ title, description, context, schema: { type: 'object' } }, null, 2)]
  })
  return { ideas: new Map(ideas), tools: new Map(), activities: [] }
}

const timeOf = (work: () => unknown): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** Milliseconds to derive the graph from all files, and after each of several edits of one of them. */
export function deriveTimes(graph: Graph): { readonly all: number; readonly edits: readonly number[] } {
  const files = filesOf(graph)
  const derive = createGraphDeriver()
  derive(files, { judge: graphJudge })
  const edits = Array.from({ length: MOST_EDITS }, (_, index) => {
    const name = `n${index * 7}`
    const text = (files.ideas.get(name) ?? '').replace('You are', `Edit ${index}: you are`)
    const edited = { ...files, ideas: new Map([...files.ideas, [name, text]]) }
    return timeOf(() => derive(edited, { judge: graphJudge }))
  })
  return { all: timeOf(() => deriveGraph({ ...files })), edits }
}
