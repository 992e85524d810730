import type { GraphNode } from '@ensemble/core'
import type { Groups } from '../../document/layout/layout-file.ts'

/** A line of the list of Ideas: a folder, which is a group of the canvas, or an Idea. */
export type IdeaRow =
  | {
      readonly type: 'folder'
      readonly id: string
      readonly title: string
      readonly count: number
      readonly isOpen: boolean
    }
  | { readonly type: 'idea'; readonly node: GraphNode; readonly isInside: boolean }

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
    return ideas.filter((node) => matches(node, words)).map((node) => ({ type: 'idea', node, isInside: false }))
  const folderOf = new Map([...groups].flatMap(([id, { nodes }]) => nodes.map((node) => [node, id] as const)))
  const inside = new Map<string, GraphNode[]>()
  for (const node of ideas) {
    const folder = folderOf.get(node.id)
    if (folder === undefined) continue
    const known = inside.get(folder)
    if (known === undefined) inside.set(folder, [node])
    else known.push(node)
  }
  const rows: IdeaRow[] = []
  for (const [id, { title }] of groups) {
    const nodes = inside.get(id)
    if (nodes === undefined) continue
    const open = isOpen(id)
    rows.push({ type: 'folder', id, title, count: nodes.length, isOpen: open })
    if (open) rows.push(...nodes.map((node): IdeaRow => ({ type: 'idea', node, isInside: true })))
  }
  return [
    ...rows,
    ...ideas.filter(({ id }) => !folderOf.has(id)).map((node): IdeaRow => ({ type: 'idea', node, isInside: false })),
  ]
}

export const keyOfRow = (row: IdeaRow): string => (row.type === 'folder' ? row.id : row.node.id)
