// @vitest-environment happy-dom
import type { Graph } from '@ensemble/core'
import { describe, expect, test } from 'vitest'
import { drawGraph, type Paint } from './draw-graph.ts'

const NAMES = ['canvas', 'surface', 'line', 'ink', 'faint', 'edge', 'latent', 'explicit', 'module'] as const
const PAINT = Object.fromEntries(NAMES.map((name) => [name, `#${name}`])) as Readonly<Record<keyof Paint, string>> // each name is in the list

const tool = { name: 'compose<Song>', mode: 'module', modules: ['composer'], approval: false } as const
const idea = (name: string, tools: Graph['nodes'][number]['tools'] = []) =>
  ({ id: `idea:${name}`, kind: 'idea', name, input: null, output: null, tools, problems: 0 }) as const
const GRAPH: Graph = {
  nodes: [
    { ...idea('producer', [tool]), title: 'Producer & "friends"\u0000', description: 'd'.repeat(200) },
    idea('composer'),
    idea('elsewhere'),
  ],
  edges: [
    {
      id: 'e',
      from: 'idea:producer',
      tool: tool.name,
      to: 'idea:composer',
      imports: ['input'],
      importsMode: 'requested',
      resolve: 'runtime',
    },
  ],
  problems: [],
}
const PLACES = new Map([
  ['idea:producer', { x: 0, y: 0 }],
  ['idea:composer', { x: 500, y: 80 }],
])

describe('the picture of a graph', () => {
  const svg = drawGraph(GRAPH, PLACES, PAINT)

  test('is one well-formed document that needs nothing else', () => {
    const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
    expect(root.nodeName).toBe('svg')
    expect(svg).not.toMatch(/href|url\((?!#arrow)|<script|<style|var\(/)
    expect(svg).toContain('Producer &amp; &quot;friends&quot;<')
    expect(svg).toContain('compose&lt;Song&gt;')
  })

  test('shows the canvas’s content: nodes, delegations with their imports, modes in words', () => {
    expect(svg.match(/<rect [^>]*rx="8"/g)).toHaveLength(2)
    expect(svg).toContain('stroke-dasharray')
    expect(svg).toContain('>input</text>')
    expect(svg).toContain('>module</text>')
    expect(svg).toMatch(/viewBox="-32 -32 /)
  })
})
