import { describe, expect, it } from 'vitest'
import { graphNode } from '../../document/graph/test-graph.ts'
import { ideaRows } from './idea-rows.ts'

const ideas = ['archivist', 'editor', 'web-searcher', 'writer'].map((name) => graphNode(name, { title: name }))
const groups = new Map([
  ['group:1', { title: 'Research', nodes: ['idea:archivist', 'idea:web-searcher', 'idea:gone'], folded: false }],
  ['group:2', { title: 'Empty', nodes: ['idea:gone-too'], folded: false }],
])
const written = (filter: string, isOpen = true): string[] =>
  ideaRows(ideas, groups, filter, () => isOpen).map((row) =>
    row.type === 'folder' ? `${row.title} ${row.count}` : `${row.isInside ? '- ' : ''}${row.node.name}`,
  )

describe('the list of Ideas', () => {
  it('has the groups of the canvas as folders, then the Ideas of none', () => {
    expect(written('')).toEqual(['Research 2', '- archivist', '- web-searcher', 'editor', 'writer'])
  })

  it('hides what is in a closed folder', () => {
    expect(written('', false)).toEqual(['Research 2', 'editor', 'writer'])
  })

  it('shows only the Ideas that have every word of a filter, whatever folder they are in', () => {
    expect(written('SEARCH web', false)).toEqual(['web-searcher'])
    expect(written('  ')).toEqual(written(''))
    expect(written('nobody')).toEqual([])
  })
})
