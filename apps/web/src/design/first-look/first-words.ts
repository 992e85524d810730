import type { Graph, GraphNode } from '@ensemble/core'

export interface FirstWords {
  /** The title of the Idea that no other Idea calls. */
  readonly name: string
  readonly id: string
  /** The titles of the Ideas that it delegates to. */
  readonly others: readonly string[]
  readonly hasTools: boolean
}

const titleOf = ({ title, name }: GraphNode): string => title ?? name

/** The facts of the sentence over the first graph; null without an Idea. */
export function firstWords({ nodes, edges }: Graph): FirstWords | null {
  const ideas = nodes.filter(({ kind }) => kind === 'idea')
  const targets = new Set(edges.map(({ to }) => to))
  const callers = (id: string): number => edges.filter(({ from }) => from === id).length
  const entries = ideas.filter(({ id }) => !targets.has(id))
  const [entry] = (entries.length > 0 ? entries : ideas).toSorted((a, b) => callers(b.id) - callers(a.id))
  if (entry === undefined) return null
  const asked = new Set(edges.filter(({ from }) => from === entry.id).map(({ to }) => to))
  const others = ideas.filter(({ id }) => asked.has(id)).map(titleOf)
  return { name: titleOf(entry), id: entry.id, others, hasTools: ideas.some(({ tools }) => tools.length > 0) }
}
