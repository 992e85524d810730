import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaId } from '../../document/texts/files.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { selectNode } from '../../platform/session/session.ts'
import { closeEditor, openEditor, type EditorPlace } from '../../platform/session/editor-place.ts'
import type { PartText } from './part.ts'
import { say } from './say.ts'
import styles from './tab.module.css'

const filesOf = (document: Document) => document.files

interface Use {
  readonly label: string
  readonly go: () => void
}

/** Everything of the workspace that this schema reaches or that reaches it. */
export function UsedIn({ place, part }: { readonly place: EditorPlace; readonly part: PartText }) {
  const files = useStore(documentStore, filesOf)
  const { nodes, edges } = useGraph()
  const titleOf = (id: string): string => {
    const node = nodes.find((one) => one.id === id)
    return node?.title ?? node?.name ?? id
  }
  const show = (id: string) => (): void => {
    closeEditor()
    selectNode(id)
  }
  const own = ideaId(place.idea)
  const uses: Use[] = []
  if (place.part.type === 'tool') {
    const { name } = place.part
    for (const node of nodes) {
      if (node.kind !== 'idea') continue
      const held = toolsOfIdea(files, node.name).find(
        ({ file, path }) => file === part.file && path.join('/') === part.path.join('/'),
      )
      if (held !== undefined)
        uses.push({
          label: say('history.toolOf', { idea: node.title ?? node.name }),
          go: () => openEditor({ idea: node.name, part: { type: 'tool', name: held.name } }),
        })
    }
    for (const { from, tool, to } of edges)
      if (from === own && tool === name && !/^(activity|mcp):/.test(to))
        uses.push({ label: say('history.delegatesTo', { idea: titleOf(to) }), go: show(to) })
    const mode = nodes.find(({ id }) => id === own)?.tools.find((tool) => tool.name === name)
    if (mode?.activity !== undefined && mode.activity !== '')
      uses.push({
        label: say('history.runs', { activity: mode.activity }),
        go: show(
          edges.find(({ from, tool, to }) => from === own && tool === name && !to.startsWith('idea:'))?.to ?? own,
        ),
      })
  } else {
    uses.push({ label: say('history.toolOf', { idea: titleOf(own) }), go: show(own) })
    for (const { from, tool, to } of edges)
      if (to === own)
        uses.push({
          label: `${titleOf(from)} › ${tool}`,
          go: () => openEditor({ idea: from.replace(/^idea:/u, ''), part: { type: 'tool', name: tool } }),
        })
  }
  return (
    <section className={styles.section} aria-label={say('history.used')}>
      <h3>{say('history.used')}</h3>
      <ul className={styles.list}>
        {uses.map(({ label, go }) => (
          <li key={label}>
            <button type="button" className={styles.item} onClick={go}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
