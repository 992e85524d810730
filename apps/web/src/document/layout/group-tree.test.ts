import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { LAYOUT_FILE } from '../texts/files.ts'
import { asTree, foldedHolders, groupsAround, holdersOf, nodesOf, togetherIn, type Group } from './group-tree.ts'
import { forgetNodes, layoutText, writeGroups } from './layout-edits.ts'
import { groupsOf } from './layout-file.ts'

const group = (nodes: readonly string[], folded = false): Group => ({ title: '', nodes, folded })
const inner = group(['idea:a', 'idea:b'])
const nested = new Map([
  ['group:1', inner],
  ['group:2', group(['group:1', 'idea:c'])],
])
const filesWith = (groups: ReadonlyMap<string, Group>) =>
  receive(EMPTY_DOCUMENT, LAYOUT_FILE, layoutText({ nodes: new Map(), groups }), 'e').files

describe('groups in groups', () => {
  it('are kept by the layout file', () => {
    expect(groupsOf(layoutText({ nodes: new Map(), groups: nested }))).toEqual(nested)
  })

  it('never hold themselves or what another group holds, whatever a file says', () => {
    const ids = fc.constantFrom('group:1', 'group:2', 'group:3', 'group:4', 'idea:a', 'idea:b')
    const written = fc.dictionary(fc.constantFrom('group:1', 'group:2', 'group:3'), fc.array(ids))
    fc.assert(
      fc.property(written, (lists) => {
        const tree = asTree(new Map(Object.entries(lists).map(([id, nodes]) => [id, group(nodes)])))
        const members = [...tree.values()].flatMap(({ nodes }) => nodes)
        expect(new Set(members).size).toBe(members.length)
        const holders = holdersOf(tree)
        for (const id of tree.keys()) expect(groupsAround(id, holders)).not.toContain(id)
        expect(members).not.toContain('group:4')
        expect(asTree(tree)).toEqual(tree)
      }),
    )
  })

  it('have the nodes of all depths', () => {
    expect(nodesOf('group:2', nested)).toEqual(['idea:a', 'idea:b', 'idea:c'])
  })

  it('are hidden by the outermost folded group', () => {
    const folded = new Map([
      ['group:1', group(['idea:a'], true)],
      ['group:2', group(['group:1', 'idea:c'], true)],
      ['group:3', group(['group:2'])],
    ])
    expect([...foldedHolders(folded)]).toEqual([
      ['idea:a', 'group:2'],
      ['group:1', 'group:2'],
      ['idea:c', 'group:2'],
    ])
  })

  it('are kept together within the group around them, as one node while folded', () => {
    expect(togetherIn(nested)).toEqual([[['idea:a', 'idea:b'], 'idea:c']])
    expect(togetherIn(new Map([...nested, ['group:1', { ...inner, folded: true }]]))).toEqual([['group:1', 'idea:c']])
  })

  it('leave their members to the group around them when they are taken away', () => {
    const left = groupsOf(writeGroups(filesWith(nested), new Map([['group:1', null]])).text)
    expect([...left]).toEqual([['group:2', group(['idea:a', 'idea:b', 'idea:c'])]])
  })

  it('are gone with their last node, and so is a group that held nothing else', () => {
    const left = groupsOf(forgetNodes(filesWith(nested), new Set(['idea:a', 'idea:b', 'idea:c'])).text)
    expect(left.size).toBe(0)
  })
})
