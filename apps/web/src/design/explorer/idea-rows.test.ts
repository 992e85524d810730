import { describe, expect, it } from 'vitest'
import { graphNode } from '../../document/graph/test-graph.ts'
import { ideaRows } from './idea-rows.ts'

const ideas = ['archivist', 'editor', 'web-searcher', 'writer'].map((name) => graphNode(name, { title: name }))
const groups = new Map([
  ['group:1', { title: 'Research', nodes: ['idea:archivist', 'idea:web-searcher', 'idea:gone'], folded: false }],
  ['group:2', { title: 'Empty', nodes: ['idea:gone-too'], folded: false }],
])
const written = (filter: string, isOpen = true): string[] =>
  ideaRows(ideas, groups, filter, () => isOpen).map(
    (row) => `${'- '.repeat(row.depth)}${row.type === 'folder' ? `${row.title} ${row.count}` : row.node.name}`,
  )

describe('the list of Ideas', () => {
  it('has the groups of the canvas as folders, then the Ideas of none', () => {
    expect(written('')).toEqual(['Research 2', '- archivist', '- web-searcher', 'editor', 'writer'])
  })

  it('has groups in groups as folders in folders, each with all Ideas at any depth', () => {
    const nested = new Map([
      ...groups,
      ['group:3', { title: 'All', nodes: ['idea:editor', 'group:1', 'group:2'], folded: false }],
    ])
    const rows = ideaRows(ideas, nested, '', () => true)
    expect(rows.map((row) => [row.depth, row.type === 'folder' ? `${row.title} ${row.count}` : row.node.name])).toEqual(
      [
        [0, 'All 3'],
        [1, 'Research 2'],
        [2, 'archivist'],
        [2, 'web-searcher'],
        [1, 'editor'],
        [0, 'writer'],
      ],
    )
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
