import { describe, expect, it } from 'vitest'
import type { Graph } from '../idea/graph-types.ts'
import { graphToMermaid } from './graph-to-mermaid.ts'
import { runToMermaid } from './run-to-mermaid.ts'
import { createTestJournal } from './test-journal.ts'

const node = (id: string, name: string, kind: 'idea' | 'activity' = 'idea') =>
  ({ id, kind, name, input: null, output: null, tools: [], problems: 0 }) as const
const edge = (from: string, tool: string, to: string, imports: readonly string[] = []) =>
  ({ id: `${from}/${tool}/${to}`, from, tool, to, imports, importsMode: 'provisioned', resolve: 'runtime' }) as const

const GRAPH: Graph = {
  nodes: [
    node('idea:producer', 'producer'),
    { ...node('idea:composer', 'composer'), title: 'The "Composer"; end' },
    node('activity:mix', 'mix', 'activity'),
    node('idea:loner', 'loner'),
  ],
  edges: [
    edge('idea:producer', 'composeSong', 'idea:composer', ['input', 'state']),
    edge('idea:composer', 'mix', 'activity:mix'),
  ],
  problems: [],
}

describe('Mermaid', () => {
  it('draws a graph as a flowchart, with what its edges import', () => {
    expect(graphToMermaid(GRAPH)).toBe(`flowchart LR
  n0["producer"]
  n1["The #34;Composer#34;#59; end"]
  n2(["mix"])
  n3["loner"]
  n0 -->|"composeSong: input, state"| n1
  n1 -->|"mix"| n2
`)
  })

  it('draws only what one Idea reaches where one is named', () => {
    const text = graphToMermaid(GRAPH, 'composer')
    expect(text).not.toContain('producer')
    expect(text).not.toContain('loner')
    expect(text).toContain('(["mix"])')
  })

  it('counts turns from 1, as the page does', () => {
    const text = runToMermaid(createTestJournal(1))
    expect(text).toContain(': turn 1\n')
    expect(text).not.toContain(': turn 0\n')
  })

  it('draws a run as a sequence: every arrow between participants that are declared, every text on one line', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const lines = runToMermaid(createTestJournal(seed)).trimEnd().split('\n')
      expect(lines[0]).toBe('sequenceDiagram')
      const declared = new Set(
        lines.flatMap((line) => /^ {2}(?:participant|actor) (p\d+) as [^";]+$/.exec(line)?.[1] ?? []),
      )
      const rest = lines.slice(1 + declared.size)
      expect(rest.length).toBeGreaterThan(2)
      for (const line of rest) {
        const [, from, to] =
          /^ {2}(p\d+)(?:->>|-->>|--x)(p\d+): .+$/.exec(line) ?? /^ {2}Note over (p\d+)(): .+$/.exec(line) ?? []
        expect(declared, line).toContain(from)
        if (to !== '') expect(declared, line).toContain(to)
      }
    }
  })
})
