import type { GraphNode } from '@ensemble/core'
import { holdersOf, membersOf, type Groups } from '../../document/layout/group-tree.ts'

/** A line of the list of Ideas: a folder, which is a group of the canvas, or an Idea. */
export type IdeaRow =
  | {
      readonly type: 'folder'
      readonly id: string
      readonly title: string
      readonly count: number
      readonly isOpen: boolean
      /** In how many folders it is. */
      readonly depth: number
    }
  | { readonly type: 'idea'; readonly node: GraphNode; readonly depth: number }

const matches = ({ title, name }: GraphNode, words: readonly string[]): boolean => {
  const text = `${title ?? ''} ${name}`.toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}

/** The Ideas that match all words of `filter`; without one, those of groups in folders, then the others. */
export function ideaRows(
  ideas: readonly GraphNode[],
  groups: Groups,
  filter: string,
  isOpen: (folder: string) => boolean,
): IdeaRow[] {
  const words = filter.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length > 0)
    return ideas.filter((node) => matches(node, words)).map((node) => ({ type: 'idea', node, depth: 0 }))
  const inFolder = new Map<string, GraphNode[]>()
  const holders = holdersOf(groups)
  const loose: IdeaRow[] = []
  for (const node of ideas) {
    const folder = holders.get(node.id)
    if (folder === undefined) loose.push({ type: 'idea', node, depth: 0 })
    else inFolder.set(folder, [...(inFolder.get(folder) ?? []), node])
  }
  const countIn = (id: string): number =>
    [id, ...membersOf(id, groups)].reduce((sum, each) => sum + (inFolder.get(each)?.length ?? 0), 0)
  const folder = (id: string, depth: number): readonly IdeaRow[] => {
    const group = groups.get(id)
    const count = countIn(id)
    if (group === undefined || count === 0) return []
    const row: IdeaRow = { type: 'folder', id, title: group.title, count, isOpen: isOpen(id), depth }
    if (!row.isOpen) return [row]
    const nodes = (inFolder.get(id) ?? []).map((node): IdeaRow => ({ type: 'idea', node, depth: depth + 1 }))
    return [row, ...group.nodes.flatMap((member) => folder(member, depth + 1)), ...nodes]
  }
  return [...[...groups.keys()].filter((id) => !holders.has(id)).flatMap((id) => folder(id, 0)), ...loose]
}

export const keyOfRow = (row: IdeaRow): string => (row.type === 'folder' ? row.id : row.node.id)
