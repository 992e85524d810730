import type { GraphNode } from '@ensemble/core'
import { Diamond } from 'lucide-react'
import { useStore } from 'zustand'
import { isDirty } from '../../document/texts/document.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { t } from '../../platform/i18n/around.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useTroubles } from '../../document/graph/graph-store.ts'
import { selectNode } from '../../platform/session/session.ts'
import { TroubleSign } from '../problems/TroubleSign.tsx'
import styles from './explorer.module.css'
import { ExplorerItem } from './ExplorerItem.tsx'

const show = (id: string): void => {
  selectNode(id)
  canvasView()?.reveal(id)
}

interface IdeaItemProps {
  readonly node: GraphNode
  readonly isSelected: boolean
  /** In how many folders it is. */
  readonly depth: number
}

/** An Idea, with how many Tools it has, whether it is saved, and how much is wrong with it. */
export function IdeaItem({ node, isSelected, depth }: IdeaItemProps) {
  const record = useStore(documentStore, (document) => document.files.get(ideaFile(node.name)))
  const troubles = useTroubles(node.name)
  return (
    <ExplorerItem
      Icon={Diamond}
      node={node.id}
      name={node.title ?? node.name}
      title={`${node.title ?? node.name} · ${node.file ?? node.name}`}
      isSelected={isSelected}
      depth={depth}
      onClick={() => show(node.id)}
      end={
        <>
          {record !== undefined && isDirty(record) && <i className={styles.unsaved} title={t('explorer.unsaved')} />}
          <TroubleSign troubles={troubles} className={styles.alert} />
          <span title={t('canvas.toolCount', { count: node.tools.length })}>{node.tools.length}</span>
        </>
      }
    />
  )
}
